/** JSON types as bits: they show without a check which branches of a union a value could fit. */
import { keyword, partsOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

export const jsonType = { string: 1, number: 2, boolean: 4, null: 8, object: 16, array: 32, other: 64 } as const;

export const anyType = 127;

export function typeOfValue(value: unknown): number {
  switch (typeof value) {
    case "string":
      return jsonType.string;
    case "number":
      return jsonType.number;
    case "boolean":
      return jsonType.boolean;
    case "object":
      if (value === null) return jsonType.null;
      return Array.isArray(value) ? jsonType.array : jsonType.object;
    default:
      return jsonType.other;
  }
}

/** The types that the `type` keyword allows. The engine lets an unknown name allow any type. */
export function typesOfKeyword(node: SchemaNode): number {
  const type = keyword(node, "type");
  if (typeof type === "string") return typeNamed(type);
  if (!Array.isArray(type)) return anyType;
  return type.reduce<number>((types, name) => types | typeNamed(name), 0);
}

/** The types of the values that `const` and `enum` list. */
export function typesOfValues(node: SchemaNode): number {
  let types = anyType;
  if (typeof node.schema === "object" && Object.hasOwn(node.schema, "const")) {
    types &= typeOfValue(keyword(node, "const"));
  }
  const values = keyword(node, "enum");
  if (Array.isArray(values)) types &= values.reduce<number>((all, value) => all | typeOfValue(value), 0);
  return types;
}

const possible = new WeakMap<SchemaNode, number>();

/** A superset of the types of all values that fit. It can rule out a branch of a union. */
export function possibleTypes(node: SchemaNode): number {
  if (typeof node.schema === "boolean") return node.schema ? anyType : 0;
  const known = possible.get(node);
  if (known !== undefined) return known;
  // A schema that leads back to itself in place rules nothing out.
  possible.set(node, anyType);
  const { always, unions } = partsOf(node);
  let types = typesOfKeyword(node) & typesOfValues(node);
  for (const part of always) types &= possibleTypes(part);
  for (const { branches } of unions) types &= branches.reduce((all, branch) => all | possibleTypes(branch), 0);
  possible.set(node, types);
  return types;
}

function typeNamed(name: unknown): number {
  if (name === "integer") return jsonType.number;
  const known = Object.entries(jsonType).find(([type]) => type === name && type !== "other");
  return known?.[1] ?? anyType;
}
