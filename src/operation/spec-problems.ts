import { CallError } from "../errors/call-error.ts";
import { collectErrors } from "../schema/collect-errors.ts";
import { formatValueErrors } from "../schema/format-value-errors.ts";
import type { ValueError } from "../schema/value-error.ts";
import { OperationSpecSchema } from "./operation-spec.ts";

const SCHEMA_FIELDS = ["inputSchema", "outputSchema"] as const;

/** What is wrong with something that should be a spec; empty when nothing is. */
export function specProblems(spec: unknown): ValueError[] {
  if (typeof spec !== "object" || spec === null) return collectErrors(OperationSpecSchema, spec);
  const view = viewOf(spec);
  return [...collectErrors(OperationSpecSchema, view), ...schemaProblems(view), ...pairProblems(view), ...handlerProblems(spec)];
}

/** Refuses a bad spec with an error that says which field and why. */
export function assertValidSpec(spec: unknown): void {
  const errors = specProblems(spec);
  if (errors.length === 0) return;
  const { namespace, name } = (typeof spec === "object" && spec !== null ? spec : {}) as Record<string, unknown>;
  const which = typeof namespace === "string" && typeof name === "string" ? `${namespace}.${name}` : "an operation";
  throw new CallError(
    "VALIDATION_ERROR",
    `The spec of ${which} is invalid: ${formatValueErrors(errors, "spec")}`,
    { errors },
  );
}
