import { describe, expect, it } from "vitest";

import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import type { ImportedOperation } from "../../src/sources/openapi/imported-operation.ts";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { expectedImports } from "./openapi-expectations.ts";
import { describePatterns } from "./patterns-of-documents.ts";
import { readRealDocuments } from "./real-documents.ts";

/** Compiling every schema of every document takes a minute. The benchmark does it for the largest document. */
const COMPILED_PER_DOCUMENT = 12;
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const entries = await readRealDocuments();

function countPairs({ paths = {} }: OpenAPISpec): number {
  return Object.values(paths).flatMap((item) => Object.keys(item ?? {}).filter((key) => METHODS.includes(key))).length;
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

  it("makes one or two operations from each path and method, or says why not", () => {
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

  it("compiles every schema that it built", () => {
    const failed = sampleOf(operations).filter((operation) => !compiles(operation));
    expect(failed.map((operation) => operation.name)).toEqual([]);
  });
});

describePatterns(entries);
