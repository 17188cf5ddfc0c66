import type { AsyncLocalStorage } from "node:async_hooks";
import type { OperationContext } from "../../../operation/operation-context.ts";

type CallStorage = AsyncLocalStorage<OperationContext | undefined>;

/**
 * The calls that wait for a server, so that a question of the server can be put to the right caller. Over HTTP the
 * question comes on the stream of its call, and the asynchronous context tells which; over stdio it can only be told
 * while there is no more than one.
 */
export class CallerTracker {
  readonly #calls = new Set<OperationContext>();
  readonly #storage: CallStorage | undefined;

  /** `byStream`: over HTTP. Only where questions are answered at all, because it slows down every promise. */
  constructor(byStream: boolean) {
    if (byStream) this.#storage = new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)();
  }

  async during<T>(call: OperationContext, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await this.#run(call, work);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** For work that a call may start, but that serves all: a connection. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    return await this.#run(undefined, work);
  }

  /** The call in whose course this is asked, if that can be told. */
  get current(): OperationContext | undefined {
    const call = this.#storage?.getStore();
    if (call !== undefined && this.#calls.has(call)) return call;
    const [only] = this.#calls;
    return this.#calls.size === 1 ? only : undefined;
  }

  #run<T>(call: OperationContext | undefined, work: () => Promise<T>): Promise<T> {
    return this.#storage === undefined ? work() : this.#storage.run(call, work);
  }
}
