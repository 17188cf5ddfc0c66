import { isSchemaObject } from "../../schema/types/scope.ts";
import { toPointerToken } from "../../shared/json/json-pointer.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { NEVER } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Lowering, Place, Restore } from "./lowered.ts";
import { lowerEntries } from "./lower-entries.ts";
import { acceptsNull, nullable } from "./lower-union.ts";
import { propertiesOf } from "./merge-schemas.ts";
import { describeWith } from "./notes.ts";
import { PropertyNames } from "./property-names.ts";
import { mayBeNull } from "./may-be-null.ts";
import { defaultNote } from "./lower-scalar.ts";

/** A property, as the model sees it. */
interface Member {
  /** Its name in the operation's input. */
  readonly name: string;
  readonly lowered: Lowered;
  readonly isRequired: boolean;
  /** Whether null means that it is absent. */
  readonly nullIsAbsent: boolean;
}

/** TypeBox's pattern for members of any name. It leaves names of several lines to `additionalProperties`. */
const EVERY_LINE = "^.*$";

const HANDLED: readonly string[] = ["properties", "required", "additionalProperties", "patternProperties"];

export function lowerObject(lowering: Lowering, schema: PlainSchema, place: Place): LoweredOrNever {
  const { rules } = lowering;
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  const further = furtherOf(lowering, schema, place);
  const named = namedWithRequired(schema, required, further);
  const names = new PropertyNames(rules.propertyNames, Object.keys(named));
  const members = new Map<string, Member>();
  for (const [name, part] of Object.entries(named)) {
    const member = lowerMember(lowering, { name, part, isRequired: required.has(name) }, place);
    if (member === NEVER && required.has(name)) return NEVER;
    if (member !== NEVER) members.set(names.of(name), member);
  }
  const notes = [
    ...lowering.dropOthers(schema, "object", place, handledBy(schema, members, further)),
    ...defaultNote(rules, schema),
  ];
  const described = describeWith(schema, notes);
  const inside = { ...place, path: `${place.path}/*`, depth: place.depth + 1 };
  if (!rules.closed) {
    const rest = further === undefined || further === false ? undefined : lowering.lower(further, inside);
    const restFurther = rest === NEVER || further === false ? false : rest?.schema;
    const restore = restoreMembers(members, rest === NEVER ? undefined : rest?.restore);
    return {
      schema: objectSchema(members, { further: restFurther, allRequired: rules.allRequired, described }),
      restore,
    };
  }
  const entries = further === undefined || further === false ? NEVER : lowerEntries(lowering, further, place);
  if (entries === NEVER) {
    const schemaOnly = objectSchema(members, { further: false, allRequired: rules.allRequired, described });
    return { schema: schemaOnly, restore: restoreMembers(members, undefined) };
  }
  if (members.size === 0)
    return {
      ...entries,
      schema: { ...entries.schema, ...describeWith(described, [String(entries.schema["description"])]) },
    };
  const key = names.add("additional_properties");
  const all = new Map([...members, [key, { name: key, lowered: entries, isRequired: true, nullIsAbsent: false }]]);
  const restore = restoreMembers(all, undefined);
  return {
    schema: objectSchema(all, { further: false, allRequired: rules.allRequired, described }),
    restore: (value) => spreadEntries(restore === undefined ? value : restore(value), key, new Set(Object.keys(named))),
  };
}

/**
 * The schema of unnamed members; undefined if the object does not say. An object that names members and says nothing
 * about others has only those. An object that names none is open.
 */
function furtherOf(lowering: Lowering, schema: PlainSchema, place: Place): unknown {
  const { additionalProperties, patternProperties, unevaluatedProperties } = schema;
  const patterns = isSchemaObject(patternProperties) ? Object.values(patternProperties) : [];
  if (patterns.length > 0) {
    const isAnyName = Object.keys(patternProperties as object).join() === EVERY_LINE && additionalProperties !== false;
    if (isAnyName) return patterns[0];
    lowering.lose(place, "patternProperties");
    const rest = additionalProperties === undefined || additionalProperties === false ? [] : [additionalProperties];
    return { anyOf: [...patterns, ...rest] };
  }
  if (additionalProperties !== undefined) return additionalProperties;
  if (unevaluatedProperties === false) return false;
  return Object.keys(propertiesOf(schema)).length === 0 && schema["required"] === undefined ? true : undefined;
}

/** Adds the members that are required but not named. */
function namedWithRequired(schema: PlainSchema, required: ReadonlySet<string>, further: unknown): PlainSchema {
  const named = propertiesOf(schema);
  const missing = [...required].filter((name) => !Object.hasOwn(named, name));
  return Object.fromEntries([...Object.entries(named), ...missing.map((name) => [name, further ?? {}] as const)]);
}

/** `minProperties` is kept by what is required, `maxProperties` by a closed object with few enough properties. */
function handledBy(schema: PlainSchema, members: ReadonlyMap<string, Member>, further: unknown): Set<string> {
  const handled = new Set(HANDLED);
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
  if (Number(schema["minProperties"] ?? 0) <= required) handled.add("minProperties");
  const isClosed = further === undefined || further === false;
  if (isClosed && Number(schema["maxProperties"] ?? 0) >= members.size) handled.add("maxProperties");
  if (schema["unevaluatedProperties"] === false) handled.add("unevaluatedProperties");
  return handled;
}

interface GivenMember {
  readonly name: string;
  readonly part: unknown;
  readonly isRequired: boolean;
}

function lowerMember(lowering: Lowering, { name, part, isRequired }: GivenMember, place: Place): Member | typeof NEVER {
  const lowered = lowering.lower(part, {
    path: `${place.path}/${toPointerToken(name)}`,
    depth: place.depth + 1,
    optionals: place.optionals + (isRequired ? 0 : 1),
  });
  if (lowered === NEVER) return NEVER;
  if (isRequired || !lowering.rules.allRequired) return { name, lowered, isRequired, nullIsAbsent: false };
  const takesNull =
    lowered.schema["$ref"] === undefined ? acceptsNull(lowered.schema) : mayBeNull(part, lowering.target);
  return { name, lowered: nullable(takesNull ? boxed(lowered) : lowered), isRequired, nullIsAbsent: true };
}

/** Null cannot mean that a nullable value is absent, so the value gets an object around it. */
function boxed({ schema, restore }: Lowered): Lowered {
  const { description, ...bare } = schema;
  const note = "null: leave it out. { value }: set it, also to null.";
  return {
    schema: {
      type: "object",
      properties: { value: bare },
      required: ["value"],
      additionalProperties: false,
      ...describeWith({ description }, [note]),
    },
    restore: (box) => {
      if (!isRecord(box) || !Object.hasOwn(box, "value")) return box;
      return restore === undefined ? box["value"] : restore(box["value"]);
    },
  };
}

interface ObjectParts {
  readonly further: unknown;
  readonly allRequired: boolean;
  readonly described: PlainSchema;
}

function objectSchema(
  members: ReadonlyMap<string, Member>,
  { further, allRequired, described }: ObjectParts,
): PlainSchema {
  const required = [...members].filter(([, member]) => allRequired || member.isRequired).map(([key]) => key);
  return {
    type: "object",
    properties: Object.fromEntries([...members].map(([key, member]) => [key, member.lowered.schema])),
    ...(required.length === 0 && !allRequired ? {} : { required }),
    ...(further === undefined ? {} : { additionalProperties: further }),
    ...described,
  };
}

/** Undefined if every member is right as it is. */
function restoreMembers(members: ReadonlyMap<string, Member>, further: Restore | undefined): Restore | undefined {
  const isRight = ([key, { name, lowered, nullIsAbsent }]: [string, Member]): boolean =>
    key === name && lowered.restore === undefined && !nullIsAbsent;
  if (further === undefined && [...members].every(isRight)) return undefined;
  return (value) => {
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).flatMap(([key, item]): Array<[string, unknown]> => {
      const member = members.get(key);
      if (member === undefined) return [[key, further === undefined ? item : further(item)]];
      if (item === null && member.nullIsAbsent) return [];
      return [[member.name, member.lowered.restore === undefined ? item : member.lowered.restore(item)]];
    });
    return Object.fromEntries(entries);
  };
}

/** Puts further members beside the named ones, which they can't replace. */
function spreadEntries(value: unknown, key: string, named: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value;
  const { [key]: further, ...own } = value;
  if (!isRecord(further)) return own;
  return Object.fromEntries([...Object.entries(further).filter(([name]) => !named.has(name)), ...Object.entries(own)]);
}
