/**
 * Fields that several parts of the config share. Every property has a description, which editors show. Functions make
 * the fields, so that a start makes only those of the sections that its config uses.
 */
import { Type } from "typebox";
import type { TOptional, TSchema } from "typebox";
import { MAX_NAME_LENGTH, NAME_PATTERN } from "../../operation/operation-id.ts";

/** An object in which an unknown key is a mistake. */
export function closed<TProperties extends Record<string, TSchema>>(properties: TProperties, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** Items by name. */
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

const values = (description: string) => Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }));

/** What the config says about one operation. Callers see only the result, on every interface. */
export const operationShape = () =>
  closed(
    {
      name: Type.Optional(
        Type.String({
          pattern: NAME_PATTERN,
          maxLength: MAX_NAME_LENGTH,
          description: "Another name. The namespace stays.",
        }),
      ),
      title: text("Another title."),
      description: text("Another description: what people and models read."),
      kind: choice(
        ["QUERY", "MUTATION", "SUBSCRIPTION"],
        "Another kind: QUERY only reads, MUTATION changes something. A SUBSCRIPTION stays one, and no other kind becomes one.",
      ),
      scopes: texts(
        "Scopes that a caller needs, instead of the source's scopes, beside those of the operation itself.",
      ),
      fixed: values(
        "Arguments that every call gets. Callers do not see them, and cannot send them. Secrets come from the environment: ${MY_KEY}.",
      ),
      defaults: values("Arguments for calls that do not give them. Callers see them as optional, with these defaults."),
      output: choice(
        ["strip", "keep"],
        "What happens to members of results that the output schema does not name. Default: as the source says.",
      ),
      hidden: flag("Leaves the operation out."),
    },
    "How callers see an operation.",
  );

/** Rules that every source may set for its operations. */
export const policyFields = () =>
  ({
    include: texts('Offers only these operations, by name; "*" matches any characters: ["list_*", "get_*"].'),
    exclude: texts("Leaves these operations out. Wins over include."),
    scopes: texts(
      "Scopes that a caller needs for every operation of this source, beside those of the operation itself.",
    ),
    output: choice(
      ["strip", "keep"],
      "What happens to members of results that the output schema does not name. Default: as the operation says, else as output of the whole file says.",
    ),
    approval: Type.Optional(
      Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
        description:
          "Calls wait until a person approves them: see approvals. true: every operation that is not a QUERY; a list: these operations, by name, with * as a wildcard.",
      }),
    ),
    operations: named(
      operationShape(),
      "Single operations, by the names that the source gives them: another name, title, description or kind, fixed arguments, defaults, and more.",
    ),
  }) satisfies Record<string, TOptional<TSchema>>;

/** The same for a source with a name. */
export const sourceFields = () => ({
  ...policyFields(),
  disabled: flag("Leaves this source out, without deleting it from the file."),
});
