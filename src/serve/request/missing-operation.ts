import { CallError } from "../../errors/call-error.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";

/** Why an id has no operation. Only callers who could call a quarantined one learn about it. */
export function missingOperation(registry: OperationRegistry, id: string, identity: Identity | undefined): CallError {
  const quarantined = registry.quarantine.get(id);
  const mayKnow = quarantined !== undefined && checkAccess(quarantined.accessControl, identity);
  const missing = new CallError("OPERATION_NOT_FOUND", `There is no operation ${id.slice(0, 200)}.`);
  return (mayKnow ? registry.quarantine.errorFor(id) : undefined) ?? missing;
}
