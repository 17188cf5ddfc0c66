import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { checkConfig } from "./check-config.ts";
import { ConfigError } from "./text/config-error.ts";
import { configJSONSchema } from "./config-json-schema.ts";
import { readConfigText } from "./text/read-config-text.ts";
import { findJSONSyntaxError } from "./text/json-text.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Anything thrown that is not a `ConfigError` escapes, and fails the property. */
async function isUsedOrRefused(text: string, format: "json" | "yaml"): Promise<boolean> {
  try {
    checkConfig({ file: "config", text: await readConfigText(text, "config", format), env: {} });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    return thrown.problems.length > 0;
  }
}

describe("whatever a config holds", () => {
  it("is either used or refused with problems", async () => {
    const texts = fc.string({ unit: "binary" });
    const property = fc.asyncProperty(texts, fc.constantFrom("json", "yaml"), isUsedOrRefused);
    expect((await fc.check(property, { numRuns: 100 })).counterexample).toBeNull();
  });

  it("is either used or refused when it is well-formed", async () => {
    const names = fc.constantFrom("mcpServers", "openapi", "serve", "keys", "port", "command", "__proto__", "a");
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(null, 1, true, "${X}", "${X:-1}", "$${X}", "text"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(names, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    const property = fc.asyncProperty(tree, (value) => isUsedOrRefused(JSON.stringify(value), "json"));
    expect((await fc.check(property, { numRuns: 100 })).counterexample).toBeNull();
  });
});

describe("findJSONSyntaxError", () => {
  it("finds a mistake exactly where JSON.parse does", () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "'", "\n", "x"))
      .map(([text, at, inserted]) => {
        const index = at % (text.length + 1);
        return text.slice(0, index) + inserted + text.slice(index + 1);
      });
    fc.assert(
      fc.property(broken, (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(findJSONSyntaxError(text) === undefined).toBe(parses);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("configJSONSchema", () => {
  it("describes every property of every object", () => {
    const undescribed: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties, ...rest } = schema as { properties?: Record<string, { description?: string }> };
      for (const [name, property] of Object.entries(properties ?? {})) {
        if (property.description === undefined) undescribed.push(`${path}.${name}`);
        visit(property, `${path}.${name}`);
      }
      for (const [name, part] of Object.entries(rest)) visit(part, `${path}/${name}`);
    };
    visit(configJSONSchema(), "");
    expect(undescribed).toEqual([]);
  });
});
