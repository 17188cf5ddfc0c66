import { getValidator } from "../../schema/engine/validator.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { jsonTypeOf } from "./json-types.ts";
import { NEVER } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Lowering, Place } from "./lowered.ts";
import { nullable, uniteLowered } from "./lower-union.ts";
import { describeWith } from "./notes.ts";
import { defaultNote, keptDefault } from "./lower-scalar.ts";
import { LONG_ENUM, textLength } from "./schema-rules.ts";
import type { LiteralType, SchemaRules } from "./schema-rules.ts";

interface Literals {
  readonly schema: PlainSchema;
  readonly values: readonly unknown[];
}

/** A list of values. Those of types that the provider does not take in lists are listed as JSON text. */
export function lowerLiterals(lowering: Lowering, { schema, values }: Literals, place: Place): LoweredOrNever {
  const { rules } = lowering;
  const fitting = values.filter((value) => fitsRest(lowering, { schema, value }, place));
  if (fitting.length === 0) return NEVER;
  const described = describeWith(schema, defaultNote(rules, schema));
  const present = fitting.filter((value) => value !== null);
  const orNull = (lowered: Lowered): Lowered => (present.length === fitting.length ? lowered : nullable(lowered));
  if (present.length === 0) return { schema: { type: "null", ...described } };
  const types = [...new Set(present.map(jsonTypeOf))];
  if (types.length === 1 && isTooLong(lowering, present)) {
    lowering.lose(place, "enum");
    return orNull({ schema: { type: types[0], ...described } });
  }
  if (types.length === 1 && types[0] === "boolean" && new Set(present).size === 2) {
    return orNull({ schema: { type: "boolean", ...described } });
  }
  if (!types.every((type) => mayList(rules, type))) return orNull(asTexts(present, described));
  const lists = types.map((type): Lowered => {
    const own = present.filter((value) => jsonTypeOf(value) === type);
    return {
      schema: { type, enum: own, ...(types.length === 1 ? { ...keptDefault(rules, schema), ...described } : {}) },
    };
  });
  return orNull(uniteLowered(lowering, schema, lists));
}

function isTooLong({ longestEnum, rules: { limits } }: Lowering, values: readonly unknown[]): boolean {
  if (values.length > longestEnum) return true;
  return values.length > LONG_ENUM && textLength(values) > (limits.longEnum ?? Infinity);
}

function mayList(rules: SchemaRules, type: string): boolean {
  return rules.literals.has((type === "array" ? "object" : type) as LiteralType);
}

function asTexts(values: readonly unknown[], described: { description?: string }): Lowered {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return {
    schema: { type: "string", enum: [...byText.keys()], ...described },
    restore: (text) => (typeof text === "string" && byText.has(text) ? byText.get(text) : text),
  };
}

/** Whether a value fits what else its schema says. */
function fitsRest(
  lowering: Lowering,
  { schema, value }: { readonly schema: PlainSchema; readonly value: unknown },
  place: Place,
): boolean {
  if (Object.keys(schema).every((keyword) => ["enum", "const", "description", "title", "default"].includes(keyword)))
    return true;
  try {
    return getValidator(schema).check(value);
  } catch {
    // The schema refers to something that only its root has.
    lowering.lose(place, "enum");
    return true;
  }
}
