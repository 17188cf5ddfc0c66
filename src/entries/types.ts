/** `@alkdev/operations/types`: TypeScript declarations for operations of every source. */
export { generateTypes } from "../declarations/generate-types.ts";
export type { GenerateTypesOptions } from "../declarations/generate-types.ts";
