/** Whatever a config file holds, it is used, or refused in words: nothing else is thrown, and no stack is shown. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { ConfigError, formatConfigProblem, loadConfig } from "../../src/entries/hub.ts";
import { failureOf } from "./failure-of.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const FUZZ_MS = 5000;
const STACK = /\n\s+at |node:internal|\.ts:\d+/;
const folder = makeTempFolder("config");
afterAll(() => rmSync(folder, { recursive: true }));

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

/** What a person reads of a text that is refused; nothing where it is used. Throws what is no refusal in words. */
async function refusalOf(text: string, format: string): Promise<string> {
  const file = join(folder, `operations.config.${format}`);
  writeFileSync(file, text);
  try {
    await loadConfig(file, { env: { TOKEN: "t" } });
    return "";
  } catch (thrown) {
    if (!(thrown instanceof ConfigError) || thrown.problems.length === 0) throw thrown;
    return [thrown.message, ...thrown.problems.map((problem) => formatConfigProblem(problem))].join("\n");
  }
}

async function expectWords(text: string, format: string): Promise<void> {
  expect(await refusalOf(text, format)).not.toMatch(STACK);
}

const format = fc.constantFrom("json" as const, "yaml" as const);

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

/** Every place in a value. */
function placesIn(value: unknown, place: readonly string[] = []): string[][] {
  const here = [[...place]];
  if (typeof value !== "object" || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...place, key]))];
}

/** A copy in which one place holds something else; `undefined` takes it out. */
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
        // An earlier change has taken the place away.
        return config;
      }
    }, valid),
  );

describe("when a config is loaded", () => {
  it("takes the one that the others are made from", async () => {
    writeFileSync(join(folder, "operations.config.json"), JSON.stringify(valid));
    expect((await loadConfig(join(folder, "operations.config.json"), { env: { TOKEN: "t" } })).config.name).toBe(
      "demo",
    );
  });

  it("is used or refused in words, however its values are changed", async () => {
    const property = fc.asyncProperty(mutated, format, async (config, as) => {
      await expectWords((as === "json" ? JSON.stringify(config, undefined, 1) : stringify(config)) ?? "", as);
    });
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });

  it("is used or refused in words, however its text is changed", async () => {
    const texts = { json: JSON.stringify(valid, undefined, 2), yaml: stringify(valid) } as const;
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
    const edit = fc.tuple(fc.nat(), fc.nat(4), inserted);
    const property = fc.asyncProperty(format, fc.array(edit, { minLength: 1, maxLength: 4 }), async (as, edits) => {
      const text = edits.reduce((before, [at, dropped, put]) => {
        const index = at % (before.length + 1);
        return before.slice(0, index) + put + before.slice(index + dropped);
      }, texts[as]);
      await expectWords(text, as);
    });
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });

  it("is used or refused in words, whatever it is", async () => {
    const bombs = fc.constantFrom(
      "[".repeat(100_000),
      `{"a":`.repeat(50_000),
      `${"  - ".repeat(2000)}x`,
      `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from(
        { length: 12 },
        (_, n) =>
          `b${n}: &b${n} [${Array(9)
            .fill(n === 0 ? "*a" : `*b${n - 1}`)
            .join(",")}]`,
      ).join("\n")}`,
      "a: &a\n  b: *a",
      "&a [*a, *a, *a]",
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
      "\ufeff{}",
    );
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 500 }), fc.json(), bombs);
    expect(await failureOf(fc.asyncProperty(text, format, expectWords), FUZZ_MS)).toBeUndefined();
  });
});
