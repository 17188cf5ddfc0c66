import { describe, expect, it } from "vitest";
import { hideSecrets } from "./hidden-secrets.ts";
import type { ServerConfig } from "./taken-server.ts";

function hide(server: ServerConfig): { server: ServerConfig; secrets: object } {
  const secrets = new Map<string, string>();
  return { server: hideSecrets("my-tracker", server, secrets), secrets: Object.fromEntries(secrets) };
}

describe("secrets of a server", () => {
  it.each<[string, ServerConfig, ServerConfig, object]>([
    ["in env, by name", { env: { API_KEY: "abc" } }, { env: { API_KEY: "${API_KEY}" } }, { API_KEY: "abc" }],
    [
      "in env, by form",
      { env: { GH: "ghp_0123456789abcdef" } },
      { env: { GH: "${GH}" } },
      { GH: "ghp_0123456789abcdef" },
    ],
    [
      "in an address in env",
      { env: { DB: "postgres://ada:pw@db/x" } },
      { env: { DB: "postgres://ada:${DB_PASSWORD}@db/x" } },
      { DB_PASSWORD: "pw" },
    ],
    [
      "in headers, behind their scheme",
      { headers: { Authorization: "Bearer abc" } },
      { headers: { Authorization: "Bearer ${MY_TRACKER_AUTHORIZATION}" } },
      { MY_TRACKER_AUTHORIZATION: "abc" },
    ],
    [
      "behind a flag",
      { args: ["--api-key", "abc", "--verbose"] },
      { args: ["--api-key", "${MY_TRACKER_API_KEY}", "--verbose"] },
      { MY_TRACKER_API_KEY: "abc" },
    ],
    ["in a flag", { args: ["--token=abc"] }, { args: ["--token=${MY_TRACKER_TOKEN}"] }, { MY_TRACKER_TOKEN: "abc" }],
    [
      "in a header behind a flag",
      { args: ["--header", "Authorization: Bearer abc"] },
      { args: ["--header", "Authorization: Bearer ${MY_TRACKER_AUTHORIZATION}"] },
      { MY_TRACKER_AUTHORIZATION: "abc" },
    ],
    [
      "in the query of an address",
      { url: "https://x.example/mcp?api_key=abc&team=blue" },
      { url: "https://x.example/mcp?api_key=${MY_TRACKER_API_KEY}&team=blue" },
      { MY_TRACKER_API_KEY: "abc" },
    ],
    [
      "in the client of a login",
      { oauth: { clientId: "me", clientSecret: "abc" } },
      { oauth: { clientId: "me", clientSecret: "${MY_TRACKER_CLIENT_SECRET}" } },
      { MY_TRACKER_CLIENT_SECRET: "abc" },
    ],
  ])("%s", (_, given, shown, secrets) => {
    expect(hide(given)).toEqual({ server: shown, secrets });
  });

  it.each<[string, ServerConfig]>([
    ["variables", { env: { API_KEY: "${OTHER}" }, args: ["--token", "${T}"], url: "https://x/?key=${K}" }],
    ["files and flags", { env: { KEY_FILE: "/etc/key", USE_TOKENS: "true", TOKEN_LIMIT: "4096" } }],
    ["plain words", { env: { LOG_LEVEL: "info", HOME: "/home/ada" }, args: ["-y", "@scope/keyboard-server", "."] }],
    ["plain addresses", { url: "https://x.example/mcp?team=blue", env: { BASE: "http://localhost:8080/v1" } }],
  ])("are absent from %s", (_, given) => {
    expect(hide(given)).toEqual({ server: given, secrets: {} });
  });

  it("get different names if two servers use one name for different values", () => {
    const secrets = new Map<string, string>();
    hideSecrets("one", { env: { API_KEY: "first" } }, secrets);
    expect(hideSecrets("two", { env: { API_KEY: "second" } }, secrets)).toEqual({ env: { API_KEY: "${TWO_API_KEY}" } });
    expect(hideSecrets("three", { env: { API_KEY: "first" } }, secrets)).toEqual({ env: { API_KEY: "${API_KEY}" } });
  });
});
