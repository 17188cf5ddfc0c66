import type { ConcernedOperations, SourceContext, SourceStateChange } from "./source.ts";

/**
 * Passes what a source reports to its opener. Holds back states until they are requested, and drops everything after
 * `stop`.
 */
export class SourceEvents implements Pick<SourceContext, "changed" | "callerChanged" | "stateChanged"> {
  #onChange: (() => void) | undefined;
  #onCallerChange: SourceContext["callerChanged"];
  #onState: ((change: SourceStateChange) => void) | undefined;
  #held: SourceStateChange | undefined;

  readonly changed = (): void => this.#onChange?.();

  readonly callerChanged = (caller: string, concerned?: ConcernedOperations): void =>
    this.#onCallerChange?.(caller, concerned);

  readonly stateChanged = (change: SourceStateChange): void => {
    if (this.#onState === undefined) this.#held = change;
    else this.#onState(change);
  };

  /** Listens for changes from now on: before the opener reads the operations, so that it misses none. */
  deliverChanges(onChange: () => void, onCallerChange: SourceContext["callerChanged"]): void {
    this.#onChange = onChange;
    this.#onCallerChange = onCallerChange;
  }

  /** Listens for states from now on. A state that was reported earlier comes first. */
  deliverStates(listener: (change: SourceStateChange) => void): void {
    this.#onState = listener;
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) listener(held);
  }

  stop(): void {
    this.#onChange = undefined;
    this.#onCallerChange = undefined;
    this.#onState = undefined;
  }
}
