import { getOrMake } from "../shared/get-or-make.ts";
import { CallError } from "../errors/call-error.ts";
import { fromPointer, valueAt } from "../shared/json/json-pointer.ts";
import { operationId } from "./operation-id.ts";
import type { RegisteredClaims } from "./operation-types.ts";

/** The caller of an operation. The receiving side decides who that is, never the caller's claim. */
export interface Identity {
  readonly id: string;
  /**
   * The issuer that vouches for the id, such as the `iss` of a token. Identities with the same id and different issuers
   * are different.
   */
  readonly issuer?: string | undefined;
  /** A very long list is searched faster if it is frozen. */
  readonly scopes: readonly string[];
  /**
   * Rights on resources: maps `type` (every resource of that type) or `type:id` (one) to actions; `*` is every action. A
   * right on one resource counts only for operations whose `accessControl` names a `resourceId`.
   */
  readonly resources?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * What else is known about the caller: a tenant, a plan, a locale. Plain JSON, at most 8192 characters. It travels
   * with the identity, and is signed whenever the identity is. Give it a type with `interface Register { claims: … }`.
   */
  readonly claims?: RegisteredClaims | undefined;
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
  /**
   * Where the input holds the id of the resource, as a JSON Pointer: `/ticketId`. A caller with the right on that one
   * resource may then call it. Without a `resourceId` only rights on the whole type count.
   */
  readonly resourceId?: string | undefined;
}

/**
 * Whether an identity meets an operation's requirements. Without `call`: whether it may call it with some input, which is
 * what lists show. With `call`: whether it may call it with this input.
 *
 * @example
 * checkAccess({ requiredScopes: ["task:read"] }, { id: "ada", scopes: ["task:read"] }); // true
 */
export function checkAccess(
  accessControl: AccessControl,
  identity: Identity | undefined,
  call?: { readonly input: unknown },
): boolean {
  if ((accessControl as LimitedAccess)[WITHHELD]?.(identity) !== undefined) return false;
  if (!requiresIdentity(accessControl)) return true;
  // This repeats `isMissing`, because every checked call comes through here.
  if (identity === undefined || identity === null) return false;
  const { requiredScopes, requiredScopesAny = [], resourceType } = accessControl;
  const list = asList(identity.scopes);
  const held = list.length > MANY && Object.isFrozen(list) ? knownAs(list) : list;
  for (const scope of requiredScopes) if (!held.includes(scope)) return false;
  if (requiredScopesAny.length > 0 && !requiredScopesAny.some((scope) => held.includes(scope))) return false;
  return resourceType === undefined || mayActOn(identity, accessControl, call);
}

/**
 * Holds why a caller does not get an operation at all, whatever its rights. A symbol, because this is not data: a copy
 * of an access control keeps it, and JSON leaves it out.
 */
const WITHHELD = Symbol();

interface LimitedAccess extends AccessControl {
  readonly [WITHHELD]?: ((identity: Identity | undefined) => string | undefined) | undefined;
}

const UNLISTED = ": its source does not list it for this caller's own account";

/** The same requirements, for an operation that exists only for the callers to whom its source offers it. */
export function limitAccess(
  accessControl: AccessControl,
  isOffered: (identity: Identity | undefined) => boolean,
): AccessControl {
  const whyWithheld = (identity: Identity | undefined): string | undefined =>
    isOffered(identity) ? undefined : UNLISTED;
  return { ...accessControl, [WITHHELD]: whyWithheld } as AccessControl;
}

/** Whether callers with the same rights may differ in whether they are offered this operation. */
export function isLimited({ accessControl }: { readonly accessControl: AccessControl }): boolean {
  return (accessControl as LimitedAccess)[WITHHELD] !== undefined;
}

/** Whether the source of an operation offers it to this identity, whatever rights the identity has. */
export function isOfferedTo(accessControl: AccessControl, identity: Identity | undefined): boolean {
  return (accessControl as LimitedAccess)[WITHHELD]?.(identity) === undefined;
}

/** Whether an identity has the rights, even if the operation's source does not offer it to this identity. */
export function hasRights(
  accessControl: AccessControl,
  identity: Identity | undefined,
  call?: { readonly input: unknown },
): boolean {
  return checkAccess({ ...accessControl, [WITHHELD]: undefined } as AccessControl, identity, call);
}

/** Up to this many scopes, searching a list is faster. */
const MANY = 32;

type Lookup = Pick<readonly unknown[], "includes">;

const lookups = new WeakMap<readonly unknown[], Lookup>();

/** Remembers a frozen list as a set. A list that is not frozen may change after it was read. */
function knownAs(frozen: readonly unknown[]): Lookup {
  return getOrMake(lookups, frozen, toLookup);
}

function toLookup(list: readonly unknown[]): Lookup {
  const scopes = new Set(list);
  return { includes: (scope) => scopes.has(scope) };
}

/** Whether the requirements need a caller's identity at all. */
export function requiresIdentity(accessControl: AccessControl): boolean {
  const { requiredScopes, requiredScopesAny, resourceType } = accessControl;
  return requiredScopes.length > 0 || (requiredScopesAny?.length ?? 0) > 0 || resourceType !== undefined;
}

interface GuardedOperation {
  readonly namespace: string;
  readonly name: string;
  readonly accessControl: AccessControl;
}

/** Throws unless the identity may call the operation: with some input, or with that of the call. */
export function assertAccess(
  operation: GuardedOperation,
  identity: Identity | undefined,
  call?: { readonly input: unknown },
): void {
  const { accessControl } = operation;
  if (checkAccess(accessControl, identity, call)) return;
  const id = operationId(operation);
  if (isMissing(identity))
    throw new CallError("UNAUTHENTICATED", `${id} needs a caller with an identity, and the call has none.`);
  const where = checkAccess(accessControl, identity) ? ` for this ${accessControl.resourceType}` : "";
  const why = missingScopes(accessControl, identity) || ((accessControl as LimitedAccess)[WITHHELD]?.(identity) ?? "");
  throw new CallError("ACCESS_DENIED", `${identity.id} may not call ${id}${where}${why}.`);
}

/** The error for a caller that has the rights, but to whom the source does not offer the operation. */
export function notOffered(id: string, { id: caller }: Pick<Identity, "id">): CallError {
  return new CallError("ACCESS_DENIED", `${caller} may not call ${id}${UNLISTED}.`, undefined, { phase: "notStarted" });
}

/** The scopes that the caller can ask for, as the end of a sentence. Empty if it lacks none. */
function missingScopes({ requiredScopes, requiredScopesAny = [] }: AccessControl, identity: Identity): string {
  const held = asList(identity.scopes);
  const missing = requiredScopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return `: it needs the scope${missing.length === 1 ? "" : "s"} ${missing.join(", ")}`;
  const hasAny = requiredScopesAny.length === 0 || requiredScopesAny.some((scope) => held.includes(scope));
  return hasAny ? "" : `: it needs one of the scopes ${requiredScopesAny.join(", ")}`;
}

function mayActOn(
  identity: Identity,
  accessControl: AccessControl,
  call: { readonly input: unknown } | undefined,
): boolean {
  const { resourceType = "", resourceAction, resourceId } = accessControl;
  const rights = identity.resources ?? {};
  const mayActOnKey = (resource: string): boolean => {
    const actions = Object.hasOwn(rights, resource) ? asList(rights[resource]) : [];
    return actions.includes("*") || (resourceAction !== undefined && actions.includes(resourceAction));
  };
  if (mayActOnKey(resourceType)) return true;
  if (resourceId === undefined) return false;
  const instances = `${resourceType}:`;
  if (call === undefined) {
    return Object.keys(rights).some((resource) => resource.startsWith(instances) && mayActOnKey(resource));
  }
  const id = valueAt(call.input, fromPointer(resourceId));
  return (typeof id === "string" || typeof id === "number") && mayActOnKey(`${instances}${id}`);
}

/** Whether there is no identity. In JSON that may be `null`. */
export function isMissing(identity: Identity | null | undefined): identity is null | undefined {
  return identity === undefined || identity === null;
}

/** Only lists count: `includes` of a string would find parts of it, such as `task:read` in `"task:readonly"`. */
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Distinguishes identities wherever something belongs to one: sessions, shares, remembered calls. An id alone is not
 * enough: an issuer of tokens may give a subject the id of a key, and the two are different callers.
 */
export function identityKey({ id, issuer }: Pick<Identity, "id" | "issuer">): string {
  return issuer === undefined ? `id ${id}` : `${issuer.length} ${issuer} ${id}`;
}
