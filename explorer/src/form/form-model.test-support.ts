/** Schemas with values that fit them, and a reader that rebuilds the value from the form alone. */
import * as fc from "fast-check";
import { childrenOf, chosenBranch, formNode } from "./form-node.ts";
import type { FormNode, FormSource } from "./form-node.ts";
import { SchemaDocument } from "./schema-document.ts";

export interface Sample {
  readonly schema: Record<string, unknown>;
  readonly value: unknown;
}

const key = fc.oneof(
  fc.constantFrom("a", "b", "name", "__proto__", "x/y", "t~n", "$bytes2", "constructor"),
  fc.string({ minLength: 1, maxLength: 4 }),
);

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.string().map((value) => ({ schema: { type: "string" }, value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: { type: "number" }, value })),
  fc.integer().map((value) => ({ schema: { type: "integer" }, value })),
  fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  fc.constant({ schema: { type: "null" }, value: null }),
  fc.jsonValue().map((value) => ({ schema: {}, value })),
  fc.jsonValue().map((value) => ({ schema: { const: value }, value })),
  fc
    .array(fc.string(), { minLength: 2, maxLength: 4 })
    .map((values) => ({ schema: { enum: values }, value: values[1] })),
  fc.string().map((value) => ({ schema: { type: ["string", "null"] }, value })),
  fc.base64String().map((value) => ({ schema: { type: "string", contentEncoding: "base64" }, value })),
  fc.base64String().map((value) => ({ schema: { format: "binary" }, value: { $bytes: value } })),
);

/** Built with `fromEntries`, so that `__proto__` stays an ordinary name. */
export const sample: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.dictionary(key, fc.tuple(tie("sample"), fc.boolean(), fc.boolean()), { maxKeys: 4 }).map(objectSample),
    fc.array(tie("sample"), { maxLength: 3 }).map((items) => ({
      schema: { type: "array", prefixItems: items.map(({ schema }) => schema) },
      value: items.map(({ value }) => value),
    })),
    fc.dictionary(key, fc.string(), { maxKeys: 3 }).map((value) => ({
      schema: { type: "object", additionalProperties: { type: "string" } },
      value,
    })),
    fc.tuple(tie("sample"), fc.array(tie("sample"), { maxLength: 2 }), fc.boolean()).map(([one, others, last]) => {
      const schemas = others.map(({ schema }) => schema);
      return { schema: { anyOf: last ? [...schemas, one.schema] : [one.schema, ...schemas] }, value: one.value };
    }),
    tie("sample").map(({ schema, value }) => ({ schema: { allOf: [schema, { description: "also" }] }, value })),
  ),
})).sample;

type Members = Record<string, [Sample, isRequired: boolean, isPresent: boolean]>;

function objectSample(members: Members): Sample {
  const entries = Object.entries(members);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, [{ schema }]]) => [name, schema])),
      required: entries.filter(([, [, isRequired]]) => isRequired).map(([name]) => name),
    },
    value: Object.fromEntries(
      entries
        .filter(([, [, isRequired, isPresent]]) => isRequired || isPresent)
        .map(([name, [{ value }]]) => [name, value]),
    ),
  };
}

export function formOf(
  schema: unknown,
  value: unknown,
  choices = new Map<string, number>(),
): { source: FormSource; root: FormNode } {
  const source = { document: new SchemaDocument(schema), choices };
  return { source, root: formNode(source, { path: [], schema: source.document.root, value, required: true }) };
}

/** The value that the fields show, from the leaves up. */
export function valueOf(source: FormSource, node: FormNode): unknown {
  if (!node.present || node.value === null) return node.value;
  if (node.control === "union") {
    const { node: inner } = chosenBranch(source, node);
    return inner === undefined ? node.value : valueOf(source, inner);
  }
  if (node.control === "array") return childrenOf(source, node).map((child) => valueOf(source, child));
  if (node.control !== "object") return node.value;
  const members = childrenOf(source, node).filter(({ present }) => present);
  return Object.fromEntries(members.map((child) => [String(child.path.at(-1)), valueOf(source, child)]));
}

/** Every field of the form, without limit. */
export function* fieldsOf(source: FormSource, node: FormNode): Generator<FormNode> {
  yield node;
  if (node.control === "union") {
    const { node: inner } = chosenBranch(source, node);
    if (inner !== undefined) yield* fieldsOf(source, inner);
  }
  for (const child of childrenOf(source, node)) yield* fieldsOf(source, child);
}
