/** Flat query parameters as an input: texts become what the schema requires, if that is certain. */
import { LONG_INTEGER, parseExactly } from "../../shared/json/exact-json.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { toPlainSchema } from "../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";

const MOST_STEPS = 20;

const schemas = new WeakMap<OperationSpec, PlainSchema>();

/** What can't be converted stays text: the validator then says what is wrong with it. */
export function readQuery(parameters: URLSearchParams, spec: OperationSpec): Record<string, unknown> {
  let root = schemas.get(spec);
  if (root === undefined) schemas.set(spec, (root = toPlainSchema(spec.inputSchema, "input")));
  const properties = propertiesOf(root);
  const entries = [...new Set(parameters.keys())].map((name): [string, unknown] => {
    const types = typesOf(properties.get(name), root);
    return [name, toValue(parameters.getAll(name), types)];
  });
  // `fromEntries`, so that `__proto__` stays an ordinary name.
  return Object.fromEntries(entries);
}

interface Types {
  readonly names: ReadonlySet<unknown>;
  readonly items: ReadonlySet<unknown>;
}

function toValue(texts: readonly string[], { names, items }: Types): unknown {
  const [first = ""] = texts;
  if (texts.length === 1) {
    const value = convert(first, names);
    if (value !== first || !names.has("array") || names.has("string")) return value;
  }
  return texts.map((text) => convert(text, items));
}

function convert(text: string, types: ReadonlySet<unknown>): unknown {
  if (types.has("string")) return text;
  if ((types.has("number") || types.has("integer")) && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    return LONG_INTEGER.test(text) ? parsed(text) : Number(text);
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("null") && text === "null") return null;
  if ((types.has("object") && text.startsWith("{")) || (types.has("array") && text.startsWith("["))) {
    return parsed(text);
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

/** Every property by name, wherever the schema speaks of it. */
function propertiesOf(root: PlainSchema): ReadonlyMap<string, PlainSchema[]> {
  const found = new Map<string, PlainSchema[]>();
  for (const part of partsOf(root, root)) {
    const { properties } = part;
    if (!isSchemaObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      if (isSchemaObject(schema)) found.set(name, [...(found.get(name) ?? []), schema]);
    }
  }
  return found;
}

function typesOf(schemas: readonly PlainSchema[] = [], root: PlainSchema): Types {
  const parts = schemas.flatMap((schema) => partsOf(schema, root));
  const items = parts.flatMap(({ items }) => (isSchemaObject(items) ? partsOf(items, root) : []));
  return { names: typeNames(parts), items: typeNames(items) };
}

function typeNames(parts: readonly PlainSchema[]): ReadonlySet<unknown> {
  return new Set(
    parts.flatMap((part) => {
      const values = Array.isArray(part["enum"]) ? part["enum"] : "const" in part ? [part["const"]] : [];
      return [part["type"] ?? [], values.map((value: unknown) => (value === null ? "null" : typeof value))].flat();
    }),
  );
}

/** The schema, and those that apply to the same value: choices, combinations and what it refers to. */
function partsOf(schema: PlainSchema, root: PlainSchema): PlainSchema[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (parts.size > MOST_STEPS) break;
    const next = [part["anyOf"], part["oneOf"], part["allOf"]].flatMap((list): unknown[] =>
      Array.isArray(list) ? list : [],
    );
    if (typeof part["$ref"] === "string") next.push(referred(part["$ref"], root));
    for (const each of next) if (isSchemaObject(each)) parts.add(each);
  }
  return [...parts];
}

function referred(ref: string, root: PlainSchema): unknown {
  const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(ref) ?? [];
  if (keyword === undefined || name === undefined) return undefined;
  const definitions = root[keyword];
  return isSchemaObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
