import type { JSONSchema } from "../types/scope.ts";

/** A schema that a function checks. */
export function refinement(check: (value: unknown) => boolean, error = ""): JSONSchema {
  return { "~refine": [{ check, error: () => error }] };
}
