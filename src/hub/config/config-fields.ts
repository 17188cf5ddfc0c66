/** Parts of the config's schema that occur in several places. Every property is described: editors show it. */
import { Type } from "typebox";
import type { TOptional, TSchema } from "typebox";

/** An object in which an unknown key is a mistake. */
export function closed<TProperties extends Record<string, TSchema>>(properties: TProperties, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** Things by name. */
export function named<TItem extends TSchema>(item: TItem, description: string) {
  return Type.Optional(Type.Record(Type.String({ minLength: 1 }), item, { description }));
}

export function text(description: string) {
  return Type.Optional(Type.String({ description, minLength: 1 }));
}

export function flag(description: string) {
  return Type.Optional(Type.Boolean({ description }));
}

export function count(description: string, minimum = 1) {
  return Type.Optional(Type.Integer({ description, minimum }));
}

export function texts(description: string) {
  return Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));
}

export function textByName(description: string) {
  return Type.Optional(Type.Record(Type.String(), Type.String(), { description }));
}

/** One of a few words. */
export function choice<const TWords extends string[]>(words: readonly [...TWords], description: string) {
  return Type.Optional(Type.Enum(words, { description }));
}

/** What every source may say of its operations. */
export const policyFields = {
  include: texts('Only these operations, by name; "*" stands for any characters: ["list_*", "get_*"].'),
  exclude: texts("Not these operations. Wins over include."),
  scopes: texts("What a caller must hold to call any operation of this source, beside what the operation itself asks."),
  approval: Type.Optional(
    Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
      description:
        "Asks before a call runs. true: every operation that is not a QUERY; a list: the operations of these names, patterns with *.",
    }),
  ),
} satisfies Record<string, TOptional<TSchema>>;

/** The same for a source that has a name. */
export const sourceFields = {
  ...policyFields,
  disabled: flag("Leaves this source out, without deleting it from the file."),
};
