import { messageOf } from "../../errors/call-error.ts";
import type { Credential } from "../../operation/authenticate.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import { isSameText } from "../approvals/person-code.ts";
import { node } from "../config/node-modules.ts";
import type { Log } from "../observe/create-log.ts";

/** A working day. Milliseconds. */
export const SESSION_LIFETIME = 12 * 60 * 60_000;
/** A session that was ended at another hub is still accepted for this long. Milliseconds. */
const RECHECK = 5000;
/** How many sessions, and how many credentials of sessions, are remembered. */
const MOST_REMEMBERED = 1000;
/** How many sessions one credential may have at a hub. The next one ends the oldest: no caller can fill the vault. */
const MOST_OF_ONE = 20;

/** What a browser holds: the cookie, which scripts can't read, and the secret, which other servers don't get. */
export interface PageSession {
  readonly id: string;
  readonly secret: string;
}

/** What a session represents. */
export interface FoundSession {
  readonly credential: Pick<Credential, "token" | "kind">;
  /** Whether it began with a code of the hub's terminal, which no program that holds the key has read. */
  readonly isPerson: boolean;
}

interface Kept extends FoundSession {
  readonly secretHash: string;
}

interface Remembered {
  readonly kept: Kept;
  /** The vault is asked again after this time. */
  readonly until: number;
}

/**
 * The explorer's log-ins. A session represents the credential that began it, and has the same rights: a revoked key
 * ends it at the next request. They are kept in the vault, so that they survive a restart and work at hubs that share
 * it. Without a vault, they live as long as the hub.
 */
export class PageSessions {
  readonly #vault: VaultAccess;
  readonly #log: Log;
  readonly #remembered = new Map<string, Remembered>();
  /** The sessions that this hub began, by the hashes of their credentials. The oldest come first. */
  readonly #begun = new Map<string, string[]>();

  constructor(vault: VaultAccess, log: Log) {
    this.#vault = vault;
    this.#log = log;
  }

  async begin({ credential: { token, kind }, isPerson }: FoundSession): Promise<PageSession> {
    const [id, secret] = [newSecret(), newSecret()];
    const kept: Kept = { credential: { token, kind }, isPerson, secretHash: hashOf(secret) };
    await this.#makeRoom(hashOf(token), id);
    try {
      const { brief } = await this.#vault.open();
      await brief.keep(nameOf(id), JSON.stringify(kept), SESSION_LIFETIME);
    } catch (thrown) {
      this.#log("warn", "a browser's session is not kept: it ends with the hub", { error: messageOf(thrown) });
      this.#remember(id, kept, SESSION_LIFETIME);
    }
    return { id, secret };
  }

  /** Undefined if there is no such session, or it is over. */
  async find({ id, secret }: PageSession): Promise<FoundSession | undefined> {
    const kept = await this.#read(id);
    return kept !== undefined && isSameText(kept.secretHash, hashOf(secret)) ? kept : undefined;
  }

  async end(session: PageSession): Promise<void> {
    const found = await this.find(session);
    if (found === undefined) return;
    // This frees its place: the next log-in must not end another session.
    const credential = hashOf(found.credential.token);
    const others = this.#begun.get(credential)?.filter((id) => id !== session.id);
    if (others !== undefined) this.#begun.set(credential, others);
    await this.#forget(session.id);
  }

  async #makeRoom(credential: string, id: string): Promise<void> {
    const ids = [...(this.#begun.get(credential) ?? []), id];
    const ended = ids.splice(0, ids.length - MOST_OF_ONE);
    this.#begun.delete(credential);
    this.#begun.set(credential, ids);
    const [longestAgo] = this.#begun.keys();
    if (this.#begun.size > MOST_REMEMBERED && longestAgo !== undefined) this.#begun.delete(longestAgo);
    for (const oldest of ended) await this.#forget(oldest);
  }

  async #forget(id: string): Promise<void> {
    this.#remembered.delete(id);
    await (await this.#vault.openExisting().catch(() => undefined))?.brief.take(nameOf(id));
  }

  async #read(id: string): Promise<Kept | undefined> {
    const remembered = this.#remembered.get(id);
    if (remembered !== undefined && performance.now() < remembered.until) return remembered.kept;
    this.#remembered.delete(id);
    const text = await (await this.#vault.openExisting())?.brief.read(nameOf(id));
    if (text === undefined) return undefined;
    const kept = JSON.parse(text) as Kept;
    this.#remember(id, kept, RECHECK);
    return kept;
  }

  #remember(id: string, kept: Kept, forMs: number): void {
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(id, { kept, until: performance.now() + forMs });
  }
}

function newSecret(): string {
  return node.crypto.randomBytes(32).toString("base64url");
}

function hashOf(secret: string): string {
  return node.crypto.createHash("sha256").update(secret).digest("base64url");
}

function nameOf(id: string): string {
  return `page ${id}`;
}
