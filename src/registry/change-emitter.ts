import { messageOf } from "../errors/call-error.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { WarningHandler } from "./warnings.ts";

/** What happened to one operation of a registry. */
export interface RegistryChange {
  readonly type: "registered" | "replaced" | "unregistered";
  readonly id: string;
  readonly spec: OperationSpec;
}

export type ChangeListener = (changes: readonly RegistryChange[]) => void;

/** Tells listeners of changes. One that throws is warned of, and harms neither the change nor the others. */
export class ChangeEmitter {
  readonly #listeners = new Set<ChangeListener>();
  readonly #warn: WarningHandler;

  constructor(warn: WarningHandler) {
    this.#warn = warn;
  }

  listen(listener: ChangeListener): () => void {
    // A set would take the same function only once, and one `stop` would end both.
    const own: ChangeListener = (changes) => listener(changes);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emit(changes: readonly RegistryChange[]): void {
    if (changes.length === 0) return;
    // A copy, because a listener may add or remove listeners.
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(changes);
      } catch (cause) {
        this.#warn({ kind: "listener-failed", message: `A change listener failed: ${messageOf(cause)}`, cause });
      }
    }
  }
}
