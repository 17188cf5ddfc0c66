import { CallError } from "../../errors/call-error.ts";
import { hasRights, isOfferedTo, notOffered } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";

/**
 * Why an id has no operation for this caller. Only callers who could call an operation that is quarantined or away learn
 * about it. So do callers with the rights to an operation that its source does not offer them.
 */
export function missingOperation(registry: OperationRegistry, id: string, identity: Identity | undefined): CallError {
  const spec = registry.getSpec(id);
  const isHidden = spec !== undefined && identity !== undefined && !isOfferedTo(spec.accessControl, identity);
  if (isHidden && hasRights(spec.accessControl, identity)) return notOffered(id, identity);
  const missing = new CallError("OPERATION_NOT_FOUND", `There is no operation ${id.slice(0, 200)}.`);
  return registry.quarantine.errorForCaller(id, identity) ?? missing;
}
