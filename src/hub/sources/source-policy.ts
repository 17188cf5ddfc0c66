import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { checkAccess, requiresIdentity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { SourcePolicyConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";
import { matchesAny } from "../../shared/name-pattern.ts";

/** Which operations of a source the hub takes, who may call them, and which need approval. */
export interface SourcePolicy {
  takes(spec: OperationSpec): boolean;
  accessControl(spec: OperationSpec): AccessControl;
  needsApproval(spec: OperationSpec): boolean;
  /** Why an operation that the config lists as public is not. */
  notPublic(spec: OperationSpec): string | undefined;
  /** Whether a viewer may see the source while it has no operations that would decide it. */
  isOpenTo(identity: Identity): boolean;
}

export function createPolicy(config: SourcePolicyConfig, publicOperations: readonly string[]): SourcePolicy {
  const { include, exclude, scopes = [], approval = false } = config;
  const included = include === undefined ? () => true : byAnyName(include);
  const excluded = byAnyName(exclude ?? []);
  const isListedPublic = matchesAny(publicOperations);
  const asked = Array.isArray(approval) ? byAnyName(approval) : undefined;
  const isPublic = (spec: OperationSpec): boolean => isListedPublic(operationId(spec));
  return {
    takes: (spec) => included(spec) && !excluded(spec),
    accessControl(spec) {
      const own = spec.accessControl;
      const requiredScopes = [...new Set([...own.requiredScopes, ...scopes])];
      const access = { ...own, requiredScopes };
      return requiresIdentity(access) || isPublic(spec) ? access : { ...access, requiredScopes: [CALL_SCOPE] };
    },
    needsApproval: (spec) =>
      asked === undefined ? approval === true && spec.type !== OperationType.QUERY : asked(spec),
    notPublic(spec) {
      const isClosed = scopes.length > 0 || requiresIdentity(spec.accessControl);
      return isPublic(spec) && isClosed ? "it is listed in serve.publicOperations, but asks for scopes" : undefined;
    },
    isOpenTo: (identity) => checkAccess({ requiredScopes: scopes.length > 0 ? scopes : [CALL_SCOPE] }, identity),
  };
}

/** Matches an operation by its name, by its id, or by its original name. */
function byAnyName(patterns: readonly string[]): (spec: OperationSpec) => boolean {
  const matches = matchesAny(patterns);
  return (spec) => {
    const foreign = spec.origin?.name;
    return matches(spec.name) || matches(operationId(spec)) || (foreign !== undefined && matches(foreign));
  };
}
