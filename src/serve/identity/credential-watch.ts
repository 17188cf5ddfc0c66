import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { onExpiry } from "../../shared/time/steady-clock.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";

/** Something that outlives the request it began with: a stream, a connection. */
export interface HeldCredential {
  readonly credential: Credential;
  /** Who it was found to belong to. */
  readonly identity: Identity;
  /** Whether it ends when the identity expires: false if the connection itself does that. Default: true. */
  readonly endsAtExpiry?: boolean | undefined;
  /** Called once, with an `UNAUTHENTICATED`, when the credential is no longer valid. */
  readonly onEnd: (reason: CallError) => void;
}

/** Calls the listener once, when a credential is no longer valid. Returns a function that stops listening. */
export type OnCredentialEnd = (listener: (reason: CallError) => void) => () => void;

/** When an identity expires by itself, for a credential that is not watched. */
export function expiryOf(identity: Identity | undefined): OnCredentialEnd | undefined {
  const expiresAt = identity?.expiresAt;
  if (expiresAt === undefined) return undefined;
  return (listener) =>
    onExpiry(expiresAt, () => listener(new CallError("UNAUTHENTICATED", "The credential has expired.")));
}

/**
 * Ends what a credential keeps open: at the identity's `expiresAt`, and when `recheck` finds that the verifier no
 * longer knows it, or gives it other rights.
 *
 * @example
 * const credentialWatch = new CredentialWatch(authenticate);
 * const service = serveHTTP(registry, { authenticate, credentialWatch });
 * sessions.delete(token); // `authenticate` no longer finds it
 * await credentialWatch.recheck();
 */
export class CredentialWatch {
  readonly #authenticate: Authenticate;
  /** What is held, each with the function that stops its timer. */
  readonly #held = new Map<HeldCredential, (() => void) | undefined>();
  /** How often `recheck` has run: see `hold`. */
  rechecks = 0;

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /** How many are held now. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Watches a credential. `rechecks`: their number at the time that it was checked. If it was withdrawn since, it ends
   * too. Returns a function that stops watching, for what has ended by itself.
   */
  hold(held: HeldCredential, rechecks = this.rechecks): () => void {
    const { endsAtExpiry = true, identity, credential } = held;
    this.#held.set(held, endsAtExpiry ? expiryOf(identity)?.((reason) => this.#end(held, reason)) : undefined);
    if (rechecks !== this.rechecks) void this.#check(held, this.#ask(credential));
    return () => void this.#release(held);
  }

  /** Asks the verifier again for everything that is held. A verifier that fails counts as a no. */
  async recheck(): Promise<void> {
    this.rechecks++;
    const asked = new Map<string, Promise<Identity | undefined>>();
    const ask = (credential: Credential): Promise<Identity | undefined> => {
      const { token, kind, address, peer } = credential;
      const key = JSON.stringify([token, kind, address, peer]);
      let answer = asked.get(key);
      if (answer === undefined) asked.set(key, (answer = this.#ask(credential)));
      return answer;
    };
    await Promise.all(Array.from(this.#held.keys(), (held) => this.#check(held, ask(held.credential))));
  }

  async #check(held: HeldCredential, answer: Promise<Identity | undefined>): Promise<void> {
    const now = await answer;
    if (now !== undefined && rightsOf(now) === rightsOf(held.identity)) return this.#setExpiry(held, now);
    this.#end(held, new CallError("UNAUTHENTICATED", "The credential was withdrawn, or its rights changed."));
  }

  /** A credential that another one replaces may have got an expiry. */
  #setExpiry(held: HeldCredential, now: Identity): void {
    if (!this.#held.has(held) || now.expiresAt === held.identity.expiresAt) return;
    this.#held.get(held)?.();
    this.#held.set(
      held,
      expiryOf(now)?.((reason) => this.#end(held, reason)),
    );
  }

  async #ask(credential: Credential): Promise<Identity | undefined> {
    try {
      return await this.#authenticate(credential);
    } catch {
      return undefined;
    }
  }

  #end(held: HeldCredential, reason: CallError): void {
    if (this.#release(held)) held.onEnd(reason);
  }

  #release(held: HeldCredential): boolean {
    this.#held.get(held)?.();
    return this.#held.delete(held);
  }
}

function rightsOf(identity: Identity): string {
  return JSON.stringify({ ...identity, expiresAt: undefined });
}
