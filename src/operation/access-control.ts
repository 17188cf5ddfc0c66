/** Who calls. Decided by the receiving side, never by the caller's claim. */
export interface Identity {
  readonly id: string;
  readonly scopes: readonly string[];
  /** Rights on resources: from `type` (all of that type) or `type:id` to actions, `*` for every action. */
  readonly resources?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Milliseconds since the epoch: streams and connections of this identity end then. Absent: they need not. */
  readonly expiresAt?: number | undefined;
}

/** What an operation asks of its caller. Empty requirements let everybody in. */
export interface AccessControl {
  /** All of these. */
  readonly requiredScopes: readonly string[];
  /** And at least one of these, when there are any. */
  readonly requiredScopesAny?: readonly string[] | undefined;
  /** And, with `resourceAction`, that action on this type of resource. */
  readonly resourceType?: string | undefined;
  readonly resourceAction?: string | undefined;
}

/**
 * Whether an identity meets an operation's requirements.
 *
 * @example
 * checkAccess({ requiredScopes: ["task:read"] }, { id: "ada", scopes: ["task:read"] }); // true
 */
export function checkAccess(accessControl: AccessControl, identity: Identity | undefined): boolean {
  if (!requiresIdentity(accessControl)) return true;
  if (isMissing(identity)) return false;
  const { requiredScopes, requiredScopesAny, resourceType, resourceAction } = accessControl;
  const holds = (scope: string): boolean => listHolds(identity.scopes, scope);
  return (
    requiredScopes.every(holds) &&
    (requiredScopesAny === undefined || requiredScopesAny.length === 0 || requiredScopesAny.some(holds)) &&
    (resourceType === undefined || mayActOn(identity, resourceType, resourceAction))
  );
}

/** Whether the requirements ask for a caller's identity at all. */
export function requiresIdentity(accessControl: AccessControl): boolean {
  const { requiredScopes, requiredScopesAny, resourceType } = accessControl;
  return requiredScopes.length > 0 || (requiredScopesAny?.length ?? 0) > 0 || resourceType !== undefined;
}

function mayActOn(identity: Identity, type: string, action: string | undefined): boolean {
  return Object.entries(identity.resources ?? {}).some(
    ([resource, actions]) =>
      (resource === type || resource.startsWith(`${type}:`)) &&
      (listHolds(actions, "*") || (action !== undefined && listHolds(actions, action))),
  );
}

/** Whether there is no identity: a JSON of one may say `null`. */
export function isMissing(identity: Identity | null | undefined): identity is null | undefined {
  return identity === undefined || identity === null;
}

/** A text would find parts of itself: `"task:readonly"` holds no scope `task:read`. */
function listHolds(list: unknown, wanted: string): boolean {
  return Array.isArray(list) && list.includes(wanted);
}
