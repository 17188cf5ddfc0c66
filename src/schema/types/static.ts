/** Static types of schemas: TypeBox types, literal JSON Schemas, and every Standard Schema library. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Static, TSchema } from "typebox";

/** The schemas that an operation accepts: TypeBox, plain JSON Schema, or Standard Schema (Zod, Valibot, ArkType). */
export type AnySchema = TSchema | StandardSchemaV1;

/** The type that a caller passes, before any transformation by the schema. */
export type InferInput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<TSchemaLike>
  : StaticOf<TSchemaLike>;

/** The type that comes out of validation. */
export type InferOutput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<TSchemaLike>
  : StaticOf<TSchemaLike>;

/**
 * TypeBox's `Static`, behind an `infer`: without it, the compiler works out the constraint of `Static` for a schema that
 * is not known yet, through all of its branches. That made a single `defineOperation` cost 1.2 million instantiations
 * instead of 4,000.
 */
type StaticOf<TSchemaLike extends TSchema> = Static<TSchemaLike> extends infer TStatic ? TStatic : never;
