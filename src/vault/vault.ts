import { CallError } from "../errors/call-error.ts";
import { delay } from "../shared/time/wait.ts";
import { BriefEntries, isBrief } from "./brief-entries.ts";
import { LoginChanges } from "./login-changes.ts";
import { isFresh } from "./login-record.ts";
import type { LoginAddress, LoginRecord } from "./login-record.ts";
import { claimedAddress, seal, unseal } from "./seal.ts";
import type { VaultLock, VaultStore } from "./vault-store.ts";

/** Gets the login that replaces `record`, with one request to the server. `record` is undefined if there is none. */
export type RefreshLogin = (record: LoginRecord | undefined) => Promise<LoginRecord>;

/** When a token is good enough. */
export interface FreshTokenOptions {
  /** A token that the server has just refused, however long it should still live. */
  readonly refused?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An entry that proves the key. It never changes. */
const KEY_CHECK = "key-check";
/** One lock for all brief entries, because a lock in a folder leaves a few files behind. */
const BRIEF_LOCK = "brief";
const CHECK_ADDRESS: LoginAddress = { source: "operations vault", identity: "" };
const CHECK_TEXT = "the key fits";
/** How often a process looks whether another one has ended its refresh. Milliseconds; a random part spreads them. */
const SHORTEST_PAUSE = 15;
const PAUSE_SPREAD = 35;
/** Longer than a dead holder can block, and than a token endpoint should take. Milliseconds. */
const LONGEST_WAIT = 30_000;
/** Milliseconds between the attempts to store the result of a refresh. */
const PAUSES_TO_KEEP = [50, 250, 1000, 3000];

/**
 * Keeps logins sealed, and refreshes each by one process at a time: a refresh token that is used once and rotated
 * survives any number of processes and hubs.
 */
export class Vault {
  readonly #store: VaultStore;
  readonly #key: Uint8Array;
  /** Logins that are made or ended here. Renewals do not count. */
  readonly changes = new LoginChanges();
  /** The refreshes of this process: calls that come together share one. */
  readonly #running = new Map<string, Promise<LoginRecord>>();
  /** What is kept for a few minutes only. */
  readonly brief: BriefEntries;

  private constructor(store: VaultStore, key: Uint8Array) {
    this.#store = store;
    this.#key = key;
    this.brief = new BriefEntries({
      store,
      key,
      alone: async (run) => (await this.#locked(BRIEF_LOCK, undefined, run)) as Awaited<ReturnType<typeof run>>,
    });
  }

  /** Opens the vault in a store. Refuses a key other than the one it was made with, and then changes nothing. */
  static async open(store: VaultStore, key: Uint8Array): Promise<Vault> {
    const vault = new Vault(store, key);
    if ((await store.read(KEY_CHECK)) === undefined) {
      await vault.#locked(KEY_CHECK, undefined, async () => {
        if ((await store.read(KEY_CHECK)) === undefined) {
          await store.replace(KEY_CHECK, undefined, seal(key, CHECK_ADDRESS, CHECK_TEXT));
        }
      });
    }
    try {
      unseal(key, CHECK_ADDRESS, (await store.read(KEY_CHECK)) ?? "");
    } catch (cause) {
      const message = `The vault in ${store.location} was made with another key. It is left as it is: give the key that it was made with.`;
      throw new CallError("EXECUTION_ERROR", message, undefined, { cause, phase: "notStarted" });
    }
    return vault;
  }

  get location(): string {
    return this.#store.location;
  }

  async read(address: LoginAddress): Promise<LoginRecord | undefined> {
    return (await this.#read(address)).record;
  }

  /** Keeps a new login, in the place of any earlier one. */
  async write(address: LoginAddress, record: LoginRecord): Promise<void> {
    const { login = crypto.randomUUID() } = record;
    await this.change(address, () => ({ ...record, login }));
  }

  /** Forgets a login, and returns what it was. */
  async delete(address: LoginAddress): Promise<LoginRecord | undefined> {
    return await this.change(address, () => undefined);
  }

  /** Changes a login, and returns what it was. `undefined` means no login, before and after. */
  async change(
    address: LoginAddress,
    change: (before: LoginRecord | undefined) => LoginRecord | undefined,
  ): Promise<LoginRecord | undefined> {
    return await this.#locked(idOf(address), undefined, async () => {
      for (;;) {
        const { sealed, record } = await this.#read(address);
        const next = change(record);
        if (!(await this.#replace(address, sealed, next))) continue;
        if (next?.login !== record?.login) this.changes.tell({ address, record: next });
        return record;
      }
    });
  }

  /** Whose logins are kept. */
  async list(): Promise<LoginAddress[]> {
    const ids = (await this.#store.ids()).filter((id) => id !== KEY_CHECK && !isBrief(id));
    const entries = await Promise.all(ids.map((id) => this.#store.read(id)));
    return entries.flatMap((sealed) => (sealed === undefined ? [] : [claimedAddress(sealed)]));
  }

  /**
   * The login with a token that can be sent. If it has expired, `refresh` gets another one: in one process at a time,
   * among all that share the vault, while the others wait for it. If a refresh fails because another process was
   * faster, the result of that process is returned. Every other failure of `refresh` is thrown, and the login stays as
   * it is.
   */
  async withFreshToken(
    address: LoginAddress,
    refresh: RefreshLogin,
    options: FreshTokenOptions = {},
  ): Promise<LoginRecord> {
    const isGood = (record: LoginRecord | undefined): record is LoginRecord =>
      record !== undefined && record.accessToken !== options.refused && isFresh(record);
    const stored = await this.read(address);
    if (isGood(stored)) return stored;
    const id = idOf(address);
    const running = this.#running.get(id);
    if (running !== undefined) return await running;
    const work = this.#refresh(address, refresh, { isGood, signal: options.signal });
    this.#running.set(id, work);
    try {
      return await work;
    } finally {
      this.#running.delete(id);
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async #refresh(
    address: LoginAddress,
    refresh: RefreshLogin,
    {
      isGood,
      signal,
    }: { isGood: (record: LoginRecord | undefined) => record is LoginRecord; signal?: AbortSignal | undefined },
  ): Promise<LoginRecord> {
    let found: LoginRecord | undefined;
    const isDone = async (): Promise<boolean> => isGood((found = await this.read(address)));
    const refreshed = await this.#locked(
      idOf(address),
      signal,
      async (lock) => {
        const before = await this.#read(address);
        const login = before.record?.login;
        if (isGood(before.record)) return before.record;
        // Lost to another process while this one paused, which may be refreshing now.
        if (!(await lock.renew())) return await this.#refresh(address, refresh, { isGood, signal });
        let record: LoginRecord;
        try {
          record = { ...(await refresh(before.record)), login };
        } catch (thrown) {
          const now = await this.#read(address);
          if (now.sealed !== before.sealed && isGood(now.record)) return now.record;
          throw thrown;
        }
        const isKept = await this.#keep(address, before.sealed, record);
        // Another process has logged in or refreshed since: the lock was lost on a machine that slept.
        return isKept ? record : ((await this.read(address)) ?? record);
      },
      isDone,
    );
    return refreshed ?? (found as LoginRecord);
  }

  async #read(address: LoginAddress): Promise<{ sealed: string | undefined; record: LoginRecord | undefined }> {
    const sealed = await this.#store.read(idOf(address));
    if (sealed === undefined) return { sealed, record: undefined };
    return { sealed, record: JSON.parse(unseal(this.#key, address, sealed)) as LoginRecord };
  }

  async #replace(address: LoginAddress, expected: string | undefined, next: LoginRecord | undefined): Promise<boolean> {
    const sealed = next === undefined ? undefined : seal(this.#key, address, JSON.stringify(next));
    return await this.#store.replace(idOf(address), expected, sealed);
  }

  /**
   * The result of a refresh exists only here, and its refresh token may be the only one. Keep trying: a full disk may
   * be temporary.
   */
  async #keep(address: LoginAddress, expected: string | undefined, record: LoginRecord): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#replace(address, expected, record);
      } catch (thrown) {
        if (attempt >= PAUSES_TO_KEEP.length) throw thrown;
        await delay(PAUSES_TO_KEEP[attempt] ?? 0);
      }
    }
  }

  /** Runs while no other process holds the lock. Returns undefined as soon as `isDone` makes waiting unnecessary. */
  async #locked<T>(
    id: string,
    signal: AbortSignal | undefined,
    run: (lock: VaultLock) => Promise<T>,
    isDone: () => Promise<boolean> = async () => false,
  ): Promise<T | undefined> {
    const lock = await this.#lock(id, signal, isDone);
    if (lock === undefined) return undefined;
    try {
      return await run(lock);
    } finally {
      await lock.release();
    }
  }

  async #lock(
    id: string,
    signal: AbortSignal | undefined,
    isDone: () => Promise<boolean>,
  ): Promise<VaultLock | undefined> {
    const end = performance.now() + LONGEST_WAIT;
    for (;;) {
      signal?.throwIfAborted();
      const lock = await this.#store.tryLock(id);
      if (lock !== undefined) return lock;
      if (performance.now() > end) {
        const message = `Another process has held a login in the vault (${this.#store.location}) for ${LONGEST_WAIT / 1000} s.`;
        throw new CallError("TIMEOUT", message, undefined, { phase: "notStarted" });
      }
      await delay(SHORTEST_PAUSE + Math.random() * PAUSE_SPREAD, signal);
      if (await isDone()) return undefined;
    }
  }
}

/** The name of an entry in its store: the address may hold any character, and any number of them. */
function idOf({ source, identity }: LoginAddress): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify([source, identity]))
    .digest("hex")
    .slice(0, 40);
}
