/** A running hub, and a file of keys that changes meanwhile. */
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { operation } from "../observe/fixtures.test-support.ts";
import { openStream } from "../open-stream.test-support.ts";
import { startedHubs } from "../started-hubs.test-support.ts";
import type { StartedHub } from "../started-hubs.test-support.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { openKeys } from "./hub-keys.ts";
import type { HubKeys } from "./hub-keys.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

const PATIENCE = { timeout: 30_000 };

/** A hub with `demo.ticks`, a stream that begins and never ends, and its keys. */
async function world(): Promise<{ hub: StartedHub; keys: HubKeys }> {
  const registry = new OperationRegistry();
  registry.register({
    ...operation("ticks", () => [], "SUBSCRIPTION"),
    accessControl: { requiredScopes: ["operations:call"] },
    async *handler(_input: unknown, { signal }: { signal: AbortSignal }) {
      yield "tick";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
  const config = { serve: { keysFile: join(await folderWith({}), "keys.json") } };
  const hub = await start({ config }, { registry });
  return { hub, keys: openKeys({ config }) };
}

async function statusOf(hub: StartedHub, key: string): Promise<number> {
  return (await hub.ask("/~/session", key)).status;
}

async function metricsOf(hub: StartedHub, key: string): Promise<string> {
  return await (await hub.ask("/metrics", key)).text();
}

describe("a running hub", () => {
  it("accepts a new key, and refuses a revoked one", async () => {
    const { hub, keys } = await world();
    expect(hub.keyFile).toBeUndefined();
    const { key } = await keys.add({ holder: "ada" });
    await expect.poll(() => statusOf(hub, key), PATIENCE).toBe(200);
    await keys.revoke(key);
    await expect.poll(() => statusOf(hub, key), PATIENCE).toBe(401);
    expect(hub.logged.join("")).not.toContain(key.slice(-43));
  });

  it("ends the streams of a revoked key, and no others", async () => {
    const { hub, keys } = await world();
    const [ada, bob] = [await keys.add({ holder: "ada" }), await keys.add({ holder: "ada" })];
    await expect.poll(() => statusOf(hub, bob.key), PATIENCE).toBe(200);
    const ended = await openStream(hub.ask("/demo/ticks", ada.key));
    const stays = await openStream(hub.ask("/demo/ticks", bob.key));
    await keys.revoke(ada.id);
    expect(await ended.rest).toContain('"code":"UNAUTHENTICATED"');
    const state = await Promise.race([stays.rest, hub.ask("/~/session", bob.key).then(() => "open")]);
    expect(state).toBe("open");
  });

  it("lets the streams of a rotated key run until its grace period ends", async () => {
    const { hub, keys } = await world();
    const old = await keys.add({ holder: "ada" });
    await expect.poll(() => statusOf(hub, old.key), PATIENCE).toBe(200);
    const stream = await openStream(hub.ask("/demo/ticks", old.key));
    const next = await keys.rotate(old.id, { graceMs: 4000 });
    await expect.poll(() => statusOf(hub, next.key), PATIENCE).toBe(200);
    expect(await stream.rest).toContain('"detail":"The credential has expired."');
    expect(await statusOf(hub, old.key)).toBe(401);
    expect(await statusOf(hub, next.key)).toBe(200);
  });

  it("follows a file that an editor replaces, writes in place, or removes", async () => {
    const { hub, keys } = await world();
    const { key } = await keys.add({ holder: "ada" });
    await expect.poll(() => statusOf(hub, key), PATIENCE).toBe(200);
    const other = openKeys({ config: { serve: { keysFile: `${keys.file}.new` } } });
    const bob = await other.add({ holder: "bob" });
    await rename(other.file, keys.file);
    await expect.poll(() => statusOf(hub, bob.key), PATIENCE).toBe(200);
    expect(await statusOf(hub, key)).toBe(401);
    await writeFile(keys.file, '{"version":1,"keys":[]}');
    await expect.poll(() => statusOf(hub, bob.key), PATIENCE).toBe(401);
    const eve = await keys.add({ holder: "eve" });
    await expect.poll(() => statusOf(hub, eve.key), PATIENCE).toBe(200);
    await rm(keys.file);
    await expect.poll(() => statusOf(hub, eve.key), PATIENCE).toBe(401);
  });

  it("keeps the keys of a file that breaks, says so, and continues when the file is complete", async () => {
    const { hub, keys } = await world();
    const { key } = await keys.add({ holder: "ada", scopes: ["*"] });
    await expect.poll(() => statusOf(hub, key), PATIENCE).toBe(200);
    expect(await metricsOf(hub, key)).toMatch(/^operations_key_file_broken 0$/m);
    await writeFile(keys.file, "{ broken");
    await expect.poll(() => metricsOf(hub, key), PATIENCE).toMatch(/^operations_key_file_broken 1$/m);
    expect(await metricsOf(hub, key)).toContain('operations_keys{state="active"} 1');
    expect(hub.logged.join("")).toMatch(
      /in JSON at position 2.*the keys stay as they were, because their file is broken/,
    );
    await rm(keys.file);
    const bob = await keys.add({ holder: "bob", scopes: ["*"] });
    await expect.poll(() => statusOf(hub, bob.key), PATIENCE).toBe(200);
    expect(await metricsOf(hub, bob.key)).toMatch(/^operations_key_file_broken 0$/m);
    expect(await statusOf(hub, key)).toBe(401);
  });
});

describe("a starting hub", () => {
  it("refuses a broken file", async () => {
    const folder = await folderWith({ "keys.json": "[]" });
    const config = { serve: { keysFile: join(folder, "keys.json") } };
    await expect(start({ config })).rejects.toThrow(/keys in .*keys\.json can't be read/);
  });

  it("keeps the key that it made beside those of the default file", async () => {
    const folder = await folderWith({});
    const file = join(folder, "operations.config.json");
    const { key } = await openKeys({ config: {}, file, folder }).add({ holder: "ada", scopes: ["x"] });
    const hub = await start({ config: {}, file, folder });
    expect(await (await hub.ask("/~/session", key)).json()).toMatchObject({ identity: { id: "ada", scopes: ["x"] } });
    expect(await statusOf(hub, hub.key ?? "")).toBe(200);
  });
});
