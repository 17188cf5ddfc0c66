import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Redactor } from "./observe/redact.ts";
import { checkConfig } from "./config/check-config.ts";
import { ConfigError } from "./config/text/config-error.ts";
import { secretsOf } from "./config/config-secrets.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { loadConfig } from "./config/load-config.ts";
import { startedHubs } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

const KEY = "a-key-that-is-hard-to-guess";

/** Operations that fail with values from their hub's environment, and one that cannot be registered. */
const leaky = `
const secret = process.env.TEST_LEAKY_SECRET;
class CallError extends Error { code = "GONE"; retryable = false; phase = "started"; details = { [secret]: [secret] };
  get [Symbol.for("@alkdev/operations.CallError")]() { return true; } }
const base = { namespace: "leaky", version: "1.0.0", accessControl: { requiredScopes: [] }, inputSchema: true, outputSchema: true,
  description: "", errorSchemas: { GONE: { description: "It is gone." } } };
export const call = { ...base, name: "call", type: "QUERY", handler: () => { throw new CallError("no " + secret); } };
export const stream = { ...base, name: "stream", type: "SUBSCRIPTION",
  async *handler() { yield 1; throw new CallError("no " + secret); } };
export const broken = { ...base, name: "broken " + secret, type: "QUERY", handler: () => 1 };
`;

const config = `
mcpServers:
  flag: { command: ${JSON.stringify(process.execPath)}, args: ["-e", "console.error(process.argv[1], process.argv[2]); process.exit(1)", "--", "--token", "\${TEST_LEAKY_SECRET}"] }
  query: { url: "http://127.0.0.1:1/mcp?session=\${TEST_LEAKY_SECRET}" }
openapi:
  api: { document: "\${TEST_LEAKY_SECRET}/openapi.json" }
local: { modules: [leaky.mjs] }
log: { level: trace }
serve: { keys: [{ id: ada, key: ${KEY}, scopes: ["*"] }] }
`;

describe("when a config contains values from the environment", () => {
  it("shows them in no log, report, status or error", async () => {
    const secret = 'v4lue/"of" the env';
    vi.stubEnv("TEST_LEAKY_SECRET", secret);
    const folder = await folderWith({ "leaky.mjs": leaky, "operations.config.yaml": config });
    const loaded = await loadConfig(join(folder, "operations.config.yaml"));
    const hub = await start(loaded);
    const answers: string[] = [];
    for (const path of ["/leaky/call", "/leaky/stream", "/~/sources", "/metrics"]) {
      const answer = await hub.ask(path, KEY);
      answers.push(await answer.text());
      const requestId = answer.headers.get("operation-request-id");
      if (requestId !== null) answers.push(await (await hub.ask(`/~/calls/${requestId}`, KEY)).text());
    }
    await hub.close();
    vi.unstubAllEnvs();
    const text = [...answers, ...hub.logged, JSON.stringify(hub.sources.statuses())].join("\n");
    expect(text).toContain('"detail":"no [redacted]"');
    expect(text).toContain('"details":{"[redacted]":["[redacted]"]}');
    expect(text).toContain("broken [redacted]");
    expect(text).toContain("source failed");
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), "v4lue"])
      expect(text).not.toContain(form);
  });

  it("shows no secret in the mistakes of a config", () => {
    const text = { value: { serve: { port: "${SECRET}", limits: "${SECRET}!" } }, locate: () => undefined };
    const check = (secret: string): string => {
      try {
        checkConfig({ file: "config", text, env: { SECRET: secret } });
      } catch (thrown) {
        if (thrown instanceof ConfigError) return thrown.problems.map(({ message }) => message).join("\n");
      }
      return "";
    };
    expect(check("a-long-secret-".repeat(30))).toMatch(/^(?:(?!a-long).)*a hidden value/s);
    expect(check("a-long-secret-".repeat(30))).not.toContain("a-long");
    // Words and numbers are not secrets, and help to find the mistake.
    expect(check("high")).toContain('"high"');
  });
});

describe("whatever secrets a config contains", () => {
  /** The mask must not look like a secret. */
  const secrets = fc.string({ unit: "grapheme-composite", minLength: 8, maxLength: 30 }).filter((text) => {
    return !/[[\]]|redacted/.test(text) && text.trim() === text && !/\s{2}/.test(text);
  });

  function textsOf(secret: string): string[] {
    const nested = JSON.stringify({ message: JSON.stringify({ secret }) });
    const query = new URLSearchParams({ q: secret }).toString();
    return [secret, `(${secret})`, JSON.stringify([secret]), nested, encodeURIComponent(secret), query];
  }

  /** The texts in which the secret is still readable. */
  function leaksOf(given: HubConfig, secret: string, env: Record<string, string> = {}): string[] {
    const text = { value: given, locate: () => undefined };
    const redactor = new Redactor();
    redactor.add(secretsOf(checkConfig({ file: "config", text, env })));
    const shown = textsOf(secret).flatMap((one) => {
      const [data] = Object.entries(redactor.redactData({ [one]: one }));
      return [redactor.redact(one), redactor.redactKnown(one), ...(data ?? [])];
    });
    return shown.filter((one) => one.includes(secret));
  }

  it("finds those from the environment, wherever they are", () => {
    const places = fc.constantFrom<HubConfig>(
      { name: "${S}" },
      { local: { folders: ["/srv/${S}/operations"] } },
      { mcpServers: { a: { command: "a", args: ["x", "--anything=${S}"] } } },
      { mcpServers: { a: { url: "https://a.example/${S}/mcp" } } },
      { openapi: { a: { document: "a.json", headers: { "X-Thing": "it is ${S}" } } } },
    );
    fc.assert(
      fc.property(places, secrets, (place, secret) => {
        expect(leaksOf(place, secret, { S: secret })).toEqual([]);
      }),
    );
  });

  it("finds those that follow the names of secrets", () => {
    const args = fc.constantFrom<(secret: string) => string[]>(
      (secret) => ["--token", secret],
      (secret) => ["--verbose", "--api-key", secret, "last"],
      (secret) => [`--client-secret=${secret}`],
      (secret) => ["-e", `DB_PASSWORD=${secret}`],
      (secret) => ["--header", `Authorization: Bearer ${secret}`],
      (secret) => [`https://a.example/sse?access=${encodeURIComponent(secret)}`],
      (secret) => [`--url=https://a.example/?${new URLSearchParams({ x: secret }).toString()}`],
    );
    fc.assert(
      fc.property(args, secrets, (make, text) => {
        const secret = text.replaceAll("$", "_");
        const leaks = leaksOf({ mcpServers: { a: { command: "a", args: make(secret) } } }, secret);
        expect(leaks).toEqual([]);
      }),
    );
  });

  it("finds them in a shell command", () => {
    const words = fc.stringMatching(/^[A-Za-z0-9_.-]{8,30}$/).filter((word) => !word.includes("redacted"));
    fc.assert(
      fc.property(words, (word) => {
        const args = ["-c", `exec server --token '${word}' --port 1`];
        expect(leaksOf({ mcpServers: { a: { command: "sh", args } } }, word)).toEqual([]);
      }),
    );
  });
});
