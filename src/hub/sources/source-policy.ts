import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { checkAccess, requiresIdentity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { HubConfig, SourcePolicyConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";
import { matchesAny } from "../../shared/name-pattern.ts";

/** Which operations of a source the hub takes, who may call them, and which need approval. */
export interface SourcePolicy {
  takes(spec: OperationSpec): boolean;
  accessControl(spec: OperationSpec): AccessControl;
  needsApproval(spec: OperationSpec): boolean;
  /** Whether members of results stay that no schema names; undefined leaves it to the registry. */
  output(spec: OperationSpec): OutputMode | undefined;
  /** Why an operation that the config lists as public is not. */
  notPublic(spec: OperationSpec): string | undefined;
  /** What a caller needs for an operation that asks for nothing itself. */
  readonly ownAccess: AccessControl;
  /** Whether a viewer may see the source while it has no operations that would decide it. */
  isOpenTo(identity: Identity): boolean;
}

/** The rules of the whole config, for all of its sources. */
export interface CommonRules {
  readonly publicOperations: readonly string[];
  readonly output: OutputMode | undefined;
}

export function commonRules({ serve, output }: HubConfig): CommonRules {
  return { publicOperations: serve?.publicOperations ?? [], output };
}

export function createPolicy(config: SourcePolicyConfig, common: CommonRules): SourcePolicy {
  const { include, exclude, scopes = [], approval = false } = config;
  const included = include === undefined ? () => true : byAnyName(include);
  const excluded = byAnyName(exclude ?? []);
  const isListedPublic = matchesAny(common.publicOperations);
  const asked = Array.isArray(approval) ? byAnyName(approval) : undefined;
  const ownAccess = { requiredScopes: scopes.length > 0 ? scopes : [CALL_SCOPE] };
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
    output: (spec) => config.output ?? spec.output ?? common.output,
    notPublic(spec) {
      const isClosed = scopes.length > 0 || requiresIdentity(spec.accessControl);
      return isPublic(spec) && isClosed ? "it is listed in serve.publicOperations, but asks for scopes" : undefined;
    },
    ownAccess,
    isOpenTo: (identity) => checkAccess(ownAccess, identity),
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
