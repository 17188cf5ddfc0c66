/** A document with one of everything that most tests need. */
import type { ImportOptions } from "./options/import-options.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import { importOpenAPI } from "./import-openapi.ts";
import type { ImportedDocument } from "./import-openapi.ts";

export const ok = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };

export function jsonResponse(schema: unknown): Record<string, unknown> {
  return { 200: { description: "ok", content: { "application/json": { schema } } } };
}

/** An OpenAPI 3.1 document with these paths and schemas; `more` overrides. */
export function documentOf(
  paths: Record<string, unknown>,
  schemas: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "2.0.0" },
    paths,
    components: { schemas },
    ...more,
  };
}

export function importPaths(
  document: Record<string, unknown>,
  config: Partial<HTTPServiceConfig & ImportOptions> = {},
): ImportedDocument {
  return importOpenAPI(document, { namespace: "pets", baseUrl: "https://pets.example", ...config });
}
