import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { checkAccess, requiresIdentity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { HubConfig, OperationShapeConfig, SourcePolicyConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";
import { matchesAny } from "../../shared/name-pattern.ts";
import { ShapedOperation } from "../shaping/shaped-operation.ts";
import { configNames, SourceShaping } from "../shaping/source-shaping.ts";
import { RuleNames } from "./rule-names.ts";

/**
 * Which operations of a source the hub takes, how callers see them, who may call them, and which need approval. Every
 * method but `shaping` gets operations as they are shaped.
 */
export interface SourcePolicy {
  readonly shaping: SourceShaping;
  /** The names in the rules. */
  readonly names: RuleNames;
  takes(spec: OperationSpec): boolean;
  accessControl(spec: OperationSpec): AccessControl;
  needsApproval(spec: OperationSpec): boolean;
  /** Whether results keep members that no schema names; undefined leaves it to the registry. */
  output(spec: OperationSpec): OutputMode | undefined;
  /** Why an operation that the config lists as public is not. */
  notPublic(spec: OperationSpec): string | undefined;
  /** What a caller needs for an operation that requires nothing itself. */
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

export function createPolicy(
  config: SourcePolicyConfig,
  common: CommonRules,
  shaping: SourceShaping = new SourceShaping(),
  names: RuleNames = new RuleNames(config, {}, []),
): SourcePolicy {
  const { include, exclude, scopes = [], approval = false } = config;
  const scopesOf = (spec: OperationSpec): readonly string[] => shapeOf(spec)?.scopes ?? scopes;
  const included = include === undefined ? () => true : byAnyName(include);
  const excluded = byAnyName(exclude ?? []);
  const isListedPublic = matchesAny(common.publicOperations);
  const asked = Array.isArray(approval) ? byAnyName(approval) : undefined;
  const ownAccess = { requiredScopes: scopes.length > 0 ? scopes : [CALL_SCOPE] };
  const isPublic = (spec: OperationSpec): boolean => isListedPublic(operationId(spec));
  return {
    shaping,
    names,
    takes: (spec) => included(spec) && !excluded(spec) && shapeOf(spec)?.hidden !== true,
    accessControl(spec) {
      const own = spec.accessControl;
      const requiredScopes = [...new Set([...own.requiredScopes, ...scopesOf(spec)])];
      const access = { ...own, requiredScopes };
      return requiresIdentity(access) || isPublic(spec) ? access : { ...access, requiredScopes: [CALL_SCOPE] };
    },
    needsApproval: (spec) =>
      asked === undefined ? approval === true && spec.type !== OperationType.QUERY : asked(spec),
    output: (spec) => shapeOf(spec)?.output ?? config.output ?? spec.output ?? common.output,
    notPublic(spec) {
      const isClosed = scopesOf(spec).length > 0 || requiresIdentity(spec.accessControl);
      return isPublic(spec) && isClosed ? "it is listed in serve.publicOperations, but asks for scopes" : undefined;
    },
    ownAccess,
    isOpenTo: (identity) => checkAccess(ownAccess, identity),
  };
}

function shapeOf(spec: OperationSpec): OperationShapeConfig | undefined {
  return spec instanceof ShapedOperation ? spec.shape.config : undefined;
}

/** Matches an operation by its name or id, here or at its source. */
function byAnyName(patterns: readonly string[]): (spec: OperationSpec) => boolean {
  const matches = matchesAny(patterns);
  return (spec) => {
    const names =
      spec instanceof ShapedOperation ? [...configNames(spec), ...configNames(spec.original)] : configNames(spec);
    return names.some(matches);
  };
}
