import { CallError } from "../../errors/call-error.ts";
import { collectErrors } from "./collect-errors.ts";
import type { JSONSchema } from "../types/scope.ts";
import { formatValueErrors } from "./format-value-errors.ts";

/**
 * Throws `VALIDATION_ERROR` with paths if the value does not fit the schema. `what` names the value in the message.
 *
 * @example
 * validateOrThrow(Type.Object({ name: Type.String() }), { name: 3 }, "config");
 */
export function validateOrThrow(schema: JSONSchema, value: unknown, what = "value"): void {
  const errors = collectErrors(schema, value);
  if (errors.length === 0) return;
  throw new CallError("VALIDATION_ERROR", `Invalid ${what}: ${formatValueErrors(errors, what)}`, { errors });
}
