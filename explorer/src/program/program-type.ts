/** What an expression of a program is, as far as the page can tell. It never says more than the schemas do. */
import type { SyntaxNode } from "@lezer/common";
import { nameInReference, toTypeName } from "../../../src/schema/print/type-names.ts";
import { indent, printKey, printType } from "../../../src/schema/print/print-type.ts";
import { shorten } from "../../../src/shared/short-text.ts";
import { isObject, listOf } from "../json/json-path.ts";
import { SchemaDocument } from "../form/schema-document.ts";
import { tupleOf } from "../form/schema-object.ts";
import type { SchemaObject } from "../form/schema-object.ts";

export type ProgramType =
  | { readonly kind: "unknown" }
  /** `env`, or a part of it: a namespace or an operation. */
  | { readonly kind: "env"; readonly path: string }
  /** A JSON value. */
  | { readonly kind: "value"; readonly document: SchemaDocument; readonly schema: unknown }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "list"; readonly item: ProgramType }
  | { readonly kind: "tuple"; readonly items: readonly ProgramType[] }
  | { readonly kind: "promise"; readonly of: ProgramType }
  | { readonly kind: "stream"; readonly item: ProgramType }
  | { readonly kind: "function"; readonly node: SyntaxNode };

/** A property or a method. */
export interface Member {
  readonly name: string;
  readonly type: ProgramType;
  readonly about?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isMethod?: boolean | undefined;
}

export const UNKNOWN: ProgramType = { kind: "unknown" };

const LONGEST_DETAIL = 48;
/** The depth of unions in unions. Deeper ones are rare, and schemas come from outside. */
const MOST_UNIONS = 4;

export function valueType(schema: unknown): ProgramType {
  const document = new SchemaDocument(schema);
  return { kind: "value", document, schema: document.root };
}

export function effectiveSchema(type: ProgramType): SchemaObject | undefined {
  return type.kind === "value" ? type.document.effective(type.schema) : undefined;
}

export function membersOf(type: ProgramType): readonly Member[] {
  if (type.kind === "object") return type.members;
  if (type.kind === "promise") return methods(["then", "catch", "finally"]);
  if (isList(type)) return LIST_MEMBERS;
  if (type.kind !== "value") return [];
  const found = new Map<string, Member>();
  collectMembers(type, found, 0);
  return [...found.values()];
}

export function memberType(type: ProgramType, name: string): ProgramType {
  return membersOf(type).find((member) => member.name === name)?.type ?? UNKNOWN;
}

function collectMembers(type: ProgramType & { kind: "value" }, found: Map<string, Member>, depth: number): void {
  const schema = type.document.effective(type.schema);
  if (schema["type"] === "string") for (const member of STRING_MEMBERS) found.set(member.name, member);
  const { properties } = schema;
  const required = new Set<unknown>(listOf(schema["required"]));
  for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) {
    if (found.has(name)) continue;
    const about = type.document.effective(part)["description"];
    found.set(name, {
      name,
      type: { ...type, schema: part },
      isRequired: required.has(name),
      about: typeof about === "string" ? about : undefined,
    });
  }
  if (depth === MOST_UNIONS) return;
  for (const branch of branchesOf(schema)) collectMembers({ ...type, schema: branch }, found, depth + 1);
}

export function branchesOf(schema: SchemaObject): readonly unknown[] {
  return [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
}

export function isList(type: ProgramType): boolean {
  if (type.kind === "list" || type.kind === "tuple") return true;
  const schema = effectiveSchema(type);
  if (schema === undefined) return false;
  return schema["type"] === "array" || listOf(schema["type"]).includes("array") || isObject(schema["items"]);
}

export function itemOf(type: ProgramType): ProgramType {
  if (type.kind === "list" || type.kind === "stream") return type.item;
  if (type.kind === "tuple") return type.items[0] ?? UNKNOWN;
  const schema = effectiveSchema(type);
  if (schema === undefined || type.kind !== "value") return UNKNOWN;
  const { prefix, rest } = tupleOf(schema);
  const [item] = isObject(rest) ? [rest] : prefix;
  return item === undefined ? UNKNOWN : { ...type, schema: item };
}

export function awaited(type: ProgramType): ProgramType {
  return type.kind === "promise" ? awaited(type.of) : type;
}

/** The type in a few words, as TypeScript writes it. */
export function describeType(type: ProgramType): string {
  switch (type.kind) {
    case "value":
      return shorten(printType(type.schema, PRINTED).replaceAll(/\s+/g, " "), LONGEST_DETAIL);
    case "list":
      return `${describeType(type.item)}[]`;
    case "promise":
      return `Promise<${describeType(type.of)}>`;
    case "stream":
      return `AsyncIterable<${describeType(type.item)}>`;
    default:
      return "";
  }
}

/** The type in full, on several lines if it is long. Undefined if nothing is known. */
export function writeType(type: ProgramType): string | undefined {
  switch (type.kind) {
    case "value":
      return printType(type.schema, { ...PRINTED, comments: true, longestComment: LONGEST_DETAIL });
    case "object": {
      const members = type.members.filter(({ isMethod }) => isMethod !== true);
      const lines = members.map((member) => `${printKey(member.name)}: ${writeType(member.type) ?? "unknown"};`);
      return lines.length === 0 ? "{}" : ["{", ...indent(lines.join("\n").split("\n")), "}"].join("\n");
    }
    case "tuple":
      return `[${type.items.map((item) => writeType(item) ?? "unknown").join(", ")}]`;
    case "list":
      return `Array<${writeType(type.item) ?? "unknown"}>`;
    case "promise":
      return `Promise<${writeType(type.of) ?? "unknown"}>`;
    case "stream":
      return `AsyncIterable<${writeType(type.item) ?? "unknown"}>`;
    default:
      return undefined;
  }
}

const PRINTED = { comments: false, refer: (ref: string) => toTypeName(nameInReference(ref)) };

function methods(names: readonly string[]): readonly Member[] {
  return names.map((name) => ({ name, type: UNKNOWN, isMethod: true }));
}

const LENGTH: Member = { name: "length", type: valueType({ type: "integer" }) };
const LIST_MEMBERS: readonly Member[] = [
  ...methods(["map", "filter", "find", "some", "every", "flatMap", "reduce", "slice", "at", "includes", "join"]),
  ...methods(["forEach", "toSorted", "toReversed", "concat", "findIndex", "indexOf", "flat"]),
  LENGTH,
];
const STRING_MEMBERS: readonly Member[] = [
  ...methods(["includes", "startsWith", "endsWith", "split", "slice", "trim", "toLowerCase", "toUpperCase"]),
  ...methods(["replace", "replaceAll", "match", "indexOf", "padStart"]),
  LENGTH,
];
