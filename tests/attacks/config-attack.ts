/**
 * Whatever a config file holds, the hub uses it or refuses it with a readable message. It throws nothing else, and
 * shows no stack.
 */
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { stringify } from "yaml";
import { ConfigError, formatConfigProblem, loadConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { defineAttack } from "./attack.ts";

const STACK = /\n\s+at |node:internal|\.ts:\d+/;

interface ConfigFile {
  readonly folder: string;
  close(): Promise<void>;
}

type Format = "json" | "yaml";

let files = 0;

const valid = {
  name: "demo",
  mcpServers: {
    text: { command: "node", args: ["server.js"], env: { TOKEN: "${TOKEN:-none}" }, approval: ["write"] },
    web: { url: "https://example.com/mcp", headers: { authorization: "Bearer ${TOKEN}" }, scopes: ["web"] },
  },
  openapi: { shop: { document: "api.json", baseUrl: "https://shop.example", include: ["get*"] } },
  local: { folders: ["operations"], modules: ["more.js"] },
  remotes: { other: { type: "hub", url: "wss://hub.example/ws", token: "${TOKEN:-}" } },
  serve: {
    host: "127.0.0.1",
    port: 7411,
    keys: [{ id: "ada", key: "0123456789abcdef0123456789abcdef", scopes: ["*"] }],
    publicOperations: ["shop.*"],
    limits: { bodyBytes: 1000, callTimeout: 1000 },
    cors: { origins: ["https://app.example"] },
  },
  log: { level: "info" },
};

/**
 * The message that the operator reads when the config is refused; nothing when it is used. Throws on any other failure.
 */
async function refusalOf({ folder }: ConfigFile, text: string, format: Format): Promise<string> {
  // A run that was out of time may still write its file: each has its own.
  const file = join(folder, `${++files}.config.${format}`);
  await writeFile(file, text);
  try {
    await loadConfig(file, { env: { TOKEN: "t" } });
    return "";
  } catch (thrown) {
    if (!(thrown instanceof ConfigError) || thrown.problems.length === 0) throw thrown;
    return [thrown.message, ...thrown.problems.map((problem) => formatConfigProblem(problem))].join("\n");
  } finally {
    await rm(file, { force: true });
  }
}

async function expectWords(target: ConfigFile, text: string, format: Format): Promise<void> {
  assert.doesNotMatch(await refusalOf(target, text, format), STACK);
}

const format = fc.constantFrom<Format>("json", "yaml");

const odd = fc.constantFrom<unknown>(
  null,
  -1,
  1e308,
  "",
  [],
  {},
  true,
  "${",
  "${TOKEN",
  "${MISSING}",
  "${TOKEN:-${TOKEN}}",
  "$${TOKEN}",
  "x".repeat(5000),
  "\u0000",
  "../../etc/passwd",
  "file:///etc/passwd",
  ["__proto__"],
  { constructor: { prototype: 1 } },
);

/** The paths of a value and of everything in it. */
function placesIn(value: unknown, place: readonly string[] = []): string[][] {
  const here = [[...place]];
  if (typeof value !== "object" || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...place, key]))];
}

/** Copies a value, with another value at one path. `undefined` removes the member. */
function changedAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? changedAt(item, rest, put) : item));
  const entries = Object.entries(value as object).map(([name, child]) =>
    name === key ? [name, changedAt(child, rest, put)] : [name, child],
  );
  return Object.fromEntries(entries);
}

const mutated = fc
  .array(fc.tuple(fc.constantFrom(...placesIn(valid)), fc.oneof(odd, fc.constant(undefined), fc.jsonValue())), {
    minLength: 1,
    maxLength: 3,
  })
  .map((changes) =>
    changes.reduce<unknown>((config, [place, put]) => {
      try {
        return changedAt(config, place, put);
      } catch {
        // An earlier change has removed this path.
        return config;
      }
    }, valid),
  );

const texts = { json: JSON.stringify(valid, undefined, 2), yaml: stringify(valid) };
const inserted = fc.constantFrom(
  "",
  ",",
  "}",
  "]",
  "[",
  "{",
  '"',
  "'",
  "\n",
  "\t",
  ":",
  "- ",
  "&a ",
  "*a",
  "!!js ",
  "<<: ",
  "\u0000",
  "---\n",
);
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(4), inserted), { minLength: 1, maxLength: 4 });

/** Each level refers nine times to the level before. */
const aliasLevels = Array.from({ length: 12 }, (_, level) => {
  const before = level === 0 ? "*a" : `*b${level - 1}`;
  return `b${level}: &b${level} [${Array(9).fill(before).join(",")}]`;
});

const bombs = fc.constantFrom(
  "[".repeat(100_000),
  `{"a":`.repeat(50_000),
  `${"  - ".repeat(2000)}x`,
  `a: &a [x,x,x,x,x,x,x,x,x]\n${aliasLevels.join("\n")}`,
  "a: &a\n  b: *a",
  "&a [*a, *a, *a]",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  "\ufeff{}",
);

export const configAttack = defineAttack<ConfigFile>({
  when: "a config is loaded",
  open() {
    const folder = makeTempFolder("config");
    return Promise.resolve({ folder, close: () => rm(folder, { recursive: true }) });
  },
  properties: {
    "uses it or refuses it with a readable message, however its values change": (target) =>
      fc.asyncProperty(mutated, format, async (config, as) => {
        const text = as === "json" ? JSON.stringify(config, undefined, 1) : stringify(config);
        await expectWords(target, text ?? "", as);
      }),
    "uses it or refuses it with a readable message, however its text changes": (target) =>
      fc.asyncProperty(format, edits, async (as, changes) => {
        const text = changes.reduce((before, [at, dropped, put]) => {
          const index = at % (before.length + 1);
          return before.slice(0, index) + put + before.slice(index + dropped);
        }, texts[as]);
        await expectWords(target, text, as);
      }),
    "uses it or refuses it with a readable message, whatever it is": (target) => {
      const text = fc.oneof(fc.string({ unit: "binary", maxLength: 500 }), fc.json(), bombs);
      return fc.asyncProperty(text, format, (given, as) => expectWords(target, given, as));
    },
  },
  async control(target) {
    assert.equal(await refusalOf(target, texts.json, "json"), "");
  },
});
