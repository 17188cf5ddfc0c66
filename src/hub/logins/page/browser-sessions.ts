import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { Authenticate, Credential } from "../../../operation/authenticate.ts";

/** A browser whose person has shown a credential of this hub. */
export interface BrowserSession {
  /** Only this browser has it. */
  readonly id: string;
  readonly identity: Identity;
}

/** A login takes minutes. Milliseconds. */
export const SESSION_LIFETIME = 15 * 60_000;
const MOST_SESSIONS = 10_000;

interface Kept {
  readonly credential: Credential;
  /** A credential may be given to another identity by a new config. Its sessions end with that. */
  readonly key: string;
  readonly endsAt: number;
}

/** The browsers that log in to the services behind sources. Each proves anew with every request whose it is. */
export class BrowserSessions {
  readonly #authenticate: Authenticate;
  /** By id, the oldest first. */
  readonly #sessions = new Map<string, Kept>();

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /** Undefined where the credential is not valid. */
  async begin(credential: Credential): Promise<BrowserSession | undefined> {
    const identity = await this.#identify(credential);
    if (identity === undefined) return undefined;
    const now = performance.now();
    for (const [id, { endsAt }] of this.#sessions) {
      if (endsAt > now && this.#sessions.size < MOST_SESSIONS) break;
      this.#sessions.delete(id);
    }
    // Never an id that the browser brings: another person could have put it there.
    const id = process.getBuiltinModule("node:crypto").randomBytes(32).toString("base64url");
    this.#sessions.set(id, { credential, key: identityKey(identity), endsAt: now + SESSION_LIFETIME });
    return { id, identity };
  }

  /** Undefined where the session is unknown or over, or its credential no longer holds. */
  async find(id: string | undefined): Promise<BrowserSession | undefined> {
    const kept = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || kept === undefined) return undefined;
    const identity = kept.endsAt > performance.now() ? await this.#identify(kept.credential) : undefined;
    if (identity !== undefined && identityKey(identity) === kept.key) return { id, identity };
    this.#sessions.delete(id);
    return undefined;
  }

  end(id: string): void {
    this.#sessions.delete(id);
  }

  async #identify(credential: Credential): Promise<Identity | undefined> {
    try {
      return await this.#authenticate(credential);
    } catch {
      return undefined;
    }
  }
}
