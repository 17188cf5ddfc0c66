/** Static types of schemas: TypeBox types, literal JSON Schemas, and every Standard Schema library. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { TSchema } from "typebox";
import type { PlainStatic } from "./plain-static.ts";
import type { TypeBoxStatic, TypeBoxType } from "./typebox-static.ts";

/** The schemas that an operation accepts: TypeBox, plain JSON Schema, or Standard Schema (Zod, Valibot, ArkType). */
export type AnySchema = TSchema | StandardSchemaV1;

/** The type that a caller passes, before any transformation by the schema. */
export type InferInput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<TSchemaLike>
  : TSchemaLike extends TypeBoxType
    ? TypeBoxStatic<TSchemaLike>
    : PlainStatic<TSchemaLike>;

/** The type that comes out of validation. */
export type InferOutput<TSchemaLike extends AnySchema> = TSchemaLike extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<TSchemaLike>
  : TSchemaLike extends TypeBoxType
    ? TypeBoxStatic<TSchemaLike>
    : PlainStatic<TSchemaLike>;
