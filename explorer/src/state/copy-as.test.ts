import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyAs, shellQuote } from "./copy-as.ts";

const call = {
  operation: { id: "a.b.name", type: "QUERY" as const },
  input: { text: "it's" },
  origin: "http://127.0.0.1:1",
  needsKey: true,
  isSearched: false,
};

describe("copying a call", () => {
  test("quotes any text so that a shell reads it unchanged", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
          { minLength: 1, maxLength: 20 },
        ),
        (texts) => {
          const printed = execFileSync("sh", ["-c", `printf '%s\\0' ${texts.map(shellQuote).join(" ")}`], {
            encoding: "utf8",
          });
          expect(printed.split("\0").slice(0, -1)).toEqual(texts);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("as curl sends the input to the path of the operation", () => {
    expect(copyAs("curl", call)).toBe(
      [
        "curl http://127.0.0.1:1/a.b/name",
        '--header "authorization: Bearer $OPERATIONS_KEY"',
        "--header 'content-type: application/json'",
        String.raw`--data '{"text":"it'\''s"}'`,
      ].join(" \\\n  "),
    );
    expect(copyAs("curl", { ...call, input: undefined, needsKey: false })).toBe(
      "curl http://127.0.0.1:1/a.b/name \\\n  --request POST",
    );
  });

  test("subscribes to a stream", () => {
    const stream = { ...call, operation: { id: "a.b", type: "SUBSCRIPTION" as const } };
    expect(copyAs("CLI", stream)).toMatch(/^operations subscribe a\.b /);
    expect(copyAs("curl", stream)).toContain("--no-buffer");
    expect(copyAs("TypeScript", stream)).toContain("for await");
  });

  test("shortens a long tool name as the server does", () => {
    const id = `${"n".repeat(60)}.${"x".repeat(60)}`;
    expect(copyAs("MCP", { ...call, operation: { id, type: "QUERY" } })).toMatch(/"name": "n{55}_[\da-f]{8}"/);
  });

  test("uses call_operation if there are too many tools to list", () => {
    const copied = copyAs("MCP", { ...call, isSearched: true });
    expect(copied).toContain("--header 'mcp-name: call_operation'");
    expect(copied).toContain('"id": "a.b.name"');
  });
});
