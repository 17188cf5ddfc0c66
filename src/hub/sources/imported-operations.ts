import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";

/** The operations of other peers, in a registry of their own. The hub registers them from here under its own rules. */
export class ImportedOperations {
  readonly registry = new OperationRegistry();

  get operations(): AnyOperation[] {
    // A peer's operations are always registered with their handlers.
    return this.registry.list() as AnyOperation[];
  }

  /** Tells once of all changes in one tick: a peer may offer thousands of operations, one by one. */
  onChange(listener: () => void): () => void {
    let isTelling = false;
    let hasStopped = false;
    const stop = this.registry.onChange(() => {
      if (isTelling) return;
      isTelling = true;
      queueMicrotask(() => {
        isTelling = false;
        if (!hasStopped) listener();
      });
    });
    return () => {
      hasStopped = true;
      stop();
    };
  }
}
