import { messageOf } from "../errors/call-error.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { tellListener } from "../shared/tell-listener.ts";
import type { WarningHandler } from "./warnings.ts";

/** What happened to one operation of a registry. */
export interface RegistryChange {
  readonly type: "registered" | "replaced" | "unregistered";
  readonly id: string;
  readonly spec: OperationSpec;
}

export type ChangeListener = (changes: readonly RegistryChange[]) => void;

/** Tells listeners of changes. A listener that throws causes a warning, and harms neither the change nor the others. */
export class ChangeEmitter {
  readonly #listeners = new Set<ChangeListener>();
  readonly #warn: WarningHandler;
  /** The batches that listeners have not heard of yet. The first is being told. */
  readonly #batches: Array<readonly RegistryChange[]> = [];

  constructor(warn: WarningHandler) {
    this.#warn = warn;
  }

  listen(listener: ChangeListener): () => void {
    // A set takes the same function only once, and one `stop` would then end both.
    const own: ChangeListener = (changes) => listener(changes);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emit(changes: readonly RegistryChange[]): void {
    if (changes.length === 0) return;
    // A listener may change the registry. That change is told after every listener has heard of this one.
    if (this.#batches.push(changes) > 1) return;
    for (let batch: typeof changes | undefined = changes; batch !== undefined; batch = this.#batches[0]) {
      this.#tell(batch);
      this.#batches.shift();
    }
  }

  readonly #warnOf = (cause: unknown): void =>
    this.#warn({ kind: "listener-failed", message: `A change listener threw: ${messageOf(cause)}`, cause });

  #tell(changes: readonly RegistryChange[]): void {
    // A copy, because a listener may add listeners, and those hear only of later changes.
    for (const listener of Array.from(this.#listeners)) {
      if (this.#listeners.has(listener)) tellListener(listener, changes, this.#warnOf);
    }
  }
}
