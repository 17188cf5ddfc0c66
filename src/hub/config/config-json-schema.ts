import { HubConfigSchema } from "./hub-config.ts";

/** The JSON Schema of the config, which editors complete it by. Draft 7: the newest that all of them know. */
export function configJSONSchema(): Record<string, unknown> {
  // As JSON: the schema's own objects carry marks of the schema library.
  const schema = JSON.parse(JSON.stringify(HubConfigSchema)) as Record<string, unknown>;
  return { $schema: "http://json-schema.org/draft-07/schema#", title: "operations.config", ...schema };
}
