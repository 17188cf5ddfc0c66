import { CallError } from "../errors/call-error.ts";
import { claimedAddress, seal, unseal } from "./seal.ts";
import type { VaultStore } from "./vault-store.ts";

export interface BriefEntriesOptions {
  readonly store: VaultStore;
  readonly key: Uint8Array;
  /** Runs in one process at a time, among all that share the vault. */
  readonly alone: <T>(run: () => Promise<T>) => Promise<T>;
}

const PREFIX = "brief-";
const SOURCE = "operations brief";
/** In total, for all processes that share the vault. */
const MOST_ENTRIES = 5000;
/** Milliseconds between two looks for entries that are over. */
const SWEEP_PAUSE = 60_000;

/** Whether an entry of a store is one of these. */
export function isBrief(id: string): boolean {
  return id.startsWith(PREFIX);
}

/**
 * Texts that a vault keeps for a while, sealed like its logins: what hubs that share it must all know while a person logs
 * in to a service, and the sessions of browsers. The name of an entry is a secret: a store sees only its hash.
 */
export class BriefEntries {
  readonly #options: BriefEntriesOptions;
  #count = 0;
  #sweptAt = -Infinity;

  constructor(options: BriefEntriesOptions) {
    this.#options = options;
  }

  /** Keeps a text under a new name. */
  async keep(name: string, text: string, lifeMs: number): Promise<void> {
    const { store, key } = this.#options;
    if (performance.now() - this.#sweptAt > SWEEP_PAUSE) await this.#sweep();
    if (this.#count >= MOST_ENTRIES)
      throw new CallError("OVERLOADED", "Too many people are logged in or are logging in.");
    const address = { source: SOURCE, identity: String(Date.now() + lifeMs) };
    await store.replace(idOf(name), undefined, seal(key, address, JSON.stringify([name, text])));
    this.#count++;
  }

  /** Undefined if there is none, or its time is over. */
  async read(name: string): Promise<string | undefined> {
    return this.#open(name, await this.#options.store.read(idOf(name)));
  }

  /** Reads and deletes it: of all callers, in any process, only one gets it. */
  async take(name: string): Promise<string | undefined> {
    const { store, alone } = this.#options;
    return await alone(async () => {
      const sealed = await store.read(idOf(name));
      const isTaken = sealed !== undefined && (await store.replace(idOf(name), sealed, undefined));
      return isTaken ? this.#open(name, sealed) : undefined;
    });
  }

  #open(name: string, sealed: string | undefined): string | undefined {
    if (sealed === undefined || isOver(sealed)) return undefined;
    const { identity } = claimedAddress(sealed);
    const text = unseal(this.#options.key, { source: SOURCE, identity }, sealed);
    const [own, kept] = JSON.parse(text) as [string, string];
    // An entry that was moved here belongs to another name.
    return own === name ? kept : undefined;
  }

  /** Most entries whose time is over are never read again. */
  async #sweep(): Promise<void> {
    const { store } = this.#options;
    this.#sweptAt = performance.now();
    const ids = (await store.ids()).filter(isBrief);
    const kept = await Promise.all(
      ids.map(async (id) => {
        const sealed = await store.read(id);
        if (sealed === undefined) return false;
        return !(isOver(sealed) && (await store.replace(id, sealed, undefined)));
      }),
    );
    this.#count = kept.filter(Boolean).length;
  }
}

/** The time is in plain text. Changing it makes an entry unreadable. */
function isOver(sealed: string): boolean {
  return !(Number(claimedAddress(sealed).identity) > Date.now());
}

function idOf(name: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return PREFIX + createHash("sha256").update(name).digest("hex").slice(0, 40);
}
