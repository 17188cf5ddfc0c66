/** The last calls of each identity, kept by this browser: inputs without secrets, never results. */
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { randomId } from "../../../src/shared/request-id.ts";
import { isObject } from "../json/json-path.ts";
import { browserStorage, readStored, writeStored } from "./stored.ts";

export interface HistoryEntry {
  readonly key: string;
  readonly operationId: string;
  /** Absent if there was no input, or if it was too large to keep (see `isCut`). */
  readonly input?: unknown;
  readonly isCut?: boolean;
  /** The input had a secret, which was removed. */
  readonly lacksSecret?: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly outcome: string;
  readonly durationMs: number;
}

export const MOST_ENTRIES = 100;
export const LONGEST_INPUT = 20_000;

/** The list with a new entry. A repeated call replaces its old entry. */
export function withEntry(entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const text = JSON.stringify(entry.input) as string | undefined;
  const { input: _, ...rest } = entry;
  const kept = text !== undefined && text.length > LONGEST_INPUT ? { ...rest, isCut: true } : entry;
  const others = entries.filter(
    (other) => other.operationId !== kept.operationId || !isSameJSON(other.input ?? null, kept.input ?? null),
  );
  return [kept, ...others].slice(0, MOST_ENTRIES);
}

/** Storage can hold anything: everything that is not an entry is ignored. */
export function readEntries(stored: unknown): HistoryEntry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isEntry).slice(0, MOST_ENTRIES);
}

function isEntry(value: unknown): value is HistoryEntry {
  return (
    isObject(value) &&
    typeof value["key"] === "string" &&
    typeof value["operationId"] === "string" &&
    typeof value["at"] === "number" &&
    typeof value["outcome"] === "string" &&
    typeof value["durationMs"] === "number"
  );
}

export interface History {
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>;
  add(entry: Omit<HistoryEntry, "key">): void;
  remove(key: string): void;
  clear(): void;
  /** Reads the storage again after another tab changed it. */
  reread(): void;
}

export function createHistory(owner: ReadonlySignal<string>): History {
  const entries = signal<readonly HistoryEntry[]>([]);
  const name = (): string => `operations.history.${owner.value}`;
  const keep = (next: readonly HistoryEntry[]): void => {
    entries.value = next;
    // If the storage is full, drop old entries rather than the newest.
    for (let count = next.length; count > 0; count = Math.floor(count / 2)) {
      if (writeStored(browserStorage, name(), next.slice(0, count))) return;
    }
    writeStored(browserStorage, name(), null);
  };
  const reread = (): void => {
    entries.value = readEntries(readStored(browserStorage, name()));
  };
  effect(reread);
  return {
    entries,
    add: (entry) => keep(withEntry(entries.peek(), { ...entry, key: randomId() })),
    remove: (key) => keep(entries.peek().filter((entry) => entry.key !== key)),
    clear: () => keep([]),
    reread,
  };
}
