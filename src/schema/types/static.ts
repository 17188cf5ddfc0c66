/** Static types of schemas: TypeBox types, literal JSON Schemas, and any library that speaks Standard Schema. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Static, TSchema } from "typebox";

/** What an operation takes as a schema: TypeBox, plain JSON Schema, or Standard Schema (Zod, Valibot, ArkType). */
export type AnySchema = TSchema | StandardSchemaV1;

/** The type a caller hands in: before the schema's own transformations, if it has any. */
export type InferInput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<TSchemaLike>
  : Static<TSchemaLike>;

/** The type that comes out of validation. */
export type InferOutput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<TSchemaLike>
  : Static<TSchemaLike>;
