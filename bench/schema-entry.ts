/** The functions that `schemas.ts` measures, as one bundle. */
export { Compile } from "typebox/schema";
export { collectErrors } from "../src/schema/explain/collect-errors.ts";
export { FromSchema } from "../src/schema/types/from-schema.ts";
export { getNormaliser } from "../src/schema/normalise/normaliser.ts";
export { getValidator } from "../src/schema/engine/validator.ts";
