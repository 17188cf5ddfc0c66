/** The plain JSON Schema that describes any accepted schema. It only describes: validation is the library's own. */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JSONSchema } from "../engine/engine.ts";
import { isStandardSchema } from "./standard-schema.ts";
import type { AnySchema } from "../types/static.ts";
import { shorten } from "../../shared/short-text.ts";

/** Which side of a schema is described: what goes in, or what comes out of its transformations. */
export type SchemaSide = "input" | "output";

const described: Record<SchemaSide, WeakMap<object, JSONSchema>> = { input: new WeakMap(), output: new WeakMap() };

/**
 * The JSON Schema (draft 2020-12) of a schema. TypeBox types and JSON Schemas are returned as they are; a Standard
 * Schema is asked for its own (`~standard.jsonSchema`), once. Valibot schemas carry one when they are wrapped by
 * `toStandardJsonSchema` of `@valibot/to-json-schema`. What can't be expressed is described as anything, with a
 * `description` that says why. Never throws.
 */
export function toJSONSchema(schema: AnySchema | JSONSchema, direction: SchemaSide): JSONSchema {
  if (!isStandardSchema(schema)) return schema;
  const known = described[direction].get(schema);
  if (known !== undefined) return known;
  const result = describe(schema, direction);
  described[direction].set(schema, result);
  return result;
}

/** Asks Zod to describe a part that it can't express as anything, where it would refuse the whole. */
const LENIENT = { unrepresentable: "any" };

function describe(schema: StandardSchemaV1, direction: SchemaSide): JSONSchema {
  const { vendor, jsonSchema } = schema["~standard"] as StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props>;
  const library = typeof vendor === "string" ? shorten(vendor, 40) : "unknown";
  const convert: unknown = jsonSchema?.[direction];
  if (typeof convert !== "function") {
    const hint = library === "valibot" ? "; wrap it by toStandardJsonSchema of @valibot/to-json-schema" : "";
    return anything(`Validated by a ${library} schema that has no JSON Schema${hint}.`);
  }
  let reason: unknown;
  for (const libraryOptions of [undefined, LENIENT]) {
    try {
      const options = { target: "draft-2020-12", ...(libraryOptions && { libraryOptions }) };
      const result: unknown = Reflect.apply(convert, jsonSchema, [options]);
      if (typeof result === "object" && result !== null && !Array.isArray(result)) return result;
      reason ??= new Error("the library returned no JSON Schema");
    } catch (error) {
      reason ??= error;
    }
  }
  const why = reason instanceof Error ? shorten(reason.message, 120) : "unknown reason";
  return anything(`Validated by a ${library} schema that JSON Schema can't express: ${why}`);
}

function anything(description: string): JSONSchema {
  return { description };
}
