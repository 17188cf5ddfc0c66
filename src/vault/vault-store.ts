/**
 * Where a vault keeps its sealed entries: a folder, or Redis if several hubs share it. A store sees only sealed text,
 * and knows no key. `tests/contract/vault-stores.test.ts` runs against every implementation.
 */
export interface VaultStore {
  /** For messages: a folder, or an address without credentials. */
  readonly location: string;
  read(id: string): Promise<string | undefined>;
  /** The ids of all entries. */
  ids(): Promise<string[]>;
  /**
   * Replaces an entry as a whole, if it is still `expected`, and returns whether it did. `undefined` means no entry,
   * before and after. The caller holds the entry's lock. A caller whose lock was taken over meanwhile finds out here.
   */
  replace(id: string, expected: string | undefined, next: string | undefined): Promise<boolean>;
  /**
   * Takes the lock of an entry, across processes, if it is free. The lock of a holder that died is freed with its lease.
   * Returns undefined if another process holds it.
   */
  tryLock(id: string): Promise<VaultLock | undefined>;
  close(): Promise<void>;
}

/** A lock that is held. Its holder keeps it alive by itself. */
export interface VaultLock {
  /** Shows that the holder lives. Returns whether it still holds the lock: a process that paused may have lost it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often a holder shows that it lives. Milliseconds. */
export const LOCK_BEAT = 1000;
/**
 * A holder that has not shown it for this long counts as dead. Milliseconds. A refresh token that is used a second time
 * ends the login, so a holder that only pauses, on a busy or sleeping machine, must not lose its lock soon.
 */
export const LOCK_LEASE = 15_000;
