import { describe, expect, it } from "vitest";
import type { HubConfig } from "../config/hub-config.ts";
import { configWarnings } from "./config-warnings.ts";

const KEY = "a-key-of-sixteen-characters";
const ann = { id: "ann", key: `${KEY}-ann` };
const bob = { id: "bob", key: `${KEY}-bob` };
const memory = { command: "memory-server" };

function warnedOf(config: HubConfig): readonly string[] {
  return configWarnings(config).flatMap(({ sources }) => sources);
}

describe("a config whose MCP server has one session", () => {
  it("is fine for a single caller", () => {
    expect(warnedOf({ mcpServers: { memory } })).toEqual([]);
    expect(warnedOf({ mcpServers: { memory }, serve: { keys: [ann] } })).toEqual([]);
    // A key that is being replaced.
    expect(warnedOf({ mcpServers: { memory }, serve: { keys: [ann, { ...bob, id: "ann" }] } })).toEqual([]);
  });

  it("has a warning for two keys, for tokens, and for hubs that call for others", () => {
    expect(warnedOf({ mcpServers: { memory }, serve: { keys: [ann, bob] } })).toEqual(["memory"]);
    const jwt = { issuer: "https://id.example", audience: "hub" };
    expect(warnedOf({ mcpServers: { memory }, serve: { jwt } })).toEqual(["memory"]);
    expect(warnedOf({ mcpServers: { memory }, serve: { keys: [ann], identitySecret: KEY } })).toEqual(["memory"]);
    const shared = { ...memory, isolation: "shared" as const };
    expect(warnedOf({ mcpServers: { shared }, serve: { keys: [ann, bob] } })).toEqual(["shared"]);
  });

  it("names all such servers in one warning, with what to do", () => {
    const config: HubConfig = { mcpServers: { memory, thoughts: memory }, serve: { keys: [ann, bob] } };
    const [warning, ...others] = configWarnings(config);
    expect(warning?.message).toMatch(/memory, thoughts.*"isolation": "caller"/);
    expect(others).toEqual([]);
  });

  it("is fine where each has its own session, where the server is off, and where one key only may call it", () => {
    const servers: HubConfig["mcpServers"] = {
      own: { ...memory, isolation: "caller" },
      each: { ...memory, isolation: "session" },
      off: { ...memory, disabled: true },
      notes: { ...memory, scopes: ["notes"] },
    };
    const keys = [{ ...ann, scopes: ["notes"] }, bob];
    expect(warnedOf({ mcpServers: servers, serve: { keys } })).toEqual([]);
    expect(
      warnedOf({ mcpServers: servers, serve: { keys: [...keys, { ...bob, id: "root", scopes: ["*"] }] } }),
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
  ])("counts callers without a key where %s is public", (pattern, expected) => {
    expect(warnedOf({ mcpServers: { memory }, serve: { publicOperations: [pattern] } })).toEqual(expected);
  });
});
