/** Values that more or less fit a schema: the oracle decides which do. */
import { partAt } from "../../src/shared/json/json-pointer.ts";
import { pick } from "./mutate-schema.ts";
import type { Random, Schema } from "./mutate-schema.ts";

const TEXTS = ["", "a", "abc", "hello world", "2020-01-01", "https://example.com", "☂", "another", "A-1"];
const NUMBERS = [0, 1, 2, 3, 5, 7, 10, 100, -1, 0.5, 1.5, 1_000_000];

export function sampleValue(schema: unknown, root: Schema, random: Random, depth = 0): unknown {
  if (typeof schema !== "object" || schema === null) return pick(random, [null, 1, "a", {}, []]);
  const given = schema as Schema;
  if (typeof given["$ref"] === "string") return sampleValue(partAt(root, given["$ref"]), root, random, depth + 1);
  if (depth > 12) return null;
  if ("const" in given) return given["const"];
  if (Array.isArray(given["enum"]) && given["enum"].length > 0) return pick<unknown>(random, given["enum"]);
  for (const keyword of ["anyOf", "oneOf"]) {
    const choices = given[keyword];
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const { [keyword]: _choices, ...rest } = given;
    const choice: unknown = pick(random, choices);
    return sampleValue(merged([rest, choice], root), root, random, depth + 1);
  }
  if (Array.isArray(given["allOf"])) {
    const { allOf, ...rest } = given;
    return sampleValue(merged([rest, ...(allOf as unknown[])], root), root, random, depth + 1);
  }
  return sampleOf(typeOf(given, random), given, root, random, depth);
}

function merged(parts: readonly unknown[], root: Schema): Schema {
  const result: Schema = {};
  for (const part of parts) {
    let one = part;
    for (let hops = 0; hops < 20 && typeof (one as Schema | null)?.["$ref"] === "string"; hops++)
      one = partAt(root, (one as Schema)["$ref"] as string);
    if (typeof one !== "object" || one === null) continue;
    for (const [keyword, value] of Object.entries(one)) {
      const known = result[keyword];
      if (keyword === "properties" && known !== undefined)
        result[keyword] = { ...(known as Schema), ...(value as Schema) };
      else if ((keyword === "required" || keyword === "allOf") && Array.isArray(known))
        result[keyword] = [...known, ...(value as unknown[])];
      else result[keyword] = value;
    }
  }
  return result;
}

function typeOf({ type, properties, items }: Schema, random: Random): string {
  if (typeof type === "string") return type;
  if (Array.isArray(type) && type.length > 0) return pick<string>(random, type);
  if (properties !== undefined) return "object";
  return items === undefined
    ? pick(random, ["string", "integer", "object", "null", "array", "boolean", "number"])
    : "array";
}

function sampleOf(type: string, schema: Schema, root: Schema, random: Random, depth: number): unknown {
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random() < 0.5;
    case "string": {
      const text = pick(random, TEXTS);
      const [least, most] = [Number(schema["minLength"] ?? 0), Number(schema["maxLength"] ?? 50)];
      return text.padEnd(Math.min(least, 200), "x").slice(0, most);
    }
    case "integer":
    case "number": {
      const [least, most] = [schema["minimum"], schema["maximum"]].filter((each) => typeof each === "number");
      const edges = [least, most].filter((each) => each !== undefined);
      const value = edges.length > 0 && random() < 0.7 ? pick(random, edges) : pick(random, NUMBERS);
      return type === "integer" ? Math.round(value) : value;
    }
    case "array": {
      const length = Math.min(5, Math.max(Number(schema["minItems"] ?? 0), Math.floor(random() * 3)));
      const first = Array.isArray(schema["prefixItems"]) ? (schema["prefixItems"] as unknown[]) : [];
      const count = depth > 8 ? Number(schema["minItems"] ?? 0) : Math.min(length, Number(schema["maxItems"] ?? 5));
      return Array.from({ length: Math.min(count, 5) }, (_, index) =>
        sampleValue(first[index] ?? schema["items"] ?? true, root, random, depth + 1),
      );
    }
    default:
      return sampleObject(schema, root, random, depth);
  }
}

function sampleObject(schema: Schema, root: Schema, random: Random, depth: number): Schema {
  const members = (schema["properties"] ?? {}) as Schema;
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  const share = depth > 6 ? 0 : pick(random, [0, 0.3, 1]);
  const names = Object.keys(members).filter((name) => required.has(name) || random() < share);
  const entries = names.map((name) => [name, sampleValue(members[name], root, random, depth + 1)] as const);
  const missing = [...required].filter((name) => !Object.hasOwn(members, name)).map((name) => [name, "a"] as const);
  const isOpen = schema["additionalProperties"] !== false;
  const extra =
    isOpen && random() < 0.4
      ? [[pick(random, ["id", "name", "extra", "zzz"]), pick<unknown>(random, [1, "a", null])] as const]
      : [];
  return Object.fromEntries([...extra, ...missing, ...entries]);
}

/** A value with one change: something that a schema now allows, or now forbids. */
export function disturb(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.2)
    return pick<unknown>(random, [null, 0, 2, 101, 0.25, "", "zzzzzzzzzzzz", true, {}, [], [1, 1]]);
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick<unknown>(random, [null, 1, "a"])];
    const index = Math.floor(random() * value.length);
    return random() < 0.3 ? [...value, value[index]] : value.with(index, disturb(value[index], random));
  }
  const names = Object.keys(value);
  if (names.length === 0 || random() < 0.2)
    return { ...value, [pick(random, ["id", "name", "extra"])]: pick<unknown>(random, [1, "a", null]) };
  const name = pick(random, names);
  const { [name]: inner, ...rest } = value as Schema;
  return random() < 0.3 ? rest : { ...rest, [name]: disturb(inner, random) };
}
