import { CallError } from "../errors/call-error.ts";
import { operationId } from "./operation-id.ts";

/** Who calls. The receiving side decides it, never the caller's claim. */
export interface Identity {
  readonly id: string;
  /** Who vouches for the id, as the `iss` of a token. Identities with the same id and different issuers are different. */
  readonly issuer?: string | undefined;
  readonly scopes: readonly string[];
  /** Rights on resources: maps `type` (every resource of that type) or `type:id` to actions; `*` is every action. */
  readonly resources?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Milliseconds since the epoch. The identity's streams and connections end then; without it they do not. */
  readonly expiresAt?: number | undefined;
}

/** What an operation requires of its caller. Empty requirements let every caller in. */
export interface AccessControl {
  /** The caller needs all of these. */
  readonly requiredScopes: readonly string[];
  /** The caller also needs at least one of these, if there are any. */
  readonly requiredScopesAny?: readonly string[] | undefined;
  /** The caller also needs `resourceAction` on this type of resource. */
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
  // As `isMissing`: every checked call comes through here.
  if (identity === undefined || identity === null) return false;
  const { requiredScopes, requiredScopesAny = [], resourceType, resourceAction } = accessControl;
  const held = asList(identity.scopes);
  for (const scope of requiredScopes) if (!held.includes(scope)) return false;
  if (requiredScopesAny.length > 0 && !requiredScopesAny.some((scope) => held.includes(scope))) return false;
  return resourceType === undefined || mayActOn(identity, resourceType, resourceAction);
}

/** Whether the requirements ask for a caller's identity at all. */
export function requiresIdentity(accessControl: AccessControl): boolean {
  const { requiredScopes, requiredScopesAny, resourceType } = accessControl;
  return requiredScopes.length > 0 || (requiredScopesAny?.length ?? 0) > 0 || resourceType !== undefined;
}

interface GuardedOperation {
  readonly namespace: string;
  readonly name: string;
  readonly accessControl: AccessControl;
}

/** Throws unless the identity may call the operation. */
export function assertAccess(operation: GuardedOperation, identity: Identity | undefined): void {
  if (checkAccess(operation.accessControl, identity)) return;
  throw isMissing(identity)
    ? new CallError(
        "UNAUTHENTICATED",
        `${operationId(operation)} needs a caller with an identity, and the call has none.`,
      )
    : new CallError("ACCESS_DENIED", `${identity.id} may not call ${operationId(operation)}.`);
}

function mayActOn(identity: Identity, type: string, action: string | undefined): boolean {
  return Object.entries(identity.resources ?? {}).some(
    ([resource, actions]) =>
      (resource === type || resource.startsWith(`${type}:`)) &&
      (asList(actions).includes("*") || (action !== undefined && asList(actions).includes(action))),
  );
}

/** Whether there is no identity. In JSON that may be `null`. */
export function isMissing(identity: Identity | null | undefined): identity is null | undefined {
  return identity === undefined || identity === null;
}

/** Only lists count: `includes` of a string would find parts of it, as `task:read` in `"task:readonly"`. */
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
