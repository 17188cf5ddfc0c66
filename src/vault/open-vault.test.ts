import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVault } from "./open-vault.ts";

const address = { source: "notes", identity: "ada" };
const record = { login: "the-login", accessToken: "the-access-token", refreshToken: "the-refresh-token", savedAt: 1 };

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vault-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "vault");
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")])));
}

describe("when a vault is opened in a folder", () => {
  it("makes a folder and a key for its owner alone, and keeps logins that no file reveals", async () => {
    const folder = await newFolder();
    const vault = await openVault({ folder });
    await vault.write(address, record);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "key"))).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(await contentsOf(folder))).not.toMatch(/the-access-token|the-refresh-token/);
    const again = await openVault({ folder });
    expect(await again.read(address)).toEqual(record);
    expect(await again.list()).toEqual([address]);
  });

  it("uses the same key for everyone who first opens it at the same time", async () => {
    const folder = await newFolder();
    const vaults = await Promise.all(Array.from({ length: 20 }, () => openVault({ folder })));
    await vaults[0]?.write(address, record);
    expect(await Promise.all(vaults.map((vault) => vault.read(address)))).toEqual(vaults.map(() => record));
  });

  it("refuses another key, and changes nothing", async () => {
    const folder = await newFolder();
    await (await openVault({ folder })).write(address, record);
    const before = await contentsOf(folder);
    const key = Buffer.alloc(32, 7).toString("base64");
    await expect(openVault({ folder, key })).rejects.toThrow("made with another key");
    expect(await contentsOf(folder)).toEqual(before);
    expect(await (await openVault({ folder })).read(address)).toEqual(record);
  });

  it.skipIf(process.platform === "win32")("refuses a key that others can read", async () => {
    const folder = await newFolder();
    await openVault({ folder });
    await chmod(join(folder, "key"), 0o640);
    await expect(openVault({ folder })).rejects.toThrow("Other users can read the key");
  });

  it("refuses a key file without a key, and keeps it", async () => {
    const folder = await newFolder();
    await openVault({ folder });
    await writeFile(join(folder, "key"), "short\n");
    await expect(openVault({ folder })).rejects.toThrow("holds no key");
    expect(await readFile(join(folder, "key"), "utf8")).toBe("short\n");
  });

  it.each(["", "short", "!".repeat(44), Buffer.alloc(31).toString("base64")])(
    "refuses %j in the environment",
    async (key) => {
      await expect(openVault({ folder: await newFolder(), key })).rejects.toThrow("OPERATIONS_VAULT_KEY is not a key");
    },
  );

  it("accepts a key in base64, base64url and hexadecimal", async () => {
    const folder = await newFolder();
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
    await (await openVault({ folder, key: key.toString("base64") })).write(address, record);
    for (const encoding of ["base64url", "hex"] as const) {
      expect(await (await openVault({ folder, key: key.toString(encoding) })).read(address)).toEqual(record);
    }
  });
});
