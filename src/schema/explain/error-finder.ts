import type { TSchema } from "typebox";
import { quickCheck } from "../engine/validator.ts";
import type { ValueError } from "../types/value-error.ts";
import { collectErrors } from "./collect-errors.ts";

/** `collectErrors` for one schema of our own, without references. It does not compile the schema for a few fitting values. */
export function errorFinder(schema: TSchema): (value: unknown) => ValueError[] {
  const fits = quickCheck(schema);
  return (value) => (fits(value) ? [] : collectErrors(schema, value));
}
