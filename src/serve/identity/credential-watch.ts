import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { onExpiry } from "../../shared/steady-clock.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";

/** Something that outlives the request it began with: a stream, a connection. */
export interface HeldCredential {
  readonly credential: Credential;
  /** Who it was found to belong to. */
  readonly identity: Identity;
  /** Whether it ends when the identity expires: false where the interface ends it itself. Default: true. */
  readonly endsAtExpiry?: boolean | undefined;
  /** Is told once, with an `UNAUTHENTICATED`, when it no longer holds. */
  readonly onEnd: (reason: CallError) => void;
}

/** Is told once, when a credential no longer holds. Returns a way to stop listening. */
export type OnCredentialEnd = (listener: (reason: CallError) => void) => () => void;

/** When an identity expires by itself, where no `CredentialWatch` has its credential. */
export function expiryOf(identity: Identity | undefined): OnCredentialEnd | undefined {
  const expiresAt = identity?.expiresAt;
  if (expiresAt === undefined) return undefined;
  return (listener) =>
    onExpiry(expiresAt, () => listener(new CallError("UNAUTHENTICATED", "The credential has expired.")));
}

/**
 * Ends what stays open by a credential: when the identity's `expiresAt` has come, and when `recheck` finds that the
 * verifier no longer knows it, or knows it with other rights.
 *
 * @example
 * const credentialWatch = new CredentialWatch(authenticate);
 * const service = serveHTTP(registry, { authenticate, credentialWatch });
 * sessions.delete(token); // `authenticate` no longer finds it
 * await credentialWatch.recheck();
 */
export class CredentialWatch {
  readonly #authenticate: Authenticate;
  readonly #held = new Set<Holding>();
  /** How often `recheck` has run: see `holdSince`. */
  rechecks = 0;

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /** How many are held now. */
  get size(): number {
    return this.#held.size;
  }

  /** Returns a way to stop, for what has ended by itself. */
  hold(held: HeldCredential): () => void {
    const holding = this.#add(held);
    return () => holding.release();
  }

  /**
   * Holds a credential that was checked a while ago, when there had been `rechecks` of them. If it was withdrawn in
   * between, it is ended as well.
   */
  holdSince(rechecks: number, held: HeldCredential): () => void {
    const holding = this.#add(held);
    if (rechecks !== this.rechecks) void this.#check(holding, this.#ask(held.credential));
    return () => holding.release();
  }

  /** Asks the verifier again for everything that is held. One that fails counts as a no. */
  async recheck(): Promise<void> {
    this.rechecks++;
    const asked = new Map<string, Promise<Identity | undefined>>();
    const ask = (credential: Credential): Promise<Identity | undefined> => {
      const key = JSON.stringify(credential);
      let answer = asked.get(key);
      if (answer === undefined) asked.set(key, (answer = this.#ask(credential)));
      return answer;
    };
    await Promise.all(Array.from(this.#held, (holding) => this.#check(holding, ask(holding.held.credential))));
  }

  #add(held: HeldCredential): Holding {
    const holding = new Holding(held, () => this.#held.delete(holding));
    this.#held.add(holding);
    return holding;
  }

  async #check(holding: Holding, answer: Promise<Identity | undefined>): Promise<void> {
    if (!isSame(await answer, holding.held.identity)) {
      holding.end(new CallError("UNAUTHENTICATED", "The credential was withdrawn, or its rights changed."));
    }
  }

  async #ask(credential: Credential): Promise<Identity | undefined> {
    try {
      return await this.#authenticate(credential);
    } catch {
      return undefined;
    }
  }
}

class Holding {
  readonly held: HeldCredential;
  readonly #onRelease: () => void;
  readonly #stopTimer: (() => void) | undefined;
  #isReleased = false;

  constructor(held: HeldCredential, onRelease: () => void) {
    this.held = held;
    this.#onRelease = onRelease;
    if (held.endsAtExpiry !== false) this.#stopTimer = expiryOf(held.identity)?.((reason) => this.end(reason));
  }

  end(reason: CallError): void {
    if (this.#isReleased) return;
    this.release();
    this.held.onEnd(reason);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#stopTimer?.();
    this.#onRelease();
  }
}

function isSame(now: Identity | undefined, before: Identity): boolean {
  return now !== undefined && JSON.stringify(now) === JSON.stringify(before);
}
