/** Objects that have one of several forms: `oneOf` and `anyOf`. */
import { isRecord } from "../../shared/json/is-record.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** An object that has one of several forms. */
export interface SchemaUnion {
  /** The property whose value tells the forms apart; undefined if none does. */
  readonly tag: string | undefined;
  readonly variants: readonly SchemaVariant[];
}

export interface SchemaVariant {
  /** The value of the tag. */
  readonly value: unknown;
  readonly schema: Schema;
}

interface Form {
  readonly schema: Schema;
  /** The properties that have one value only. */
  readonly fixed: ReadonlyMap<string, unknown>;
}

/** The first property that has a different value in each branch. */
export function toUnion(forms: readonly Form[]): SchemaUnion {
  const tag = [...(forms[0]?.fixed.keys() ?? [])].find((name) => {
    const values = forms.flatMap(({ fixed }) => (fixed.has(name) ? [JSON.stringify(fixed.get(name))] : []));
    return new Set(values).size === forms.length;
  });
  const variants = forms.map(({ schema, fixed }) => ({
    schema,
    value: tag === undefined ? undefined : fixed.get(tag),
  }));
  return { tag, variants };
}

/** One schema for all forms: it has the properties of every form, and requires those that all of them require. */
export function joinForms(forms: readonly Schema[]): Schema {
  const schemas = new Map<string, unknown[]>();
  for (const { properties } of forms) {
    for (const [name, part] of Object.entries(isRecord(properties) ? properties : {})) {
      const known = schemas.get(name) ?? [];
      const isKnown = known.some((each) => JSON.stringify(each) === JSON.stringify(part));
      schemas.set(name, isKnown ? known : [...known, part]);
    }
  }
  const properties = Object.fromEntries(
    Array.from(schemas, ([name, parts]) => [name, parts.length === 1 ? parts[0] : { anyOf: parts }]),
  );
  const lists = forms.map(({ required }) => (Array.isArray(required) ? (required as unknown[]) : []));
  const required = lists[0]?.filter((name) => lists.every((list) => list.includes(name))) ?? [];
  const additional = forms.map((form) => form["additionalProperties"]).find(isRecord);
  return {
    type: "object",
    properties,
    required,
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}
