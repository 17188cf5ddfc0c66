import type { CallError } from "../../errors/call-error.ts";

/**
 * What a call follows to hear that its client has left. It has what the registry uses of an `AbortSignal`, and is none:
 * to make a real one takes longer than a small call. Handlers get a real one, if they ask.
 */
export class CallSignal {
  aborted = false;
  reason: CallError | undefined;
  /** Who is counted for it. */
  readonly client: string | undefined;
  #listener: (() => void) | undefined;

  constructor(client: string | undefined) {
    this.client = client;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }

  abort(reason: CallError): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#listener?.();
  }

  asAbortSignal(): AbortSignal {
    return this as unknown as AbortSignal;
  }
}
