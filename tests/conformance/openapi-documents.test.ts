import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import { parseDocument } from "../../src/sources/openapi/document/parse-document.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import type { ImportedOperation } from "../../src/sources/openapi/imported-operation.ts";
import { proveSafe } from "../../src/schema/patterns/safe-pattern.ts";
import { getValidator } from "../../src/schema/engine/validator.ts";

const folder = fileURLToPath(new URL("../../../shared/openapi/", import.meta.url));
const isHere = existsSync(`${folder}index.tsv`);
if (!isHere) console.warn("LEFT OUT: the real OpenAPI documents (../shared/openapi) are not here.");

/** Compiling every schema of every document takes a minute; the benchmark does it for the largest. */
const COMPILED_PER_DOCUMENT = 40;

/** Operations, streams among them, quarantined pairs, and findings once all schemas are built. */
const expected: Record<string, readonly [operations: number, streams: number, quarantined: number, findings: number]> =
  {
    "opencode.json": [188, 4, 0, 0],
    "openai.json": [295, 7, 0, 0],
    "discord.json": [242, 0, 0, 2],
    "mistral.yaml": [291, 11, 0, 0],
    "box.json": [296, 0, 0, 1],
    "jira.yaml": [499, 0, 0, 3],
    "twilio.json": [197, 0, 0, 0],
    "kubernetes-core-v1.json": [248, 0, 0, 0],
    "vercel.yaml": [113, 0, 0, 4],
    "hetzner.yaml": [144, 0, 0, 0],
    "bitbucket.yaml": [305, 0, 0, 0],
    "immich.json": [274, 0, 0, 0],
    "xero.yaml": [224, 0, 0, 41],
    "netbox.yaml": [844, 0, 0, 0],
    "pdfblocks.yaml": [12, 0, 0, 0],
    "personio.yaml": [13, 0, 0, 0],
    "devto.yaml": [40, 0, 0, 0],
    "ably.yaml": [22, 0, 0, 0],
    "datumbox.yaml": [14, 0, 0, 0],
    "github.json": [1223, 0, 0, 2],
  };

interface Entry {
  readonly file: string;
  /** Pairs of path and method, by the index. */
  readonly pairs: number;
  readonly document: OpenAPISpec;
}

async function readEntries(): Promise<Entry[]> {
  const lines = readFileSync(`${folder}index.tsv`, "utf8").trim().split("\n").slice(1);
  const entries: Entry[] = [];
  for (const line of lines) {
    const [file = "", , , pairs] = line.split("\t");
    const document = await parseDocument(readFileSync(folder + file, "utf8"), { location: file });
    entries.push({ file, pairs: Number(pairs), document: document as OpenAPISpec });
  }
  return entries;
}

const entries = isHere ? await readEntries() : [];

/** Every text under the name `pattern`, and every name in `patternProperties`. */
function patternsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (key === "pattern" && typeof item === "string") found.add(item);
    else if (key === "patternProperties") for (const pattern of Object.keys(item as object)) found.add(pattern);
    patternsIn(item, found);
  }
  return found;
}

function sampleOf(operations: readonly ImportedOperation[]): ImportedOperation[] {
  const step = Math.max(1, Math.floor(operations.length / COMPILED_PER_DOCUMENT));
  return operations.filter((_, index) => index % step === 0);
}

describe("when real OpenAPI documents are looked for", () => {
  it("lie beside the project, at least in CI", () => {
    expect({ isHere, inCI: process.env["CI"] === "true" }).not.toEqual({ isHere: false, inCI: true });
  });
});

describe.each(entries)("when $file is imported", ({ file, pairs, document }) => {
  const { operations, report } = importOpenAPI(document, { namespace: "api", baseUrl: "https://api.example" });
  const streams = operations.filter(({ type }) => type === "SUBSCRIPTION").length;

  it("makes an operation, or two, of each pair of path and method, or says why not", () => {
    const imported = new Set(
      operations.map(({ metadata }) => `${String(metadata["method"])} ${String(metadata["path"])}`),
    );
    expect(imported.size + report.quarantined.length).toBe(pairs);
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  it("builds no schema until one is used", () => {
    expect(report.convertedSchemas).toBe(0);
  });

  it("builds every schema, and reports what was not taken as it stands", () => {
    for (const operation of operations) expect([operation.inputSchema, operation.outputSchema]).toHaveLength(2);
    expect([operations.length, streams, report.quarantined.length, report.findings.length]).toEqual(expected[file]);
  });

  it("compiles what it built", () => {
    for (const { inputSchema, outputSchema } of sampleOf(operations)) {
      expect(typeof getValidator(inputSchema).check({})).toBe("boolean");
      expect(typeof getValidator(outputSchema).check({})).toBe("boolean");
    }
  });
});

describe.runIf(isHere)("when the patterns in them are judged", () => {
  it("finds all but three safe", () => {
    const patterns = new Set<string>();
    for (const { document } of entries) patternsIn(document, patterns);
    expect(patterns.size).toBe(117);
    expect([...patterns].filter((pattern) => !proveSafe(pattern)).toSorted()).toEqual([
      '(<(.*)?>; rel=\\"(first|current|last)?\\",)*(<(.*)?>; rel=\\"(first|current|last)?\\")+',
      "(\\{user_question\\}[\\s\\S]*?\\{content\\}|\\{content\\}[\\s\\S]*?\\{user_question\\})",
      "[a-z]+_token_[0-9]+",
    ]);
  });
});
