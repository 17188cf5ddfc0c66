/** Several schemas that a value must all fit, as one: no provider's strict mode has `allOf`. */
import { isSchemaObject } from "../../schema/types/scope.ts";
import { isApplied } from "../../schema/types/schema-keywords.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { typesOf } from "./json-types.ts";
import type { JSONType } from "./json-types.ts";

/** Of two unions, every pair is a choice; more pairs than this are not written out. */
const MOST_PAIRS = 32;

export interface MergeDeps {
  /** The schema that a `$ref` names; undefined if there is none. */
  readonly targetOf: (schema: PlainSchema) => unknown;
  /** Reports a keyword that the merged schema lacks. */
  readonly onLoss: (keyword: string) => void;
}

/** `false` if nothing can fit them all. */
export function mergeSchemas(schemas: readonly unknown[], deps: MergeDeps): PlainSchema | false {
  const expanded = expand(schemas, deps);
  let parts = expanded === false ? false : joinRecords(expanded);
  // Merges neighbours in pairs. Merging one after the other into the first would copy that one thousands of times.
  while (parts !== false && parts.length > 1) parts = mergeNeighbours(parts, deps);
  return parts === false ? false : (parts[0] ?? {});
}

/** The keywords of an object that describes its members only by name. */
const RECORD_KEYWORDS = new Set(["type", "properties", "required", "title", "description"]);

/** Joins neighbours that only name members into one, in one step: there may be thousands. */
function joinRecords(parts: readonly PlainSchema[]): PlainSchema[] {
  const joined: PlainSchema[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at;
    while (end < parts.length && isRecordSchema(parts[end] as PlainSchema)) end++;
    if (end - at > 1) joined.push(joinedRecord(parts.slice(at, end)));
    else joined.push(parts[at] as PlainSchema);
    at = Math.max(end, at + 1);
  }
  return joined;
}

function isRecordSchema(schema: PlainSchema): boolean {
  return schema["type"] === "object" && Object.keys(schema).every((keyword) => RECORD_KEYWORDS.has(keyword));
}

function joinedRecord(parts: readonly PlainSchema[]): PlainSchema {
  const members = new Map<string, unknown[]>();
  const required = new Set<unknown>();
  const said: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [name, schema] of Object.entries(propertiesOf(part))) {
      const found = members.get(name);
      if (found === undefined) members.set(name, [schema]);
      else found.push(schema);
    }
    if (Array.isArray(part["required"])) for (const name of part["required"] as unknown[]) required.add(name);
    for (const text of ["title", "description"]) if (part[text] !== undefined) said[text] ??= part[text];
  }
  const properties = Array.from(members, ([name, found]) => [name, found.length === 1 ? found[0] : { allOf: found }]);
  return {
    ...said,
    type: "object",
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) as PlainSchema }),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

function mergeNeighbours(parts: readonly PlainSchema[], deps: MergeDeps): PlainSchema[] | false {
  const merged: PlainSchema[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [one, other] = [parts[at] as PlainSchema, parts[at + 1]];
    const both = other === undefined ? one : mergePair(one, other, deps);
    if (both === false) return false;
    merged.push(both);
  }
  return merged;
}

/** Follows `$ref` and `allOf`. A schema that leads back to itself counts once. */
function expand(schemas: readonly unknown[], deps: MergeDeps): PlainSchema[] | false {
  const parts: PlainSchema[] = [];
  const seen = new Set<unknown>();
  const open = [...schemas];
  for (const schema of open) {
    if (schema === false) return false;
    if (!isSchemaObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, allOf, ...rest } = schema;
    if ($ref !== undefined) {
      const target = deps.targetOf(schema);
      if (target === undefined) deps.onLoss("$ref");
      else open.push(target);
    }
    if (Array.isArray(allOf)) open.push(...(allOf as unknown[]));
    // An empty one would only cost a round.
    if (Object.keys(rest).length > 0) parts.push(rest);
  }
  return parts;
}

type Combine = (one: unknown, other: unknown, deps: MergeDeps, keyword: string) => unknown;

const larger: Combine = (one, other) => Math.max(Number(one), Number(other));
const smaller: Combine = (one, other) => Math.min(Number(one), Number(other));
const both: Combine = (one, other) => ({ allOf: [one, other] });
const either: Combine = (one, other) => one === true || other === true;
const first: Combine = (one) => one;
/** Keeps the first of the two. If the other one differs, it is lost. */
const same: Combine = (one, other, deps, keyword) => {
  if (JSON.stringify(one) !== JSON.stringify(other)) deps.onLoss(keyword);
  return one;
};
/** Exactly one choice of each fits if, and only if, exactly one pair does; and the same with at least one. */
const pairs: Combine = (one, other, deps, keyword) => {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length * other.length > MOST_PAIRS) {
    deps.onLoss(keyword);
    return one;
  }
  return one.flatMap((choice: unknown) => other.map((more: unknown) => ({ allOf: [choice, more] })));
};
const union: Combine = (one, other) => [...new Set([...(one as unknown[]), ...(other as unknown[])])];

const COMBINED: Readonly<Record<string, Combine>> = {
  required: union,
  items: both,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: either,
  anyOf: pairs,
  oneOf: pairs,
  not: (one, other) => ({ anyOf: [one, other] }),
  propertyNames: both,
};

/** These are merged together, below. */
const STRUCTURAL = new Set(["type", "properties", "additionalProperties", "patternProperties", "enum", "const"]);

function mergePair(one: PlainSchema, other: PlainSchema, deps: MergeDeps): PlainSchema | false {
  const types = mergeTypes(typesOf(one), typesOf(other));
  if (types.length === 0) return false;
  const merged: Record<string, unknown> = {};
  for (const keyword of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (STRUCTURAL.has(keyword)) continue;
    if (!Object.hasOwn(other, keyword)) merged[keyword] = one[keyword];
    else if (!Object.hasOwn(one, keyword)) merged[keyword] = other[keyword];
    else {
      const combine = COMBINED[keyword] ?? (isApplied(keyword) ? same : first);
      merged[keyword] = combine(one[keyword], other[keyword], deps, keyword);
    }
  }
  if (one["type"] !== undefined || other["type"] !== undefined) merged["type"] = types.length === 1 ? types[0] : types;
  const values = mergeValues(literalsOf(one), literalsOf(other));
  if (values !== undefined) merged["enum"] = values;
  return { ...merged, ...mergeMembers(one, other, deps) };
}

function mergeTypes(one: readonly JSONType[], other: readonly JSONType[]): JSONType[] {
  const types = one.filter((type) => other.includes(type) || (type === "integer" && other.includes("number")));
  if (!one.includes("integer") && one.includes("number") && other.includes("integer") && !other.includes("number")) {
    types.push("integer");
  }
  return types;
}

function mergeValues(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  const known = new Set(other.map((value) => JSON.stringify(value)));
  return one.filter((value) => known.has(JSON.stringify(value)));
}

/** The only values that fit, if a schema lists them. */
export function literalsOf(schema: PlainSchema): readonly unknown[] | undefined {
  const listed = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : undefined;
  if (!Object.hasOwn(schema, "const")) return listed;
  return mergeValues([schema["const"]], listed);
}

/** What each of the two says about unnamed members also holds for those that only the other one names. */
function mergeMembers(one: PlainSchema, other: PlainSchema, deps: MergeDeps): PlainSchema {
  const [ours, theirs] = [propertiesOf(one), propertiesOf(other)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const properties = names.map((name) => {
    const found = [memberOf(one, ours, name, deps), memberOf(other, theirs, name, deps)].filter(
      (schema) => schema !== undefined && schema !== true,
    );
    return [name, found.length === 0 ? {} : found.length === 1 ? found[0] : { allOf: found }] as const;
  });
  const further = [one, other].map((part) => part["additionalProperties"]).filter((schema) => schema !== undefined);
  const patterns = [one, other].map((part) => part["patternProperties"]).filter(isSchemaObject);
  if (patterns.length === 2) deps.onLoss("patternProperties");
  return {
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(further.length === 0
      ? {}
      : {
          additionalProperties: further.includes(false)
            ? false
            : further.length === 1
              ? further[0]
              : { allOf: further },
        }),
    ...(patterns[0] === undefined ? {} : { patternProperties: patterns[0] }),
  };
}

function memberOf(part: PlainSchema, named: PlainSchema, name: string, deps: MergeDeps): unknown {
  if (Object.hasOwn(named, name)) return named[name];
  const further = part["additionalProperties"];
  if (further === undefined || part["patternProperties"] === undefined) return further;
  // A pattern may allow it.
  deps.onLoss("patternProperties");
  return undefined;
}

/** The schemas of an object's named members. */
export function propertiesOf(schema: PlainSchema): PlainSchema {
  return isSchemaObject(schema["properties"]) ? schema["properties"] : {};
}
