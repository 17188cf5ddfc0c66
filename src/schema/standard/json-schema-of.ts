/** The JSON Schema of any accepted schema, as this process uses it. It only describes; the library itself validates. */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JSONSchema } from "../types/scope.ts";
import { isStandardSchema } from "./standard-schema.ts";
import type { AnySchema } from "../types/static.ts";
import { shorten } from "../../shared/short-text.ts";
import { isRecord } from "../../shared/json/is-record.ts";

/** Which side of a schema to describe: the input, or the output of its transformations. */
export type SchemaSide = "input" | "output";

const described: Record<SchemaSide, WeakMap<object, JSONSchema>> = { input: new WeakMap(), output: new WeakMap() };

/**
 * TypeBox types and JSON Schemas come back as they are, with types that JSON does not have, such as `undefined`. A
 * Standard Schema provides its own (`~standard.jsonSchema`), which is read once. What leaves the process goes through
 * `toJSONSchema`. Never throws.
 */
export function jsonSchemaOf(schema: AnySchema | JSONSchema, direction: SchemaSide): JSONSchema {
  if (!isStandardSchema(schema)) return schema;
  const known = described[direction].get(schema);
  if (known !== undefined) return known;
  const result = describe(schema, direction);
  described[direction].set(schema, result);
  return result;
}

/** Lets Zod describe a part that it cannot express as "anything", instead of refusing the whole schema. */
const LENIENT = { unrepresentable: "any" };

function describe(schema: StandardSchemaV1, direction: SchemaSide): JSONSchema {
  const { vendor, jsonSchema } = schema["~standard"] as StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props>;
  const library = typeof vendor === "string" ? shorten(vendor, 40) : "unknown";
  const convert: unknown = jsonSchema?.[direction];
  if (typeof convert !== "function") {
    const hint = library === "valibot" ? "; wrap it with toStandardJsonSchema from @valibot/to-json-schema" : "";
    return anything(`Validated by a ${library} schema that has no JSON Schema${hint}.`);
  }
  let reason: unknown;
  for (const libraryOptions of [undefined, LENIENT]) {
    try {
      const options = { target: "draft-2020-12", ...(libraryOptions && { libraryOptions }) };
      const result: unknown = Reflect.apply(convert, jsonSchema, [options]);
      if (isRecord(result)) return result;
      reason ??= new Error("the library returned no JSON Schema");
    } catch (error) {
      reason ??= error;
    }
  }
  const why = reason instanceof Error ? shorten(reason.message, 120) : "unknown reason";
  return anything(`Validated by a ${library} schema that JSON Schema cannot express: ${why}`);
}

function anything(description: string): JSONSchema {
  return { description };
}
