import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tempFolders } from "../temp-folder.test-support.ts";
import { openKeys } from "./hub-keys.ts";
import type { HubKeys } from "./hub-keys.ts";
import { readKeyFile } from "./key-record.ts";
import { KnownKeys } from "./known-keys.ts";

const folderWith = tempFolders();

async function emptyKeys(): Promise<HubKeys> {
  return openKeys({ config: { serve: { keysFile: "keys.json" } }, folder: await folderWith({}) });
}

async function known(keys: HubKeys): Promise<KnownKeys> {
  return new KnownKeys((await readKeyFile(keys.file)) ?? []);
}

describe("a new key", () => {
  it("is recognised by its text, which is stored nowhere", async () => {
    const keys = await emptyKeys();
    const made = await keys.add({ holder: "ada", scopes: ["a:b"], note: "for tests" });
    expect(made).toMatchObject({ holder: "ada", scopes: ["a:b"], note: "for tests", state: "active" });
    expect((await known(keys)).identify(made.key)).toEqual({ id: "ada", scopes: ["a:b"] });
    const text = await readFile(keys.file, "utf8");
    expect(text).not.toContain(made.key);
    expect(text).not.toContain(made.key.slice(-43));
    expect((await stat(keys.file)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(await keys.list())).not.toMatch(/salt|sha256|opk_/);
  });

  it("is recognised only as a whole", async () => {
    const keys = await emptyKeys();
    const { key } = await keys.add({ holder: "ada" });
    const other = await keys.add({ holder: "bob" });
    const all = await known(keys);
    const swapped = key.slice(0, 17) + other.key.slice(17);
    for (const wrong of [swapped, `${key}x`, key.slice(0, -1), key.toUpperCase(), "", "opk_"]) {
      expect(all.identify(wrong)).toBeUndefined();
    }
  });

  it("ends when it expires", async () => {
    const keys = await emptyKeys();
    const { key } = await keys.add({ holder: "ada", expiresAt: new Date(Date.now() + 600_000) });
    const all = await known(keys);
    expect(all.identify(key)?.expiresAt).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 700_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(all.identify(key)).toBeUndefined();
    expect(all.counts).toEqual({ active: 0, expired: 1 });
    expect(await keys.list()).toMatchObject([{ state: "expired" }]);
  });

  it("is refused if its options make no sense", async () => {
    const keys = await emptyKeys();
    await expect(keys.add({ holder: "" })).rejects.toThrow(/can't be a key: \/holder/);
    await expect(keys.add({ holder: "ada\n" })).rejects.toThrow(/\/holder/);
    await expect(keys.add({ holder: "ada", scopes: ["two words"] })).rejects.toThrow(/\/scopes\/0/);
    await expect(keys.add({ holder: "ada", expiresAt: new Date(0) })).rejects.toThrow(/expired already/);
    expect(await keys.list()).toEqual([]);
  });
});

describe("a rotated key", () => {
  it("works beside the new one until the grace period ends", async () => {
    const keys = await emptyKeys();
    const life = 90 * 86_400_000;
    const old = await keys.add({ holder: "ada", scopes: ["x"], note: "n", expiresAt: new Date(Date.now() + life) });
    const next = await keys.rotate("ada", { graceMs: 60_000 });
    expect(next).toMatchObject({ holder: "ada", scopes: ["x"], note: "n", state: "active" });
    expect(Date.parse(next.expiresAt ?? "") - Date.parse(next.createdAt)).toBeGreaterThan(life - 60_000);
    const all = await known(keys);
    expect(all.identify(old.key)?.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(all.identify(next.key)).toMatchObject({ id: "ada" });
    expect(await keys.list()).toMatchObject([{ state: "replaced", replacedBy: next.id }, { state: "active" }]);
  });

  it("ends at once without a grace period", async () => {
    const keys = await emptyKeys();
    const old = await keys.add({ holder: "ada" });
    await keys.rotate(old.id, { graceMs: 0 });
    expect((await known(keys)).identify(old.key)).toBeUndefined();
  });

  it("is not rotated again; its successor is", async () => {
    const keys = await emptyKeys();
    const first = await keys.add({ holder: "ada" });
    const second = await keys.rotate(first.id);
    await expect(keys.rotate(first.id)).rejects.toThrow(`rotate ${second.id}`);
    expect(await keys.rotate("ada")).toMatchObject({ holder: "ada" });
  });
});

describe("a revoked key", () => {
  it("can be named by its id, by its text, or by a holder with only one key", async () => {
    const keys = await emptyKeys();
    const [one, two] = [await keys.add({ holder: "ada" }), await keys.add({ holder: "ada" })];
    await expect(keys.revoke("ada")).rejects.toThrow(`name one of ${one.id}, ${two.id}`);
    await expect(keys.revoke("nobody")).rejects.toThrow('no key "nobody"');
    expect(await keys.revoke(one.key)).toMatchObject({ id: one.id });
    expect((await known(keys)).identify(one.key)).toBeUndefined();
    expect(await keys.revoke("ada")).toMatchObject({ id: two.id });
    expect(await keys.list()).toEqual([]);
  });

  it("does not appear in the error if it is unknown", async () => {
    const keys = await emptyKeys();
    const { key } = await keys.add({ holder: "ada" });
    await keys.revoke(key);
    const error = await keys.revoke(key).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("There is no key");
    expect(String(error)).not.toContain(key.slice(-43));
  });
});

describe("several writers", () => {
  it("do not lose each other's changes", async () => {
    const keys = await emptyKeys();
    const holders = Array.from({ length: 12 }, (_, index) => `holder ${index}`);
    await Promise.all(
      holders.map((holder) => openKeys({ config: { serve: { keysFile: keys.file } } }).add({ holder })),
    );
    expect((await keys.list()).map(({ holder }) => holder).sort()).toEqual(holders.sort());
  });
});

describe("a broken file", () => {
  it.each([
    ["text that is not JSON", "{", /can't be read: .*JSON/],
    ["another version", '{"version":2,"keys":[]}', /\/version/],
    ["a field that no version has", '{"version":1,"keys":[],"more":1}', /\/more/],
    ["a key without a hash", '{"version":1,"keys":[{"id":"abcdefghijkl"}]}', /\/keys\/0/],
  ])("with %s is not overwritten", async (_what, text, message) => {
    const keys = await emptyKeys();
    await writeFile(keys.file, text);
    await expect(keys.add({ holder: "ada" })).rejects.toThrow(message);
    expect(await readFile(keys.file, "utf8")).toBe(text);
  });
});

describe("the file", () => {
  it("is beside the config by default", async () => {
    const folder = await folderWith({});
    const file = join(folder, "operations.config.json");
    expect(openKeys({ config: {}, file, folder }).file).toBe(join(folder, "operations.keys.json"));
    expect(() => openKeys({ config: {} })).toThrow("set serve.keysFile");
  });
});

describe("a watched key", () => {
  it("reports its holder, and when it is revoked", async () => {
    const keys = await emptyKeys();
    const { key } = await keys.add({ holder: "cursor", scopes: ["a"] });
    const onEnd = vi.fn<() => void>();
    const watched = await keys.watch(key, onEnd);
    onTestFinished(() => watched?.close());
    expect(watched?.identity).toMatchObject({ id: "cursor", scopes: ["a"] });
    await keys.add({ holder: "other" });
    await keys.revoke("cursor");
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), 30_000);
    expect(await keys.watch(key, onEnd)).toBeUndefined();
  });

  it("ends when it expires", async () => {
    const keys = await emptyKeys();
    const { key } = await keys.add({ holder: "cursor", expiresAt: new Date(Date.now() + 2000) });
    const onEnd = vi.fn<() => void>();
    const watched = await keys.watch(key, onEnd);
    onTestFinished(() => watched?.close());
    // On a machine that paused for longer, the key has already expired.
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(watched === undefined ? 0 : 1), 30_000);
    expect(await keys.watch(key, onEnd)).toBeUndefined();
  });
});
