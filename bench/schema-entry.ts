/** The functions that `schemas.ts` measures, as one bundle. */
export { Compile } from "typebox/schema";
export { collectErrors } from "../src/schema/collect-errors.ts";
export { FromSchema } from "../src/schema/from-schema.ts";
export { getNormaliser } from "../src/schema/normalise/normaliser.ts";
export { getValidator } from "../src/schema/validator.ts";
