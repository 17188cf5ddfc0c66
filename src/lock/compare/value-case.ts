/** The values of a schema, case by case: where it offers a choice, each choice is a separate case. */
import { isSameJSON } from "../../shared/json/is-same-json.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { flatten, listIn } from "./schema-node.ts";
import type { FlatPart, NodeKeywords, ComparedNode } from "./schema-node.ts";

/** The kinds of JSON values. A number is a whole one or a fraction. */
export type CaseKind = "null" | "boolean" | "integer" | "fraction" | "string" | "array" | "object";

const KINDS: readonly CaseKind[] = ["null", "boolean", "integer", "fraction", "string", "array", "object"];
const KINDS_OF_TYPE: Readonly<Record<string, readonly CaseKind[]>> = {
  null: ["null"],
  boolean: ["boolean"],
  integer: ["integer"],
  number: ["integer", "fraction"],
  string: ["string"],
  array: ["array"],
  object: ["object"],
};
/** Keywords that a comparison does not understand: they may exclude values that it counts. */
const UNREAD = [
  "if",
  "contains",
  "propertyNames",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
  "$recursiveRef",
];
const DEEPEST_CHOICE = 4;
/** More values than this are not compared one by one. */
const MOST_VALUES = 500;

/** Values that fit all parts, and none of what is excluded. */
export interface ValueCase {
  readonly parts: readonly FlatPart[];
  readonly excluded: readonly ComparedNode[];
  readonly isEmpty: boolean;
  /** There may be fewer values than the parts say: then nothing proves that one does not fit. */
  readonly isVague: boolean;
}

export function caseOf(nodes: readonly ComparedNode[], within?: Pick<ValueCase, "parts" | "excluded">): ValueCase {
  const { parts: inner, isEmpty, isPartial } = flatten(nodes);
  // Those of the wider case are expanded already.
  const parts = [...(within?.parts ?? []), ...inner];
  const isUnread = parts.some(({ schema }) => UNREAD.some((keyword) => keyword in schema));
  const nots = parts.flatMap(({ schema, side }) => ("not" in schema ? [{ schema: schema["not"], side }] : []));
  return {
    parts,
    excluded: [...(within?.excluded ?? []), ...nots],
    isEmpty: isEmpty || kindsOf({ parts }).size === 0,
    isVague: isPartial || isUnread || nots.length > 0,
  };
}

/** The kinds that a value may have. */
export function kindsOf({ parts }: Pick<ValueCase, "parts">, depth = 0): ReadonlySet<CaseKind> {
  let kinds = new Set(KINDS);
  for (const { schema, side } of parts) {
    kinds = common(kinds, kindsOfType(schema["type"]));
    const values = valuesOf(schema);
    if (values !== undefined) kinds = common(kinds, new Set(values.map(kindOf)));
    for (const keyword of depth < DEEPEST_CHOICE ? ["anyOf", "oneOf"] : []) {
      if (!Array.isArray(schema[keyword])) continue;
      const choices = listIn(schema, keyword).map((choice) => flatten([{ schema: choice, side }]));
      const possible = choices.filter(({ isEmpty }) => !isEmpty).flatMap((choice) => [...kindsOf(choice, depth + 1)]);
      kinds = common(kinds, new Set(possible));
    }
  }
  return kinds;
}

export function kindOf(value: unknown): CaseKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value as "boolean" | "string" | "object";
}

/** The values of a case, if they can be counted: by `const`, by `enum`, or because their number is limited. */
export function finiteValues({ parts }: ValueCase, kinds: ReadonlySet<CaseKind>): readonly unknown[] | undefined {
  const lists = parts.flatMap(({ schema }) => {
    const values = valuesOf(schema);
    return values === undefined ? [] : [values];
  });
  const [first, ...others] = lists;
  if (first === undefined) {
    if ([...kinds].some((kind) => kind !== "null" && kind !== "boolean")) return undefined;
    return [...(kinds.has("null") ? [null] : []), ...(kinds.has("boolean") ? [true, false] : [])];
  }
  if (first.length > MOST_VALUES) return undefined;
  const inAll = first.filter((value) => others.every((list) => list.some((other) => isSameJSON(value, other))));
  return inAll.filter((value) => kinds.has(kindOf(value)));
}

/** The values that `const` and `enum` of one schema leave; undefined if it has neither. */
export function valuesOf(schema: NodeKeywords): readonly unknown[] | undefined {
  const listed = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : undefined;
  if (!("const" in schema)) return listed;
  const constant = schema["const"];
  return listed === undefined || listed.some((value) => isSameJSON(value, constant)) ? [constant] : [];
}

/** The same values in smaller cases; undefined if there is no choice left. */
export function splitCase(values: ValueCase): readonly ValueCase[] | undefined {
  return splitByChoice(values) ?? splitByValue(values) ?? splitByKind(values);
}

function splitByChoice({ parts, excluded, isVague }: ValueCase): readonly ValueCase[] | undefined {
  for (const [index, { schema, side }] of parts.entries()) {
    for (const keyword of ["anyOf", "oneOf"]) {
      if (!Array.isArray(schema[keyword])) continue;
      const { [keyword]: _choice, allOf: _allOf, $ref: _ref, ...rest } = schema;
      const others = parts.with(index, { schema: rest, side });
      const choices = listIn(schema, keyword).map((choice) => ({ schema: choice, side }));
      return choices.map((choice) => {
        const rivals = keyword === "oneOf" ? choices.filter((other) => other !== choice) : [];
        const inner = caseOf([choice], { parts: others, excluded });
        return {
          ...inner,
          excluded: [...inner.excluded, ...rivals],
          isVague: isVague || inner.isVague || rivals.some((rival) => mayShareValues(choice, rival)),
        };
      });
    }
  }
  return undefined;
}

function splitByValue(values: ValueCase): readonly ValueCase[] | undefined {
  const finite = finiteValues(values, kindsOf(values));
  return finite === undefined || finite.length < 2
    ? undefined
    : finite.map((value) => narrowed(values, { const: value }));
}

function splitByKind(values: ValueCase): readonly ValueCase[] | undefined {
  const kinds = kindsOf(values);
  const types = Object.keys(KINDS_OF_TYPE).filter((type) => {
    const wanted = KINDS_OF_TYPE[type] as readonly CaseKind[];
    const isWhole = type === "integer" && kinds.has("fraction");
    return !isWhole && wanted.every((kind) => kinds.has(kind));
  });
  return types.length < 2 ? undefined : types.map((type) => narrowed(values, { type }));
}

function narrowed(values: ValueCase, schema: NodeKeywords): ValueCase {
  const side = { resolve: () => undefined };
  return { ...values, parts: [...values.parts, { schema, side }] };
}

/** Whether two schemas may have a value in common: false only if they obviously have none. */
export function mayShareValues(one: ComparedNode, other: ComparedNode): boolean {
  return mayShare(caseOf([one]), caseOf([other]), 0);
}

export function mayShare(one: ValueCase, other: ValueCase, depth: number): boolean {
  if (one.isEmpty || other.isEmpty) return false;
  const kinds = common(new Set(kindsOf(one)), kindsOf(other));
  if (kinds.size === 0) return false;
  const both = [finiteValues(one, kinds), finiteValues(other, kinds)] as const;
  if (both[0] !== undefined && both[1] !== undefined) {
    const [left, right] = both;
    return left.some((value) => right.some((rival) => isSameJSON(value, rival)));
  }
  if (kinds.size > 1 || !kinds.has("object") || depth > DEEPEST_CHOICE) return true;
  // Objects that both require a member, with different values: the tag of a union.
  const required = requiredOf(one).filter((name) => requiredOf(other).includes(name));
  return required.every((name) => mayShare(memberCase(one, name), memberCase(other, name), depth + 1));
}

export function requiredOf({ parts }: ValueCase): string[] {
  const names = parts.flatMap(({ schema }) => listIn(schema, "required"));
  return names.filter((name) => typeof name === "string");
}

function memberCase({ parts }: ValueCase, name: string): ValueCase {
  return caseOf(
    parts.flatMap(({ schema, side }) => {
      const members = schema["properties"];
      return isSchemaObject(members) && Object.hasOwn(members, name) ? [{ schema: members[name], side }] : [];
    }),
  );
}

function kindsOfType(type: unknown): ReadonlySet<CaseKind> {
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : undefined;
  if (types === undefined) return new Set(KINDS);
  return new Set(types.flatMap((name) => KINDS_OF_TYPE[String(name)] ?? []));
}

function common<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): Set<T> {
  return new Set([...one].filter((item) => other.has(item)));
}
