/** Tokens, each made and verified once: signing or verifying one takes longer than a call. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { PrepareCallOptions, ResolvedCallOptions } from "../caller/call-options.ts";
import { LONGEST_TOKEN } from "../wire/protocol-numbers.ts";
import type { CallRequested } from "../wire/protocol-event.ts";
import type { SignedIdentity } from "./signed-identity.ts";
import { Expiry } from "../../shared/time/steady-clock.ts";

const MOST_TOKENS = 10_000;

/** A token with less time left than this is replaced. Milliseconds. */
const LEAST_LEFT = 15_000;

interface Kept<T> {
  readonly value: T;
  readonly expiry: Expiry;
}

export class TokenCache {
  readonly #identity: SignedIdentity | undefined;
  /** The name of this peer in tokens that are made for it. */
  readonly #audience: string;
  readonly #own = new Map<string, Kept<string | undefined>>();
  readonly #verified = new Map<string, Kept<Identity>>();

  constructor(identity: SignedIdentity | undefined, audience: string) {
    this.#identity = identity;
    this.#audience = audience;
  }

  /** The token for a call. It comes at once if the cache has it. */
  tokenFor(audience: string, identity: Identity | undefined): string | undefined | Promise<string | undefined> {
    if (this.#identity === undefined) return undefined;
    const key = identity === undefined ? audience : `${audience} ${JSON.stringify(identity)}`;
    const kept = this.#own.get(key);
    if (kept !== undefined && kept.expiry.left > LEAST_LEFT) return kept.value;
    return this.#sign({ key, audience, identity });
  }

  /** Whose token it is. The answer comes at once if the cache has it. */
  identify(token: string | undefined): Identity | undefined | Promise<Identity> {
    if (token === undefined) return undefined;
    if (this.#identity === undefined)
      throw new CallError("UNAUTHENTICATED", "This peer verifies no tokens: it was connected without an identity.");
    const kept = this.#verified.get(token);
    if (kept === undefined) return this.#verify(token, this.#identity);
    if (kept.expiry.left > 0) return kept.value;
    this.#verified.delete(token);
    throw new CallError("UNAUTHENTICATED", "The token of the call has expired.");
  }

  async #sign({ key, audience, identity }: { key: string; audience: string; identity: Identity | undefined }) {
    const signed = await this.#identity?.sign(audience, identity);
    if (signed !== undefined && signed.token.length > LONGEST_TOKEN) throw tooManyRights(identity);
    // A process without an identity stays without one.
    const expiry = new Expiry(signed?.expiresAt ?? Infinity);
    // A token with less time left than that is used once.
    if (expiry.left > LEAST_LEFT) keep(this.#own, key, { value: signed?.token, expiry });
    return signed?.token;
  }

  async #verify(token: string, by: SignedIdentity): Promise<Identity> {
    const { identity, expiresAt } = await by.verify(token, this.#audience);
    keep(this.#verified, token, { value: identity, expiry: new Expiry(expiresAt) });
    return identity;
  }
}

/** Without an identity the token is this process's own. */
function tooManyRights(identity: Identity | undefined): CallError {
  const whose =
    identity === undefined ? "This process has too many scopes" : `${identity.id} has ${identity.scopes.length} scopes`;
  return new CallError(
    "VALIDATION_ERROR",
    `${whose}: a token that names them and its claims takes more than ${LONGEST_TOKEN} characters. Call as an identity with fewer; a key with "*" has those of all operations.`,
  );
}

/** Bounded: the oldest goes first. */
function keep<T>(map: Map<string, Kept<T>>, key: string, kept: Kept<T>): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= MOST_TOKENS) map.delete(oldest);
  map.set(key, kept);
}

/** For calls to a peer on a bus. Such a peer believes no claim, so an identity travels as a signed token. */
export function signedFor(audience: string, tokens: TokenCache): PrepareCallOptions {
  return (given) => {
    const { identity, token, isAnonymous } = given;
    const signed = token === undefined && isAnonymous !== true ? tokens.tokenFor(audience, identity) : token;
    if (signed instanceof Promise) return signed.then((made) => ({ ...given, identity: undefined, token: made }));
    const isAsGiven = identity === undefined && signed === token;
    return isAsGiven ? given : { ...given, identity: undefined, token: signed };
  };
}

/** For a call without an identity. Without a token it would count as made by the holder of the connection. */
const ANONYMOUS: Identity = { id: "anonymous", scopes: [] };

/**
 * For calls to a server that verifies tokens. Calls that this process makes for itself carry no token: they are made by
 * the holder of the connection.
 */
export function signedForServer(serverId: string, tokens: TokenCache): PrepareCallOptions {
  const sign = signedFor(serverId, tokens);
  return (given) => {
    const named = given.isAnonymous === true ? { ...given, isAnonymous: false, identity: ANONYMOUS } : given;
    const prepared = sign(named);
    if (named.identity === undefined) return prepared;
    return prepared instanceof Promise ? prepared.then(assertSigned) : assertSigned(prepared);
  };
}

/** Otherwise the call would be made by the holder of the connection, and not by its caller. */
function assertSigned(options: ResolvedCallOptions): ResolvedCallOptions {
  if (options.token !== undefined) return options;
  throw new CallError("UNAUTHENTICATED", "This process has no key to sign on whose behalf the call is made.");
}

/** For calls to a server that identifies callers by their connection alone. */
export function withoutIdentity(options: ResolvedCallOptions): ResolvedCallOptions {
  return options.identity === undefined ? options : { ...options, identity: undefined };
}

/** Who makes a call on a bus. Only a token can say so. */
export function identifyByToken(
  { identity, token }: CallRequested,
  tokens: TokenCache,
): Identity | undefined | Promise<Identity> {
  if (identity === undefined) return tokens.identify(token);
  throw new CallError("UNAUTHENTICATED", "On a bus a call may not claim an identity: it needs a signed token.");
}

/** For calls on a sealed bus: the seal vouches for the identity that a call names. */
export function namedAs(own: Identity | undefined): PrepareCallOptions {
  return (given) => {
    const isNamed = given.identity !== undefined || given.isAnonymous === true || given.token !== undefined;
    return isNamed || own === undefined ? given : { ...given, identity: own };
  };
}

/** Who makes a call on a sealed bus: the caller that it names, or that its token names. */
export function identifySealed(
  { identity, token }: CallRequested,
  tokens: TokenCache,
): Identity | undefined | Promise<Identity> {
  if (identity === undefined) return tokens.identify(token);
  const { expiresAt = Infinity } = identity;
  if (expiresAt > Date.now()) return identity;
  throw new CallError("UNAUTHENTICATED", `The credential of ${identity.id} has expired.`);
}
