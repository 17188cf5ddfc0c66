/** Calls on behalf of others: the caller that a token names, within the rights of the connection's holder. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { TokenCache } from "./token-cache.ts";

type Resources = NonNullable<Identity["resources"]>;

/** The scope that lets an identity call on behalf of others, within its own rights. */
export const DELEGATE_SCOPE = "operations:delegate";

/** The caller that the token names. Throws a `CallError` if `holder` may not speak for others. */
export function callerByToken(
  token: string,
  holder: Identity | undefined,
  tokens: TokenCache | undefined,
): Identity | undefined | Promise<Identity | undefined> {
  if (tokens === undefined)
    throw new CallError(
      "UNAUTHENTICATED",
      "The call names a caller by a token, and this side verifies no tokens: it was given no identity (serve.identitySecret of a hub's config).",
    );
  // Before the signature: checking that takes time, and only peers with this scope may cause it.
  if (holder?.scopes.includes(DELEGATE_SCOPE) !== true)
    throw new CallError(
      "ACCESS_DENIED",
      `${holder?.id ?? "A peer without an identity"} may not call on behalf of others: it needs the scope ${DELEGATE_SCOPE}.`,
    );
  const caller = tokens.identify(token);
  // Computed for each call: the rights of a connection's holder may grow while it is open.
  return caller instanceof Promise
    ? caller.then((known) => commonRights(known, holder))
    : caller && commonRights(caller, holder);
}

/** The caller, with those of its rights that the holder of the connection has as well. */
export function commonRights(caller: Identity, holder: Identity): Identity {
  const held = new Set(holder.scopes);
  const { id, issuer, resources, claims } = caller;
  const scopes = caller.scopes.filter((scope) => held.has(scope));
  const common = { id, ...(issuer !== undefined && { issuer }), scopes, ...(claims !== undefined && { claims }) };
  if (resources === undefined || holder.resources === undefined) return common;
  return { ...common, resources: commonResources(resources, holder.resources) };
}

function commonResources(some: Resources, others: Resources): Resources {
  const common = new Map<string, readonly string[]>();
  for (const [one, actions] of Object.entries(some)) {
    for (const [other, allowed] of Object.entries(others)) {
      const narrower = covers(one, other) ? other : one;
      if (narrower === one && !covers(other, one)) continue;
      const both = commonActions(actions, allowed);
      if (both.length > 0) common.set(narrower, [...(common.get(narrower) ?? []), ...both]);
    }
  }
  return Object.fromEntries(common);
}

/** `task` means every task, `task:7` means one. */
function covers(wider: string, resource: string): boolean {
  return resource === wider || resource.startsWith(`${wider}:`);
}

/** A token may hold anything: without a list there are no rights. */
function commonActions(some: unknown, others: unknown): readonly string[] {
  if (!Array.isArray(some) || !Array.isArray(others)) return [];
  if (some.includes("*")) return others as string[];
  return others.includes("*") ? (some as string[]) : (some as string[]).filter((action) => others.includes(action));
}
