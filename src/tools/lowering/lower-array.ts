import { isSchemaObject } from "../../schema/types/scope.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { NEVER } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Lowering, Place, Restore } from "./lowered.ts";
import { isAllowed, defaultNote } from "./lower-scalar.ts";
import { lowerLiterals } from "./lower-literals.ts";
import { uniteLowered } from "./lower-union.ts";
import { describeWith } from "./notes.ts";

const COUNTS = ["minItems", "maxItems"];

export function lowerArray(lowering: Lowering, schema: PlainSchema, place: Place): LoweredOrNever {
  const inside = { ...place, path: `${place.path}/*`, depth: place.depth + 1 };
  const prefix = Array.isArray(schema["prefixItems"]) ? (schema["prefixItems"] as unknown[]) : [];
  const heads = prefix.map((part) => lowering.lower(part, inside));
  const rest = lowering.lower(schema["items"] ?? {}, inside);
  const handled = new Set([
    "items",
    "prefixItems",
    ...COUNTS.filter((keyword) => keepsCount(lowering, schema, keyword)),
  ]);
  // `minItems: 0` says nothing.
  if (schema["minItems"] === 0) handled.add("minItems");
  const notes = [...lowering.dropOthers(schema, "array", place, handled), ...defaultNote(lowering.rules, schema)];
  const counts = Object.fromEntries(
    COUNTS.filter((keyword) => handled.has(keyword) && schema[keyword] !== undefined).map((keyword) => [
      keyword,
      schema[keyword],
    ]),
  );
  const described = describeWith(schema, notes);
  if (prefix.length > 0) return lowerTuple(lowering, { schema, heads, rest, counts, described }, place);
  // No item fits, so only an empty array does.
  if (rest === NEVER)
    return isEmptyAllowed(schema) ? lowerLiterals(lowering, { schema: {}, values: [[]] }, place) : NEVER;
  return {
    schema: { type: "array", items: rest.schema, ...counts, ...described },
    restore: eachItem([], rest.restore),
  };
}

function isEmptyAllowed({ minItems, contains, minContains }: PlainSchema): boolean {
  const needsMatch = contains !== undefined && minContains !== 0;
  return !needsMatch && !(typeof minItems === "number" && minItems > 0);
}

function keepsCount({ rules }: Lowering, schema: PlainSchema, keyword: string): boolean {
  return schema[keyword] !== undefined && isAllowed(rules, keyword, schema[keyword]);
}

interface Tuple {
  readonly schema: PlainSchema;
  readonly heads: readonly LoweredOrNever[];
  readonly rest: LoweredOrNever;
  readonly counts: PlainSchema;
  readonly described: PlainSchema;
}

/** If the provider knows no tuples, every item may be what any item of the tuple may be. */
function lowerTuple(lowering: Lowering, tuple: Tuple, place: Place): LoweredOrNever {
  const { schema, heads, rest, counts, described } = tuple;
  const known = heads.filter((head): head is Lowered => head !== NEVER);
  const keeps = lowering.rules.keywords.has("prefixItems") && known.length === heads.length;
  if (keeps && isSchemaObject(schema["items"]) && rest !== NEVER) {
    const restore = eachItem(known, rest.restore);
    return {
      schema: {
        type: "array",
        prefixItems: known.map((head) => head.schema),
        items: rest.schema,
        ...counts,
        ...described,
      },
      restore,
    };
  }
  lowering.lose(place, "prefixItems");
  const choices = rest === NEVER || schema["items"] === undefined ? known : [...known, rest];
  const items = uniteLowered(lowering, {}, choices);
  return {
    schema: { type: "array", items: items.schema, ...counts, ...described },
    restore: eachItem([], items.restore),
  };
}

function eachItem(heads: readonly Lowered[], rest: Restore | undefined): Restore | undefined {
  if (rest === undefined && heads.every(({ restore }) => restore === undefined)) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return value;
    return value.map((item: unknown, index) => {
      const restore = index < heads.length ? heads[index]?.restore : rest;
      return restore === undefined ? item : restore(item);
    });
  };
}
