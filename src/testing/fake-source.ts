import { CallError } from "../errors/call-error.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import type { OperationSource, SourceContext, SourceStateChange } from "../sources/source.ts";
import { withHandler } from "./with-handler.ts";

/** A source that a test changes, cuts and restores. */
export interface FakeSource {
  /** What a registry or a hub opens. It takes any config. */
  readonly source: OperationSource;
  /** How many openings are not closed yet. */
  readonly openings: number;
  /** Offers other operations from now on, and notifies every opener. */
  setOperations(operations: readonly AnyOperation[]): void;
  /** Loses its connection: `connecting`, until `restore`. Calls fail meanwhile. */
  lose(error?: unknown): void;
  restore(): void;
  /** Loses its connection permanently. */
  fail(error?: unknown): void;
}

/**
 * A source with nothing behind it, for tests of code that opens sources.
 *
 * @example
 * const fake = createFakeSource([greet]);
 * const handle = await openSource(fake.source, {}, { registry, name: "demo" });
 * fake.setOperations([greet, part]);
 */
export function createFakeSource(operations: readonly AnyOperation[] = []): FakeSource {
  const open = new Set<SourceContext>();
  let lost: { readonly error: unknown } | undefined;
  let offered = operations.map(whileConnected);

  function whileConnected(operation: AnyOperation): AnyOperation {
    const handler: AnyOperation["handler"] = (input, context) => {
      if (lost !== undefined)
        throw new CallError("CONNECTION_LOST", "The fake source is not connected.", undefined, { cause: lost.error });
      return operation.handler(input, context);
    };
    return withHandler(operation, handler);
  }

  const tell = (change: SourceStateChange): void => {
    for (const context of open) context.stateChanged(change);
  };

  return {
    source: {
      open(_config, context) {
        context.signal.throwIfAborted();
        if (lost !== undefined) throw new CallError("CONNECTION_LOST", "The fake source is not connected.");
        open.add(context);
        return {
          get operations() {
            return offered;
          },
          close: () => void open.delete(context),
        };
      },
    },
    get openings() {
      return open.size;
    },
    setOperations(changed) {
      offered = changed.map(whileConnected);
      for (const context of open) context.changed();
    },
    lose(error = new Error("The connection of the fake source is lost.")) {
      lost = { error };
      tell({ state: "connecting", error });
    },
    restore() {
      lost = undefined;
      tell({ state: "ready" });
    },
    fail(error = new Error("The connection of the fake source is lost permanently.")) {
      lost = { error };
      tell({ state: "failed", error });
    },
  };
}
