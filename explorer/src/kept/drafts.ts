/** Unfinished inputs. This tab keeps them, so that they survive a reload. */
import type { ReadonlySignal } from "@preact/signals";
import { readStored, tabStorage, writeStored } from "./stored.ts";

export interface Drafts {
  read(operationId: string): string | undefined;
  /** Undefined removes the draft. */
  write(operationId: string, text: string | undefined): void;
  /** Removes the drafts of all users of this tab. */
  clear(): void;
}

const PREFIX = "operations.draft.";
/** Longer drafts are not kept: one file as text would fill the storage. */
const LONGEST_DRAFT = 200_000;

export function createDrafts(owner: ReadonlySignal<string>): Drafts {
  const name = (operationId: string): string => `${PREFIX}${owner.peek()}.${operationId}`;
  return {
    read(operationId) {
      const stored = readStored(tabStorage, name(operationId));
      return typeof stored === "string" ? stored : undefined;
    },
    write(operationId, text) {
      const isKept = text !== undefined && text.length <= LONGEST_DRAFT;
      writeStored(tabStorage, name(operationId), isKept ? text : null);
    },
    clear() {
      for (const key of storedNames()) if (key.startsWith(PREFIX)) writeStored(tabStorage, key, null);
    },
  };
}

function storedNames(): string[] {
  try {
    return Object.keys(tabStorage());
  } catch {
    return [];
  }
}
