import { collectErrors } from "../schema/explain/collect-errors.ts";
import { isStandardSchema, runStandardSchema } from "../schema/standard/standard-schema.ts";
import type { AnySchema } from "../schema/types/static.ts";
import type { ValueError } from "../schema/types/value-error.ts";

/** A source's config as its schema reads it, or why the schema refuses it. */
export async function checkSourceConfig(
  schema: AnySchema | undefined,
  config: unknown,
): Promise<{ readonly value: unknown } | { readonly errors: readonly ValueError[] }> {
  if (schema === undefined) return { value: config };
  if (isStandardSchema(schema)) return await runStandardSchema(schema, config);
  const errors = collectErrors(schema, config);
  return errors.length === 0 ? { value: config } : { errors };
}
