import type { SourceContext, SourceStateChange } from "./source.ts";

/** Hears what a source tells. */
export interface SourceListener {
  readonly onChange: () => void;
  readonly onState: (change: SourceStateChange) => void;
}

/** What a source tells its opener. Holds it back until the source is open, and drops it after `stop`. */
export class SourceEvents implements Pick<SourceContext, "changed" | "stateChanged"> {
  #listener: SourceListener | undefined;
  #held: SourceStateChange | undefined;

  readonly changed = (): void => this.#listener?.onChange();

  readonly stateChanged = (change: SourceStateChange): void => {
    if (this.#listener === undefined) this.#held = change;
    else this.#listener.onState(change);
  };

  /** From now on; a state that was told earlier comes first. Operations are as they are: the opener has read them. */
  deliver(listener: SourceListener): void {
    this.#listener = listener;
    if (this.#held !== undefined) listener.onState(this.#held);
  }

  stop(): void {
    this.#listener = undefined;
  }
}
