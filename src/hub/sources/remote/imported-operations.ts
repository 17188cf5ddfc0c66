import type { AnyOperation } from "../../../operation/define-operation.ts";
import { PacedCall } from "../../../shared/time/paced-call.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";

/** Milliseconds between two reports of changes. */
const PAUSE = 100;

/** The operations of other peers, in a registry of their own. The hub registers them from here under its own rules. */
export class ImportedOperations {
  readonly registry = new OperationRegistry();
  readonly #telling: PacedCall;
  readonly #stop: () => void;

  /**
   * Reports a change at the end of its tick, and the changes that follow soon after together: a peer may offer
   * thousands in parts.
   */
  constructor(changed: () => void) {
    this.#telling = new PacedCall(PAUSE, changed);
    this.#stop = this.registry.onChange(() => this.#telling.request());
  }

  get operations(): AnyOperation[] {
    // A peer's operations are always registered with their handlers.
    return this.registry.list() as AnyOperation[];
  }

  /** Resolves when everything that the peers have offered is here and was reported; undefined if that is already so. */
  settled(peer: { settled(): Promise<void> | undefined }): Promise<void> | undefined {
    const reading = peer.settled();
    if (reading !== undefined) return reading.then(() => this.#telling.flush());
    this.#telling.flush();
    return undefined;
  }

  stop(): void {
    this.#stop();
    this.#telling.stop();
  }
}
