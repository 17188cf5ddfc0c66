import { hubConfigSchema } from "./hub-config.ts";

/** The JSON Schema of the config, for editors. Draft 7 is the newest that all of them know. */
export function configJSONSchema(): Record<string, unknown> {
  // Through JSON: the objects carry symbols of the schema library.
  const schema = JSON.parse(JSON.stringify(hubConfigSchema())) as Record<string, unknown>;
  return { $schema: "http://json-schema.org/draft-07/schema#", title: "operations.config", ...schema };
}
