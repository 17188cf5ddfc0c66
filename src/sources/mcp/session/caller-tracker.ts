import type { AsyncLocalStorage } from "node:async_hooks";
import type { OperationContext } from "../../../operation/operation-context.ts";

type CallStorage = AsyncLocalStorage<OperationContext | undefined>;

/**
 * Knows the calls that wait for a server, so that a question of the server reaches the right caller. Over HTTP the
 * question arrives on the stream of its call, and the asynchronous context identifies it. Over stdio only a single
 * running call can be identified.
 */
export class CallerTracker {
  readonly #calls = new Set<OperationContext>();
  readonly #storage: CallStorage | undefined;

  /** `byStream`: over HTTP. Set it only when the client answers questions: it slows down every promise. */
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

  /** Runs work that one call starts but that serves all calls, such as connecting. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    return await this.#run(undefined, work);
  }

  /** The call that the running code belongs to, if it can be identified. */
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
