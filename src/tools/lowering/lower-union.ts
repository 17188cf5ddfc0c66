import { mayShareValues } from "../../lock/compare/value-case.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { saysNothing } from "../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { NEVER } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Lowering, Place, Restore } from "./lowered.ts";
import { literalsOf, propertiesOf } from "./merge-schemas.ts";
import { describeWith, noteOf } from "./notes.ts";

/** What all choices share is copied into each of them, up to this many properties in all. */
const MOST_SHARED = 120;

/** Every pair of choices is compared, up to this many choices. */
const MOST_COMPARED = 40;

const ANNOTATIONS = ["description", "title", "default"];

export function lowerUnion(lowering: Lowering, schema: PlainSchema, place: Place): LoweredOrNever {
  const keyword = Array.isArray(schema["anyOf"]) ? "anyOf" : "oneOf";
  const { [keyword]: listed, ...rest } = schema;
  const choices = listed as readonly unknown[];
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !ANNOTATIONS.includes(name)));
  const isShared = !saysNothing(shared);
  if (isShared && choices.length * Object.keys(propertiesOf(shared)).length > MOST_SHARED) {
    lowering.lose(place, keyword);
    const noted = describeWith(schema, [noteOf(keyword, choices)]);
    return lowering.lower({ ...rest, ...noted }, place);
  }
  const whole = choices.map((choice) => (isShared ? lowering.merge([shared, choice], place) : choice));
  if (keyword === "oneOf" && !areDisjoint(lowering, whole)) lowering.lose(place, "oneOf");
  const lowered = whole.map((choice) => lowering.lower(choice, place)).filter((choice) => choice !== NEVER);
  if (lowered.length === 0) return NEVER;
  const described = describeWith(schema, []);
  const [only] = lowered;
  if (lowered.length === 1 && only !== undefined) {
    return only.schema["$ref"] === undefined ? { ...only, schema: { ...only.schema, ...described } } : only;
  }
  return uniteLowered(lowering, described, lowered);
}

/** Whether no value fits two of them: it would fit `anyOf`, but not `oneOf`. False for too many choices to compare. */
function areDisjoint(lowering: Lowering, choices: readonly unknown[]): boolean {
  if (haveTag(lowering, choices)) return true;
  if (choices.length > MOST_COMPARED) return false;
  const side = { resolve: (ref: string) => lowering.target({ $ref: ref }) };
  return choices.every((one, index) =>
    choices.slice(index + 1).every((other) => !mayShareValues({ schema: one, side }, { schema: other, side })),
  );
}

/** Whether a required property of all choices has different values in each of them. */
function haveTag(lowering: Lowering, choices: readonly unknown[]): boolean {
  const targets = choices.map((choice) =>
    isSchemaObject(choice) && typeof choice["$ref"] === "string" ? lowering.target(choice) : choice,
  );
  const [first] = targets;
  if (!isSchemaObject(first)) return false;
  return Object.keys(propertiesOf(first)).some((name) => isTag(name, targets));
}

function isTag(name: string, choices: readonly unknown[]): boolean {
  const known = new Set<string>();
  return choices.every((choice) => {
    if (!isSchemaObject(choice) || choice["type"] !== "object" || !Array.isArray(choice["required"])) return false;
    const named = propertiesOf(choice);
    const values = isSchemaObject(named[name]) ? literalsOf(named[name]) : undefined;
    if (values === undefined || !choice["required"].includes(name)) return false;
    const own = new Set(values.map((value) => JSON.stringify(value)));
    if ([...own].some((value) => known.has(value))) return false;
    for (const value of own) known.add(value);
    return true;
  });
}

/** Several lowered schemas as one that takes what any of them takes. */
export function uniteLowered(lowering: Lowering, described: PlainSchema, choices: readonly Lowered[]): Lowered {
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only;
  const { description } = described;
  const schema = {
    anyOf: distinct(choices.map((choice) => choice.schema)),
    ...(typeof description === "string" ? { description } : {}),
  };
  return { schema, restore: byChoice(lowering, choices) };
}

function isLarge(schema: PlainSchema): boolean {
  return ["properties", "items", "anyOf"].some((keyword) => schema[keyword] !== undefined);
}

/** Only small ones are compared: writing large ones out at every level takes long. */
function distinct(schemas: readonly PlainSchema[]): PlainSchema[] {
  return [...new Map(schemas.map((schema) => [isLarge(schema) ? schema : JSON.stringify(schema), schema])).values()];
}

/** Restores an argument as the first choice that it fits. */
function byChoice(lowering: Lowering, choices: readonly Lowered[]): Restore | undefined {
  if (choices.every(({ restore }) => restore === undefined)) return undefined;
  let standalone: readonly PlainSchema[] | undefined;
  return (value) => {
    // The definitions are known only after everything is lowered.
    standalone ??= choices.map(({ schema }) => lowering.standalone(schema));
    const index = standalone.findIndex((schema) => getValidator(schema).check(value));
    const restore = choices[index]?.restore;
    return restore === undefined ? value : restore(value);
  };
}

/** The same, or null. */
export function nullable({ schema, restore }: Lowered): Lowered {
  return {
    schema: withNull(schema),
    restore: restore === undefined ? undefined : (value) => (value === null ? null : restore(value)),
  };
}

function withNull(schema: PlainSchema): PlainSchema {
  const { type, enum: values, anyOf, description, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  if (typeof type === "string" && values === undefined && !["object", "array", "null"].includes(type)) {
    return { ...schema, type: [type, "null"] };
  }
  const choices = Array.isArray(anyOf) && Object.keys(rest).length === 0 ? (anyOf as PlainSchema[]) : undefined;
  if (choices === undefined) {
    const { description: _, ...bare } = schema;
    return { anyOf: [bare, { type: "null" }], ...described };
  }
  return acceptsNull(schema) ? schema : { anyOf: [...choices, { type: "null" }], ...described };
}

/** Whether a lowered schema accepts null. References are not followed. */
export function acceptsNull(schema: PlainSchema): boolean {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((choice) => isSchemaObject(choice) && acceptsNull(choice));
  if (type === undefined) return schema["$ref"] === undefined;
  return Array.isArray(type) ? type.includes("null") : type === "null";
}
