import { CallError } from "../errors/call-error.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";

/** The refusal of an operation whose id is taken. */
export function duplicateId(taken: OperationSpec, refused: OperationSpec): CallError {
  return new CallError(
    "VALIDATION_ERROR",
    `${operationId(refused)} is already registered, from ${describeOrigin(taken)}. The refused one is from ` +
      `${describeOrigin(refused)}. Give one of them another name or namespace, or pass { replace: true }.`,
  );
}

function describeOrigin({ origin, version }: OperationSpec): string {
  const { source = "local", location, name } = origin ?? {};
  const where = location === undefined ? source : `${source} (${location})`;
  return `${where}${name === undefined ? "" : `, where it is called ${name}`}, version ${version}`;
}
