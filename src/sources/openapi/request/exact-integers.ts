/** Turns the 64-bit integers of an input (bigints, or texts of digits) into bigints, which are sent exactly. */
import { definitionName, lazyDefinitionsOf } from "../../../schema/types/lazy-definitions.ts";
import { memberPath } from "../../../schema/types/value-error.ts";
import { partAt } from "../../../shared/json/json-pointer.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { isOpenInt64 } from "../schema/schema-direction.ts";
import { badInputAt } from "./input-error.ts";
import type { Input } from "./serialise-parameter.ts";

type Schema = Readonly<Record<string, unknown>>;
export type ExactInput = (input: Input) => Input;

/** More schemas than this for one value are ignored: they may refer to each other endlessly. */
const MOST_PARTS = 50;
const LIMIT = 2n ** 63n;
const RANGE = `${-LIMIT} to ${LIMIT - 1n}`;

/** Undefined if the schema has no 64-bit integers, as is the case for most. */
export function exactIntegers(schema: object): ExactInput | undefined {
  // A schema whose definitions are made on demand is not searched, because that would make all of them.
  if (lazyDefinitionsOf(schema) === undefined && !JSON.stringify(schema).includes('"int64"')) return undefined;
  const root = schema as Schema;
  return (input) => exact(input, [root], { root, path: "" }) as Input;
}

interface Place {
  readonly root: Schema;
  readonly path: string;
}

/** A copy if something changes, or else the value itself. */
function exact(value: unknown, schemas: readonly unknown[], place: Place): unknown {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
    return exactScalar(value, schemas, place);
  }
  if (Array.isArray(value)) {
    const parts = partsOf(schemas, place.root);
    const inner = (item: unknown, index: number): unknown =>
      exact(item, itemSchemas(parts, index), { ...place, path: memberPath(place.path, index) });
    const items = value.map(inner);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const parts = partsOf(schemas, place.root);
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    return [name, exact(member, memberSchemas(parts, name), { ...place, path: memberPath(place.path, name) })];
  });
  return entries.some(([name, member]) => member !== value[name]) ? Object.fromEntries(entries) : value;
}

function exactScalar(value: string | number | bigint, schemas: readonly unknown[], place: Place): unknown {
  // Most texts and small numbers do not need their schema.
  if (Number.isSafeInteger(value) || (typeof value === "string" && !/^-?\d{1,19}$/.test(value))) return value;
  const parts = partsOf(schemas, place.root);
  const isInt64 = parts.some(isOpenInt64);
  // A text stays a text if the document also allows one.
  if (!isInt64 || (typeof value === "string" && parts.some(takesText))) return value;
  if (typeof value === "number" && !Number.isInteger(value)) return value;
  const integer = BigInt(value);
  if (integer < -LIMIT || integer >= LIMIT) {
    throw badInputAt(place.path, `${integer} is not a 64-bit integer (${RANGE})`);
  }
  return typeof value === "number" ? value : integer;
}

function takesText(schema: Schema): boolean {
  return !isOpenInt64(schema) && [schema["type"]].flat().includes("string");
}

function memberSchemas(parts: readonly Schema[], name: string): unknown[] {
  return parts.flatMap(({ properties, additionalProperties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [additionalProperties],
  );
}

function itemSchemas(parts: readonly Schema[], index: number): unknown[] {
  return parts.flatMap(({ prefixItems, items }) => {
    return Array.isArray(prefixItems) && index < prefixItems.length ? [prefixItems[index] as unknown] : [items];
  });
}

function targetOf(root: Schema, ref: string): unknown {
  const definitions = lazyDefinitionsOf(root);
  const name = definitions && definitionName(ref);
  return name === undefined ? partAt(root, ref) : definitions?.one(name);
}

/** The schemas, and all others that apply to the same value: choices, combinations and references. */
function partsOf(schemas: readonly unknown[], root: Schema): Schema[] {
  const parts = new Set(schemas.filter(isRecord));
  for (const { anyOf, oneOf, allOf, $ref } of parts) {
    if (parts.size > MOST_PARTS) break;
    const next = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
    if (typeof $ref === "string") next.push(targetOf(root, $ref));
    for (const each of next) if (isRecord(each)) parts.add(each);
  }
  return [...parts];
}
