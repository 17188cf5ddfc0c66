import type { JSONSchema } from "../types/scope.ts";
import type { AnySchema } from "../types/static.ts";
import type { SchemaSide } from "./json-schema-of.ts";
import { isAbsent, toPlainSchema, withoutDialect } from "./plain-schema.ts";
import type { PlainSchema } from "./plain-schema.ts";

/**
 * A schema as JSON Schema (draft 2020-12) for other programs: a copy, and plain JSON. Types that JSON does not have are
 * left out. A value that is always absent, like the result of a 204, is `{ "not": {} }`: no JSON fits. A Standard
 * Schema provides its own JSON Schema (`~standard.jsonSchema`); Valibot schemas have one if they are wrapped by
 * `toStandardJsonSchema` of `@valibot/to-json-schema`. A schema that JSON Schema cannot express becomes one that
 * accepts anything, with a `description` that says why. Never throws.
 */
export function toJSONSchema(schema: AnySchema | JSONSchema, direction: SchemaSide): PlainSchema {
  const plain = toPlainSchema(schema, direction);
  return isAbsent(plain) ? { not: {} } : withoutDialect(plain);
}
