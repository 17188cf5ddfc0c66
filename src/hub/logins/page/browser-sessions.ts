import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { Authenticate, Credential } from "../../../operation/authenticate.ts";
import type { VaultAccess } from "../../../sources/login/vault-access.ts";

/** A browser whose person has shown a credential of this hub. */
export interface BrowserSession {
  /** In a cookie, which the browser sends to every port of the host. */
  readonly id: string;
  readonly identity: Identity;
}

/** A session that has just begun, with what its browser shows beside the cookie. */
export interface BegunSession extends BrowserSession {
  /** In the forms of the hub's own pages, which no other server reads. */
  readonly secret: string;
}

/** A login takes minutes. Milliseconds. */
export const LOGIN_SESSION_LIFETIME = 15 * 60_000;

interface Kept {
  readonly credential: Pick<Credential, "token" | "kind">;
  readonly secretHash: string;
  /** A new config may give the credential to another identity. That ends its sessions. */
  readonly key: string;
}

/**
 * The browsers that log in to the services behind sources. Each request checks the credential of its session again. The
 * sessions are kept in the vault: the next request of a browser may reach another hub that shares it.
 */
export class BrowserSessions {
  readonly #authenticate: Authenticate;
  readonly #vault: VaultAccess;

  constructor(authenticate: Authenticate, vault: VaultAccess) {
    this.#authenticate = authenticate;
    this.#vault = vault;
  }

  /** Undefined if the credential is not valid. */
  async begin(credential: Credential): Promise<BegunSession | undefined> {
    const identity = await this.#identify(credential);
    if (identity === undefined) return undefined;
    // Never an id that the browser sends: an attacker could have put it there.
    const [id, secret] = [newSecret(), newSecret()];
    const { token, kind } = credential;
    const kept: Kept = { credential: { token, kind }, secretHash: hashOf(secret), key: identityKey(identity) };
    const { brief } = await this.#vault.open();
    await brief.keep(nameOf(id), JSON.stringify(kept), LOGIN_SESSION_LIFETIME);
    return { id, secret, identity };
  }

  /**
   * Undefined if the session is unknown or over, or its credential no longer holds. Without a secret, this finds a
   * session by its cookie alone, which proves nothing about the browser.
   */
  async find(id: string | undefined, secret?: string): Promise<BrowserSession | undefined> {
    if (id === undefined) return undefined;
    const text = await (await this.#vault.openExisting())?.brief.read(nameOf(id));
    if (text === undefined) return undefined;
    const { credential, secretHash, key } = JSON.parse(text) as Kept;
    if (secret !== undefined && hashOf(secret) !== secretHash) return undefined;
    const identity = await this.#identify(credential);
    if (identity !== undefined && identityKey(identity) === key) return { id, identity };
    await this.end(id);
    return undefined;
  }

  async end(id: string): Promise<void> {
    await (await this.#vault.openExisting())?.brief.take(nameOf(id));
  }

  async #identify(credential: Credential): Promise<Identity | undefined> {
    try {
      return await this.#authenticate(credential);
    } catch {
      return undefined;
    }
  }
}

function newSecret(): string {
  return process.getBuiltinModule("node:crypto").randomBytes(32).toString("base64url");
}

function hashOf(secret: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(secret).digest("base64url");
}

function nameOf(id: string): string {
  return `browser ${id}`;
}
