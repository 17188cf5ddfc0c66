import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocumentReferences } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import { readingOf } from "./operation-reading.ts";
import { isOrdinary } from "./ordinary-operation.ts";
import { checkOperation } from "./read-operation.ts";
import type { PathOperation } from "./read-paths.ts";

/** Mostly valid, so that many cases have only one fault. */
const mostly = (good: unknown, ...others: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const location = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>("query", "path", "header", "cookie", "querystring") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("body", "formData", "tray", 1) },
);
const parameter = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ name: mostly("id", "", undefined, 7, null), in: location, required: mostly(true, "yes") }),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ $ref: "#/p" }, { $ref: "#/none" }, { $ref: 1 }, null, [], "x") },
);
const longList = fc.record({ length: fc.integer({ min: 400, max: 1100 }), prefix: fc.constantFrom("a", "b") });
const parameters = fc.oneof(
  { weight: 6, arbitrary: fc.array(parameter, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, {}) },
  {
    weight: 2,
    arbitrary: longList.map(({ length, prefix }) =>
      Array.from({ length }, (_, at) => ({ name: `${prefix}${at}`, in: "query" })),
    ),
  },
);
const mediaType = mostly(
  "application/json",
  "text/event-stream",
  "Application/JSONL; x=1",
  "text/html",
) as fc.Arbitrary<string>;
const response = fc.oneof(
  fc.dictionary(mediaType, fc.constant({})).map((content) => ({ content, schema: {} })),
  fc.constantFrom<unknown>({ $ref: "#/r" }, { $ref: "#/none" }, null, {}, { content: [] }),
);
const status = fc.constantFrom("200", "2XX", "2xx", "20", "201", "default", "404", "x-note");
const produces = fc.oneof(fc.array(fc.oneof(mediaType, fc.constant(1)), { maxLength: 2 }), fc.constant(undefined));
const operation = fc.record({
  parameters,
  produces,
  requestBody: mostly({ content: {} }, undefined, null, {}, { $ref: "#/none" }, { $ref: "#/b" }, []),
  responses: fc.oneof(fc.dictionary(status, response), fc.constantFrom<unknown>(undefined, null, [])),
});
const method = mostly("POST", "GET", "TRACE", "QUERY", "CONNECT", "a b", "LOCK") as fc.Arbitrary<string>;

interface Case {
  readonly candidate: PathOperation;
  readonly root: Readonly<Record<string, unknown>>;
  readonly version: DocumentVersion;
}

const anyCase = fc
  .record({ operation, method, parameters, produces, version: fc.constantFrom<DocumentVersion>("2.0", "3.0", "3.1") })
  .map(({ operation: made, method: sent, parameters: shared, produces: produced, version }): Case => {
    const streamed = { content: { "application/x-ndjson": {} } };
    const root = { p: { name: "p", in: "query" }, b: {}, r: streamed, ...(produced && { produces: produced }) };
    const pathItem = shared === undefined ? {} : { parameters: shared };
    const place = {
      path: "/a/{id}",
      own: undefined,
      namespace: "n",
      operationId: undefined,
      wantedName: "a",
      document: { root },
    };
    return { candidate: { ...place, method: sent, operation: made, pathItem }, root, version };
  });

function formsOf({ candidate, root, version }: Case): unknown {
  try {
    return checkOperation(readingOf({ root, version, references: new DocumentReferences() }, candidate, []));
  } catch (thrown) {
    return thrown;
  }
}

describe("when an import checks an operation briefly", () => {
  it("accepts nothing that a full check would quarantine, or turn into a stream", () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const { candidate, root, version } = given;
        fc.pre(isOrdinary({ root, version, references: new DocumentReferences() }, candidate));
        expect(formsOf(given)).toEqual([undefined]);
      }),
      { numRuns: 1000 },
    );
  });

  it("accepts common operations, so that an import is fast", () => {
    const root = {};
    const schema = { type: "string" };
    const json = { content: { "application/json": {} } };
    const common = {
      parameters: [
        { name: "id", in: "path", required: true, schema },
        { name: "limit", in: "query" },
      ],
      requestBody: json,
      responses: { 200: json, 404: { description: "None" }, default: json },
    };
    const place = {
      path: "/a/{id}",
      own: undefined,
      namespace: "n",
      operationId: undefined,
      wantedName: "a",
      document: { root },
    };
    const candidate = { ...place, method: "POST", operation: common, pathItem: { post: common } };
    for (const version of ["2.0", "3.0", "3.1"] as const)
      expect(isOrdinary({ root, version, references: new DocumentReferences() }, candidate)).toBe(true);
  });
});
