import type { RegistryChange } from "../../../registry/change-emitter.ts";
import { Listeners } from "../../../shared/listeners.ts";
import { PacedCall } from "../../../shared/time/paced-call.ts";

/** Milliseconds between two announcements of changes. */
const PAUSE = 100;

/**
 * Announces that a list has changed: to all clients, or to those of one caller. Once for all changes that are made in
 * one go, and not again before a pause: clients then read the whole list.
 */
export class ChangeAnnouncer {
  readonly #listeners = new Listeners<string | undefined>();
  readonly #paced = new PacedCall(PAUSE, () => this.#announce());
  /** The callers whose lists have changed; undefined stands for all. */
  readonly #changed = new Set<string | undefined>();

  /** The listener gets the key of a caller, or undefined if the lists of all have changed. */
  onChange(listener: (caller: string | undefined) => void): () => void {
    return this.#listeners.add(listener);
  }

  note(changes: readonly RegistryChange[]): void {
    for (const { caller } of changes) this.#changed.add(caller);
    if (changes.length > 0) this.#paced.request();
  }

  stop(): void {
    this.#paced.stop();
    this.#listeners.clear();
  }

  #announce(): void {
    const callers = this.#changed.has(undefined) ? [undefined] : [...this.#changed];
    this.#changed.clear();
    for (const caller of callers) this.#listeners.tell(caller);
  }
}
