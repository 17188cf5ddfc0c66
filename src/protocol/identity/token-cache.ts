/** Tokens, made and read once: to sign or verify one takes longer than a call. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { LONGEST_TOKEN } from "../wire/protocol-event.ts";
import type { SignedIdentity } from "./signed-identity.ts";

const MOST_TOKENS = 10_000;

/** A token is made anew when less than this part of a minute is left of it. Milliseconds. */
const LEAST_LEFT = 15_000;

interface Kept<T> {
  readonly value: T;
  readonly expiresAt: number;
}

export class TokenCache {
  readonly #identity: SignedIdentity | undefined;
  /** What this peer is called as an audience. */
  readonly #audience: string;
  readonly #own = new Map<string, Kept<string | undefined>>();
  readonly #verified = new Map<string, Kept<Identity>>();

  constructor(identity: SignedIdentity | undefined, audience: string) {
    this.#identity = identity;
    this.#audience = audience;
  }

  /** The token for a call; at once when there is one. */
  tokenFor(audience: string, identity: Identity | undefined): string | undefined | Promise<string | undefined> {
    if (this.#identity === undefined) return undefined;
    const key = identity === undefined ? audience : `${audience} ${JSON.stringify(identity)}`;
    const kept = this.#own.get(key);
    if (kept !== undefined && kept.expiresAt - Date.now() > LEAST_LEFT) return kept.value;
    return this.#sign({ key, audience, identity });
  }

  /** Whose call it is; at once when the token is known. */
  identify(token: string | undefined): Identity | undefined | Promise<Identity> {
    if (token === undefined) return undefined;
    if (this.#identity === undefined)
      throw new CallError("UNAUTHENTICATED", "This peer verifies no tokens: it was connected without an identity.");
    const kept = this.#verified.get(token);
    if (kept === undefined) return this.#verify(token, this.#identity);
    if (kept.expiresAt > Date.now()) return kept.value;
    this.#verified.delete(token);
    throw new CallError("UNAUTHENTICATED", "The token of the call has expired.");
  }

  async #sign({ key, audience, identity }: { key: string; audience: string; identity: Identity | undefined }) {
    const signed = await this.#identity?.sign(audience, identity);
    if (signed !== undefined && signed.token.length > LONGEST_TOKEN) throw tooManyRights(identity);
    // Nobody's calls stay nobody's.
    const expiresAt = signed?.expiresAt ?? Infinity;
    // One that holds for less than we ask for is used once.
    if (expiresAt - Date.now() > LEAST_LEFT) keep(this.#own, key, { value: signed?.token, expiresAt });
    return signed?.token;
  }

  async #verify(token: string, by: SignedIdentity): Promise<Identity> {
    const { identity, expiresAt } = await by.verify(token, this.#audience);
    keep(this.#verified, token, { value: identity, expiresAt });
    return identity;
  }
}

/** `identity`: without one, it is this process's own. */
function tooManyRights(identity: Identity | undefined): CallError {
  const whose =
    identity === undefined ? "This process has too many scopes" : `${identity.id} has ${identity.scopes.length} scopes`;
  return new CallError(
    "VALIDATION_ERROR",
    `${whose}: a token that names them takes more than ${LONGEST_TOKEN} characters. Call as somebody with fewer; a key with "*" has those of all operations.`,
  );
}

/** Bounded: the oldest goes first. */
function keep<T>(map: Map<string, Kept<T>>, key: string, kept: Kept<T>): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= MOST_TOKENS) map.delete(oldest);
  map.set(key, kept);
}
