/** Static types of schemas: TypeBox types, literal JSON Schemas, and every Standard Schema library. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Static, TSchema } from "typebox";

/** The schemas that an operation accepts: TypeBox, plain JSON Schema, or Standard Schema (Zod, Valibot, ArkType). */
export type AnySchema = TSchema | StandardSchemaV1;

/** Keywords that only describe or bound a value, or that `PlainStatic` reads: the type does not depend on others. */
type PlainKeyword =
  | "type"
  | "properties"
  | "required"
  | "items"
  | "const"
  | "enum"
  | "title"
  | "description"
  | "default"
  | "examples"
  | "format"
  | "pattern"
  | "minLength"
  | "maxLength"
  | "minimum"
  | "maximum"
  | "minItems"
  | "maxItems";

interface PlainTypes {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

/**
 * The type of a plain JSON Schema, for the keywords that most schemas consist of. TypeBox's own `Static` gives the same, for
 * three times as many instantiations; it does all the rest.
 */
type PlainStatic<TPlain> = [keyof TPlain] extends [PlainKeyword]
  ? TPlain extends { readonly const: infer TConst }
    ? TConst
    : TPlain extends { readonly enum: readonly (infer TValue)[] }
      ? TValue
      : TPlain extends { readonly type: infer TType extends keyof PlainTypes }
        ? PlainTypes[TType]
        : TPlain extends { readonly type: "array"; readonly items: infer TItem }
          ? PlainStatic<TItem>[]
          : TPlain extends { readonly type: "object"; readonly properties: infer TProperties }
            ? PlainObject<TProperties, TPlain extends { readonly required: readonly (infer TName)[] } ? TName : never>
            : StaticOf<TPlain & TSchema>
  : StaticOf<TPlain & TSchema>;

type PlainObject<TProperties, TRequired> = Flat<
  { -readonly [Name in keyof TProperties as Name extends TRequired ? Name : never]: PlainStatic<TProperties[Name]> } & {
    -readonly [Name in keyof TProperties as Name extends TRequired ? never : Name]?: PlainStatic<TProperties[Name]>;
  }
>;

/** As one object: behind an `infer`, editors show its members instead of how it was made. */
type Flat<TParts> = TParts extends infer TWhole ? { [Name in keyof TWhole]: TWhole[Name] } : never;

/** What every TypeBox type has, and no plain schema. */
interface TypeBoxType {
  readonly "~kind": string;
}

/** The type that a caller passes, before any transformation by the schema. */
export type InferInput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<TSchemaLike>
  : TSchemaLike extends TypeBoxType
    ? StaticOf<TSchemaLike>
    : PlainStatic<TSchemaLike>;

/** The type that comes out of validation. */
export type InferOutput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<TSchemaLike>
  : TSchemaLike extends TypeBoxType
    ? StaticOf<TSchemaLike>
    : PlainStatic<TSchemaLike>;

/**
 * TypeBox's `Static`, behind an `infer`: without it, the compiler works out the constraint of `Static` for a schema that
 * is not known yet, through all of its branches. That made a single `defineOperation` cost 1.2 million instantiations
 * instead of 4,000.
 */
type StaticOf<TSchemaLike extends TSchema> = Static<TSchemaLike> extends infer TStatic ? TStatic : never;
