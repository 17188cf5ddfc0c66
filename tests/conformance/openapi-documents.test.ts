import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import { parseDocument } from "../../src/sources/openapi/document/parse-document.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import type { ImportedOperation } from "../../src/sources/openapi/imported-operation.ts";
import { proveSafe } from "../../src/schema/patterns/safe-pattern.ts";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { documentFile, documentNames, ensureDocuments } from "../openapi-documents/documents.ts";
import { isLeftOut } from "../support/left-out.ts";
import { doesNotCompile, expectedImports, unsafePatterns } from "./openapi-expectations.ts";

/** Compiling every schema of every document takes a minute. The benchmark does it for the largest document. */
const COMPILED_PER_DOCUMENT = 40;
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface Entry {
  readonly name: string;
  readonly document: OpenAPISpec;
}

/** Reads the documents from npm, and those in `../shared` if that exists. */
async function readEntries(): Promise<Entry[]> {
  const files: Array<[name: string, file: string]> = [];
  if (isLeftOut("openapi-documents")) console.warn("LEFT OUT: the OpenAPI documents from npm.");
  else {
    await ensureDocuments();
    for (const name of documentNames) files.push([name, documentFile(name)]);
  }
  const beside = join(import.meta.dirname, "../../../shared/openapi");
  const found = existsSync(beside) ? readdirSync(beside).filter((name) => /\.(json|yaml)$/.test(name)) : [];
  for (const name of found) files.push([`shared/${name}`, join(beside, name)]);
  return Promise.all(
    files.map(async ([name, file]) => {
      const document = await parseDocument(readFileSync(file, "utf8"), { location: file });
      return { name, document: document as OpenAPISpec };
    }),
  );
}

const entries = await readEntries();

function countPairs({ paths = {} }: OpenAPISpec): number {
  return Object.values(paths).flatMap((item) => Object.keys(item ?? {}).filter((key) => METHODS.includes(key))).length;
}

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

function compiles({ inputSchema, outputSchema }: ImportedOperation): boolean {
  try {
    return [inputSchema, outputSchema].every((schema) => typeof getValidator(schema).check({}) === "boolean");
  } catch {
    return false;
  }
}

describe.each(entries)("when $name is imported", ({ name, document }) => {
  const { operations, report } = importOpenAPI(document, { namespace: "api", baseUrl: "https://api.example" });
  const streams = operations.filter(({ type }) => type === "SUBSCRIPTION").length;

  it("makes one or two operations of each path and method, or says why not", () => {
    const imported = new Set(
      operations.map(({ metadata }) => `${String(metadata["method"])} ${String(metadata["path"])}`),
    );
    expect(imported.size + report.quarantined.length).toBe(countPairs(document));
    expect(new Set(operations.map((operation) => operation.name)).size).toBe(operations.length);
  });

  it("builds no schema until one is used", () => {
    expect(report.convertedSchemas).toBe(0);
  });

  it("builds every schema, and reports what it changed or left out", () => {
    for (const operation of operations) expect([operation.inputSchema, operation.outputSchema]).toHaveLength(2);
    const counts = [operations.length, streams, report.quarantined.length, report.findings.length];
    expect({ name, counts }).toEqual({ name, counts: expectedImports[name] });
  });

  it("compiles what it built", () => {
    const failed = sampleOf(operations).filter((operation) => !compiles(operation));
    expect(failed.map((operation) => operation.name)).toEqual(doesNotCompile[name] ?? []);
  });
});

describe.each(["npm", "shared"] as const)("when the patterns in the documents from %s are judged", (origin) => {
  const chosen = entries.filter(({ name }) => name.startsWith("shared/") === (origin === "shared"));

  it.skipIf(chosen.length === 0)("finds only the known ones unsafe", () => {
    const patterns = new Set<string>();
    for (const { document } of chosen) patternsIn(document, patterns);
    const unsafe = [...patterns].filter((pattern) => !proveSafe(pattern));
    expect({ patterns: patterns.size, unsafe: unsafe.toSorted() }).toEqual(unsafePatterns[origin]);
  });
});
