import type { AnyOperation } from "../../operation/define-operation.ts";
import { PacedCall } from "../../shared/time/paced-call.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";

/** Milliseconds between two reports of changes. */
const PAUSE = 100;

/** The operations of other peers, in a registry of their own. The hub registers them from here under its own rules. */
export class ImportedOperations {
  readonly registry = new OperationRegistry();

  get operations(): AnyOperation[] {
    // A peer's operations are always registered with their handlers.
    return this.registry.list() as AnyOperation[];
  }

  /** Tells of a change at the end of its tick, and of those that follow soon at once: a peer may offer thousands in parts. */
  onChange(listener: () => void): () => void {
    const telling = new PacedCall(PAUSE, listener);
    const stop = this.registry.onChange(() => telling.request());
    return () => {
      stop();
      telling.stop();
    };
  }
}
