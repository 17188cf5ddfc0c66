import type { ErrorSchemas } from "../operation/declared-error.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { OperationType } from "../operation/operation-type.ts";
import type { AnySchema } from "../schema/types/static.ts";

/** A definition, as a typed reference to its operation. */
export type OperationReference<
  TInputSchema extends AnySchema = AnySchema,
  TOutputSchema extends AnySchema = AnySchema,
  TErrorSchemas extends ErrorSchemas = ErrorSchemas,
  TType extends OperationType = OperationType,
> = Pick<
  OperationSpec<TInputSchema, TOutputSchema, TType, TErrorSchemas>,
  "name" | "namespace" | "type" | "inputSchema" | "outputSchema" | "errorSchemas"
>;

/** The id that a reference names. A value that is neither an id nor a definition is looked up, and not found. */
export function referenceId(reference: string | OperationReference): string {
  if (typeof reference === "string") return reference;
  return typeof reference === "object" && reference !== null ? operationId(reference) : String(reference);
}
