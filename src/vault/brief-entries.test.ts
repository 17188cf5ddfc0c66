import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openVault } from "./open-vault.ts";
import type { Vault } from "./vault.ts";

async function createVaults(): Promise<{ one: Vault; other: Vault; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "vault-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [one, other] = [await openVault({ folder }), await openVault({ folder })];
  return { one, other, folder };
}

const briefFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith("brief-"));

describe("when a vault keeps something for a few minutes", () => {
  it("returns it to every process that shares the vault, and does not list it as a login", async () => {
    const { one, other, folder } = await createVaults();
    await one.brief.keep("a secret name", "a secret text", 60_000);
    expect(await other.brief.read("a secret name")).toBe("a secret text");
    expect(await other.brief.read("another name")).toBeUndefined();
    expect(await other.list()).toEqual([]);
    const [file = ""] = await briefFiles(folder);
    expect(file + (await readFile(join(folder, file), "utf8"))).not.toContain("secret");
  });

  it("returns it once, however many take it", async () => {
    const { one, other, folder } = await createVaults();
    await one.brief.keep("state", "text", 60_000);
    const takes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other).brief.take("state"));
    expect((await Promise.all(takes)).filter((text) => text !== undefined)).toEqual(["text"]);
    expect(await briefFiles(folder)).toEqual([]);
  });

  it("does not return it once it has expired, and removes it", async () => {
    const { one, other, folder } = await createVaults();
    await one.brief.keep("state", "text", 1000);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1001);
    onTestFinished(() => clock.mockRestore());
    expect(await other.brief.read("state")).toBeUndefined();
    expect(await other.brief.take("state")).toBeUndefined();
    await one.brief.keep("left behind", "text", -1);
    await other.brief.keep("next", "text", 1000);
    expect(await briefFiles(folder)).toHaveLength(1);
  });

  it("does not open an entry that was moved to another name", async () => {
    const { one, folder } = await createVaults();
    await one.brief.keep("first", "of the first", 60_000);
    const [first = ""] = await briefFiles(folder);
    await one.brief.keep("second", "of the second", 60_000);
    const second = (await briefFiles(folder)).find((name) => name !== first) ?? "";
    await rename(join(folder, first), join(folder, second));
    expect(await one.brief.read("second")).toBeUndefined();
  });
});
