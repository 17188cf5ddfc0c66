/** The functions that `importing.ts` measures, as one bundle. */
export type { ImportedDocument } from "../src/sources/openapi/import-openapi.ts";
export { importOpenAPI } from "../src/sources/openapi/import-openapi.ts";
export { getNormaliser } from "../src/schema/normalise/normaliser.ts";
export { getValidator } from "../src/schema/engine/validator.ts";
