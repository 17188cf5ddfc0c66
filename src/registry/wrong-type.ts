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
