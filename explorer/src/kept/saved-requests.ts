/** Inputs that the user has named. This browser keeps them for each identity, without secrets. */
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { randomId } from "../../../src/shared/request-id.ts";
import { isObject } from "../json/json-path.ts";
import { browserStorage, readStored, writeStored } from "./stored.ts";

export interface SavedRequest {
  readonly key: string;
  readonly name: string;
  readonly operationId: string;
  readonly input?: unknown;
  /** The input had a secret, which was removed. */
  readonly lacksSecret?: boolean;
}

export interface SavedRequests {
  readonly list: ReadonlySignal<readonly SavedRequest[]>;
  /** Replaces a saved request of the same operation and name. Returns whether the browser has kept it. */
  add(request: Omit<SavedRequest, "key">): boolean;
  remove(key: string): void;
  /** Reads the storage again after another tab changed it. */
  reread(): void;
}

export const MOST_SAVED = 200;
const LONGEST_NAME = 100;

export function createSavedRequests(owner: ReadonlySignal<string>): SavedRequests {
  const list = signal<readonly SavedRequest[]>([]);
  const storageName = (): string => `operations.saved.${owner.value}`;
  const keep = (next: readonly SavedRequest[]): boolean => {
    const isKept = next.length <= MOST_SAVED && writeStored(browserStorage, storageName(), next);
    if (isKept) list.value = next;
    return isKept;
  };
  const reread = (): void => {
    const stored = readStored(browserStorage, storageName());
    list.value = Array.isArray(stored) ? stored.filter(isSavedRequest).slice(0, MOST_SAVED) : [];
  };
  effect(reread);
  return {
    list,
    add(request) {
      const name = request.name.trim().slice(0, LONGEST_NAME);
      const others = list.peek().filter((other) => other.operationId !== request.operationId || other.name !== name);
      return name !== "" && keep([{ ...request, name, key: randomId() }, ...others]);
    },
    remove: (key) => void keep(list.peek().filter((request) => request.key !== key)),
    reread,
  };
}

/** Storage can hold anything. */
function isSavedRequest(value: unknown): value is SavedRequest {
  return isObject(value) && ["key", "name", "operationId"].every((member) => typeof value[member] === "string");
}
