import { messageOf } from "../errors/call-error.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { Listeners } from "../shared/listeners.ts";
import type { WarningHandler } from "./call/warnings.ts";

/** What happened to one operation of a registry. */
export interface RegistryChange {
  readonly type: "registered" | "replaced" | "unregistered";
  readonly id: string;
  readonly spec: OperationSpec;
  /**
   * With `replaced`: nothing has changed but what one caller sees, because the operation's source now offers it to this
   * caller or no longer does, or because the operation lists other resources for this caller. Names the caller by the
   * issuer and the id of its identity; empty for callers without one. The same in the whole batch.
   */
  readonly caller?: string | undefined;
}

/** Tells listeners of changes. A listener that throws causes a warning. */
export class ChangeEmitter {
  readonly #listeners = new Listeners<readonly RegistryChange[]>();
  /** The listeners to one operation, by its id: a change need not ask thousands of streams whether it is theirs. */
  readonly #listenersTo = new Map<string, Listeners<RegistryChange>>();
  readonly #warn: WarningHandler;
  /** The batches that listeners have not received yet. The first is being delivered. */
  readonly #batches: Array<readonly RegistryChange[]> = [];

  constructor(warn: WarningHandler) {
    this.#warn = warn;
  }

  listen(listener: (changes: readonly RegistryChange[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Tells only of changes to this operation. */
  listenTo(id: string, listener: (change: RegistryChange) => void): () => void {
    const listeners = this.#listenersTo.get(id) ?? new Listeners();
    this.#listenersTo.set(id, listeners);
    const stop = listeners.add(listener);
    return () => {
      stop();
      if (listeners.size === 0 && this.#listenersTo.get(id) === listeners) this.#listenersTo.delete(id);
    };
  }

  emit(changes: readonly RegistryChange[]): void {
    if (changes.length === 0) return;
    // A listener may change the registry. That change is delivered after every listener has received this one.
    if (this.#batches.push(changes) > 1) return;
    for (let batch: typeof changes | undefined = changes; batch !== undefined; batch = this.#batches[0]) {
      this.#listeners.tell(batch, this.#warnOf);
      if (this.#listenersTo.size > 0)
        for (const change of batch) this.#listenersTo.get(change.id)?.tell(change, this.#warnOf);
      this.#batches.shift();
    }
  }

  readonly #warnOf = (cause: unknown): void =>
    this.#warn({ kind: "listener-failed", message: `A change listener threw: ${messageOf(cause)}`, cause });
}
