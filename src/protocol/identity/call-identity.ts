/** How a call says who makes it. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { ResolvedCallOptions } from "../caller/call-options.ts";
import type { TokenCache } from "./token-cache.ts";

/** Who is not known, to a hub: a call without a token would count as made by the holder of the connection. */
const NOBODY: Identity = { id: "anonymous", scopes: [] };

interface TokensFor {
  readonly tokens: TokenCache;
  /** The one that the token is for. */
  readonly audience: string;
}

/** For peers on a bus, who believe no claim: an identity travels as a signed token. */
export function withToken(
  given: ResolvedCallOptions,
  { tokens, audience }: TokensFor,
): ResolvedCallOptions | Promise<ResolvedCallOptions> {
  const { identity, token, isAnonymous } = given;
  const signed = token === undefined && isAnonymous !== true ? tokens.tokenFor(audience, identity) : token;
  if (signed instanceof Promise) return signed.then((made) => ({ ...given, identity: undefined, token: made }));
  const isAsGiven = identity === undefined && signed === token;
  return isAsGiven ? given : { ...given, identity: undefined, token: signed };
}

/** For a hub that verifies tokens. What this process calls for itself goes without: that is who holds the connection. */
export function withTokenForHub(
  given: ResolvedCallOptions,
  to: TokensFor,
): ResolvedCallOptions | Promise<ResolvedCallOptions> {
  const known = given.isAnonymous === true ? { ...given, isAnonymous: false, identity: NOBODY } : given;
  const prepared = withToken(known, to);
  if (known.identity === undefined) return prepared;
  return prepared instanceof Promise ? prepared.then(assertSigned) : assertSigned(prepared);
}

/** Else it would be made by the holder of the connection, and not by its caller. */
function assertSigned(options: ResolvedCallOptions): ResolvedCallOptions {
  if (options.token !== undefined) return options;
  throw new CallError("UNAUTHENTICATED", "On whose behalf the call is made cannot be signed: there is no key for it.");
}

/** For a hub that decides by the connection alone who calls. */
export function withoutIdentity(options: ResolvedCallOptions): ResolvedCallOptions {
  return options.identity === undefined ? options : { ...options, identity: undefined };
}
