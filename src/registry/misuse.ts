/** The errors for programs that use a registry wrongly. */
import { CallError } from "../errors/call-error.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";

/** The error for a stream that is called, or a call that is subscribed to. */
export function wrongType(spec: OperationSpec): CallError {
  const id = operationId(spec);
  return new CallError(
    "PROTOCOL_ERROR",
    spec.type === OperationType.SUBSCRIPTION
      ? `${id} is a SUBSCRIPTION: use subscribe(), it cannot be called.`
      : `${id} is a ${spec.type}: use execute() or call(), it cannot be subscribed to.`,
  );
}

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
