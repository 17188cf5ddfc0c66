/** Changes a schema somewhere, as an API might: narrower, wider, or otherwise. */
import { isApplied, mapSubschemas } from "../../src/schema/types/schema-keywords.ts";

export type Schema = Record<string, unknown>;
export type Random = () => number;

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** A generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every schema in a schema, those in its definitions too. */
function placesIn(root: Schema): Schema[] {
  const places: Schema[] = [root];
  for (const place of places) {
    if (places.length > 5000) break;
    for (const [keyword, value] of Object.entries(place)) {
      mapSubschemas(keyword, value, (inner) => {
        if (isSchema(inner)) places.push(inner);
        return inner;
      });
    }
  }
  return places;
}

type Mutation = (schema: Schema, random: Random, places: readonly Schema[]) => boolean;

const set =
  (keyword: string, value: unknown): Mutation =>
  (schema, random) => {
    schema[keyword] = typeof value === "function" ? (value as (random: Random) => unknown)(random) : value;
    return true;
  };

const drop =
  (...keywords: string[]): Mutation =>
  (schema, random) => {
    const present = keywords.filter((keyword) => keyword in schema);
    if (present.length === 0) return false;
    delete schema[pick(random, present)];
    return true;
  };

const number = (random: Random): number => pick(random, [0, 1, 2, 3, 5, 10, 100, -1, 0.5]);
const count = (random: Random): number => pick(random, [0, 1, 2, 3, 10]);
const TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"];

function memberNames(schema: Schema): string[] {
  return isSchema(schema["properties"]) ? Object.keys(schema["properties"]) : [];
}

export const mutations: Readonly<Record<string, Mutation>> = {
  // Narrower.
  "sets a bound": (schema, random) =>
    set(pick(random, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]), number)(schema, random, []),
  "sets a length": (schema, random) =>
    set(pick(random, ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]), count)(
      schema,
      random,
      [],
    ),
  "requires a member": (schema, random) => {
    const names = memberNames(schema);
    if (names.length === 0) return false;
    schema["required"] = [...new Set([...((schema["required"] as string[] | undefined) ?? []), pick(random, names)])];
    return true;
  },
  "closes an object": set("additionalProperties", false),
  "types the rest": set("additionalProperties", (random: Random) => ({ type: pick(random, TYPES) })),
  "drops a value": (schema, random) => {
    const values = schema["enum"];
    if (!Array.isArray(values) || values.length < 2) return false;
    const gone: unknown = pick(random, values);
    schema["enum"] = values.filter((value) => value !== gone);
    return true;
  },
  "drops a type": (schema, random) => {
    const { type } = schema;
    if (!Array.isArray(type) || type.length < 2) return false;
    const gone: unknown = pick(random, type);
    const left = type.filter((each) => each !== gone);
    schema["type"] = left.length === 1 ? left[0] : left;
    return true;
  },
  "drops a choice": (schema, random) => {
    const keyword = ["anyOf", "oneOf"].find(
      (each) => Array.isArray(schema[each]) && (schema[each] as unknown[]).length > 1,
    );
    if (keyword === undefined) return false;
    const choices = schema[keyword] as unknown[];
    const gone = Math.floor(random() * choices.length);
    schema[keyword] = choices.filter((_choice, index) => index !== gone);
    return true;
  },
  "sets a pattern": set("pattern", (random: Random) => pick(random, ["^a", "^[a-z]*$", ".", "^$"])),
  "sets a constant": (schema, random) => set("const", pick(random, ["a", 1, null, true]))(schema, random, []),
  "wants different items": set("uniqueItems", true),
  "wants multiples": set("multipleOf", (random: Random) => pick(random, [1, 2, 3, 0.5])),
  "rules something out": set("not", (random: Random) =>
    pick<Schema>(random, [{ type: "string" }, { const: 1 }, { required: ["id"] }, { type: "null" }]),
  ),
  "adds a condition": (schema) =>
    Object.assign(schema, { if: { required: ["id"] }, then: { required: ["name"] } }) !== undefined,
  "lets members depend": set("dependentRequired", { id: ["name"] }),
  "matches names": set("patternProperties", (random: Random) => ({ "^[a-m]": { type: pick(random, TYPES) } })),
  "limits names": set("propertyNames", { maxLength: 4 }),
  "wants an item": set("contains", (random: Random) => ({ type: pick(random, TYPES) })),
  "limits what is not evaluated": set("unevaluatedProperties", false),
  "adds a part": (schema, random) => {
    schema["allOf"] = [...((schema["allOf"] as unknown[] | undefined) ?? []), { type: pick(random, TYPES) }];
    return true;
  },
  "describes another member": (schema, random) => {
    if (!isSchema(schema["properties"])) return false;
    schema["properties"] = {
      ...schema["properties"],
      [pick(random, ["id", "name", "extra"])]: { type: pick(random, TYPES) },
    };
    return true;
  },
  // Wider.
  "drops a demand": drop(
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "enum",
    "required",
    "additionalProperties",
    "minItems",
    "maxItems",
    "uniqueItems",
    "const",
    "type",
    "items",
    "not",
  ),
  "drops a member": (schema, random) => {
    const names = memberNames(schema);
    if (names.length === 0) return false;
    const { [pick(random, names)]: _gone, ...rest } = schema["properties"] as Schema;
    schema["properties"] = rest;
    return true;
  },
  "allows null": (schema) => {
    const { type } = schema;
    if (typeof type !== "string" && !Array.isArray(type)) return false;
    schema["type"] = [...new Set([...[type].flat(), "null"])];
    return true;
  },
  "allows fractions": (schema) => {
    if (schema["type"] !== "integer") return false;
    schema["type"] = "number";
    return true;
  },
  "adds a value": (schema) => {
    if (!Array.isArray(schema["enum"])) return false;
    schema["enum"] = [...(schema["enum"] as unknown[]), "another"];
    return true;
  },
  "adds a choice": (schema, random) => {
    const keyword = ["anyOf", "oneOf"].find((each) => Array.isArray(schema[each]));
    if (keyword === undefined) return false;
    schema[keyword] = [...(schema[keyword] as unknown[]), { type: pick(random, TYPES) }];
    return true;
  },
  // Otherwise.
  "sets a type": set("type", (random: Random) => pick(random, TYPES)),
  "makes one of any": (schema) => {
    const [from, to] = "anyOf" in schema ? ["anyOf", "oneOf"] : ["oneOf", "anyOf"];
    if (!(from in schema) || to in schema) return false;
    schema[to] = schema[from];
    delete schema[from];
    return true;
  },
  "puts another schema there": (schema, random, places) => {
    const other = structuredClone(pick(random, places));
    for (const keyword of Object.keys(schema)) if (isApplied(keyword)) delete schema[keyword];
    delete other["$defs"];
    Object.assign(schema, other);
    return true;
  },
  "says the same in parts": (schema) => {
    const { $defs, ...rest } = structuredClone(schema);
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    Object.assign(schema, { allOf: [rest] }, $defs === undefined ? {} : { $defs });
    return true;
  },
  "says the same as a choice": (schema) => {
    const { $defs, ...rest } = structuredClone(schema);
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    Object.assign(schema, { anyOf: [rest, { type: "string", const: "☂" }] }, $defs === undefined ? {} : { $defs });
    return true;
  },
};

/** A changed copy, and what was done. */
export function mutateSchema(schema: Schema, random: Random): { schema: Schema; what: string } {
  for (;;) {
    const copy = structuredClone(schema);
    const places = placesIn(copy);
    const what = pick(random, Object.keys(mutations));
    const isChanged = mutations[what]?.(pick(random, places), random, places) === true;
    if (isChanged && JSON.stringify(copy) !== JSON.stringify(schema)) return { schema: copy, what };
  }
}
