import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { HubConfig } from "../config/hub-config.ts";
import { openKeys } from "../keys/hub-keys.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { configWarnings } from "./config-warnings.ts";

const folderWith = tempFolders();
const KEY = "a-key-of-sixteen-characters";
const ann = { id: "ann", key: `${KEY}-ann` };
const bob = { id: "bob", key: `${KEY}-bob` };
const memory = { command: "memory-server" };

async function warnedOf(config: HubConfig): Promise<readonly string[]> {
  return (await configWarnings({ config })).flatMap(({ sources }) => sources);
}

describe("a config whose MCP server has one session", () => {
  it("is fine for a single caller", async () => {
    expect(await warnedOf({ mcpServers: { memory } })).toEqual([]);
    expect(await warnedOf({ mcpServers: { memory }, serve: { keys: [ann] } })).toEqual([]);
    // A key that is being replaced.
    expect(await warnedOf({ mcpServers: { memory }, serve: { keys: [ann, { ...bob, id: "ann" }] } })).toEqual([]);
  });

  it("has a warning for two keys, for tokens, and for hubs that call on behalf of others", async () => {
    expect(await warnedOf({ mcpServers: { memory }, serve: { keys: [ann, bob] } })).toEqual(["memory"]);
    const jwt = { issuer: "https://id.example", audience: "hub" };
    expect(await warnedOf({ mcpServers: { memory }, serve: { jwt } })).toEqual(["memory"]);
    expect(await warnedOf({ mcpServers: { memory }, serve: { keys: [ann], identitySecret: KEY } })).toEqual(["memory"]);
    const shared = { ...memory, isolation: "shared" as const };
    expect(await warnedOf({ mcpServers: { shared }, serve: { keys: [ann, bob] } })).toEqual(["shared"]);
  });

  it("names all such servers in one warning, with what to do", async () => {
    const config: HubConfig = { mcpServers: { memory, thoughts: memory }, serve: { keys: [ann, bob] } };
    const [warning, ...others] = await configWarnings({ config });
    expect(warning?.message).toMatch(/memory, thoughts.*"isolation": "caller"/);
    expect(others).toEqual([]);
  });

  it("does not warn if each has its own session, if the server is off, or if only one key may call it", async () => {
    const servers: HubConfig["mcpServers"] = {
      own: { ...memory, isolation: "caller" },
      each: { ...memory, isolation: "session" },
      logins: { url: "https://notes.example/mcp", login: "caller" },
      off: { ...memory, disabled: true },
      notes: { ...memory, scopes: ["notes"] },
    };
    const keys = [{ ...ann, scopes: ["notes"] }, bob];
    expect(await warnedOf({ mcpServers: servers, serve: { keys } })).toEqual([]);
    expect(
      await warnedOf({ mcpServers: servers, serve: { keys: [...keys, { ...bob, id: "root", scopes: ["*"] }] } }),
    ).toEqual(["notes"]);
  });

  it.each([
    ["memory.read", ["memory"]],
    ["memory.*", ["memory"]],
    ["*", ["memory"]],
    ["mem*", ["memory"]],
    ["*.read", ["memory"]],
    ["memorable.read", []],
    ["memory2.*", []],
  ])("counts callers without a key if %s is public", async (pattern, expected) => {
    expect(await warnedOf({ mcpServers: { memory }, serve: { publicOperations: [pattern] } })).toEqual(expected);
  });

  it("counts the keys of the key file except expired ones, and says where the file is broken", async () => {
    const folder = await folderWith({});
    const loaded = { config: { mcpServers: { memory }, serve: { keys: [ann] } }, folder, file: `${folder}/c.json` };
    const keys = openKeys(loaded);
    await keys.add({ holder: "ann" });
    await keys.add({ holder: "gone", expiresAt: new Date(Date.now() + 2000) });
    await expect.poll(() => configWarnings(loaded), { timeout: 30_000 }).toEqual([]);
    await keys.add({ holder: "bob" });
    expect(await configWarnings(loaded)).toMatchObject([{ sources: ["memory"] }]);
    await writeFile(keys.file, "{");
    expect(await configWarnings(loaded)).toMatchObject([
      { sources: [], message: expect.stringContaining(keys.file) as string },
    ]);
  });
});

describe("a limit for callers whom nobody knows", () => {
  const limit = (callers: string[]): NonNullable<HubConfig["rateLimits"]> => ({
    rules: { all: { calls: 1, per: "day", callers } },
  });

  it("has a warning for each name and pattern, with what was meant", async () => {
    const config: HubConfig = { rateLimits: limit(["ann", "an*", "bobb", "trial-*"]), serve: { keys: [ann, bob] } };
    expect((await configWarnings({ config })).map(({ message }) => message.replace(/^.*: (?=rate)/, ""))).toEqual([
      "rateLimits.rules.all.callers[2]: no caller of this hub has this id (did you mean bob?)",
      "rateLimits.rules.all.callers[3]: no caller of this hub fits this pattern",
    ]);
  });

  it("has none if tokens or other hubs may bring such callers", async () => {
    const jwt = { issuer: "https://id.example", audience: "hub" };
    for (const serve of [{ jwt }, { identitySecret: KEY }]) {
      expect(await configWarnings({ config: { rateLimits: limit(["nobody"]), serve } })).toEqual([]);
    }
  });
});
