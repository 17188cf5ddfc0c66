import type { AsyncLocalStorage } from "node:async_hooks";
import { identityKey } from "../../../operation/access-control.ts";
import type { OperationContext, Progress } from "../../../operation/operation-context.ts";
import type { SeenRequest } from "../http/seen-request.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { RELATED_REQUEST_KEY, RELATED_TASK_KEY } from "../../../shared/mcp-meta.ts";

/** A call that waits for the server. */
export interface TrackedCall {
  readonly context: OperationContext;
  /** The ids of the requests that were sent for it. */
  readonly requests: Set<unknown>;
  /** The task into which the server has turned it. */
  taskId?: string | undefined;
  /** Stops the clock of its request, and returns a function that lets it go on. */
  holdTimeout?: (() => () => void) | undefined;
  /** Set if a caller records what goes over the wire. */
  readonly seen?: SeenRequest | undefined;
}

/** The call that a message of the server belongs to, or why none can be named. */
export type FoundCall =
  | { readonly call: TrackedCall; readonly reason?: undefined }
  | { readonly call?: undefined; readonly reason: string };

const NO_CALL = "No running call could have caused it.";
const SEVERAL = "Several callers have calls running, and the server does not say to which call it belongs.";

/**
 * A call in the asynchronous context. It is emptied when the call ends, because a connection that the call has opened
 * keeps that context, for as long as it stays in its pool. The call would keep its result.
 */
interface RunningCall {
  call: TrackedCall | undefined;
}

type CallStorage = AsyncLocalStorage<RunningCall | undefined>;

/**
 * Knows the calls that wait for a server, so that a question or log message of the server reaches the right caller.
 * Over HTTP it arrives on the stream of its call, and the asynchronous context identifies it. Over stdio the server may
 * name the call. If it does not, all running calls must be of one caller.
 */
export class CallerTracker {
  readonly #calls = new Set<TrackedCall>();
  readonly #byRequest = new Map<unknown, TrackedCall>();
  readonly #storage: CallStorage | undefined;

  /** `byStream`: over HTTP. Set it only if the client answers questions: it slows down every promise. */
  constructor(byStream: boolean) {
    if (byStream) this.#storage = new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)();
  }

  async during<T>(context: OperationContext, work: (call: TrackedCall) => Promise<T>): Promise<T> {
    const seen = context.onExchange === undefined ? undefined : {};
    const call: TrackedCall = { context, requests: new Set(), seen, holdTimeout: undefined };
    const running: RunningCall = { call };
    this.#calls.add(call);
    try {
      return await this.#run(running, () => work(call));
    } finally {
      running.call = undefined;
      this.#calls.delete(call);
      for (const id of call.requests) this.#byRequest.delete(id);
    }
  }

  /** Whether no call has a request at the server. */
  get isIdle(): boolean {
    return this.#byRequest.size === 0;
  }

  /** Runs work that one call starts but that serves all calls, such as connecting. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    return await this.#run(undefined, work);
  }

  /** A request of this call leaves. Before that, no message of the server can belong to the call. */
  sent(call: TrackedCall, id: unknown): void {
    // The request that cancels a task may leave after its call has ended.
    if (!this.#calls.has(call)) return;
    call.requests.add(id);
    this.#byRequest.set(id, call);
  }

  /** Progress of a task comes after the answer to its request. Returns whether a call waits for it. */
  progressed(id: unknown, progress: Progress): boolean {
    const call = this.#byRequest.get(id);
    if (call?.taskId === undefined) return false;
    call.context.onProgress?.(progress);
    return true;
  }

  /**
   * Finds the call of a message by its `_meta`, by the stream on which it came, or because only one caller has calls.
   */
  find(meta?: unknown): FoundCall {
    const named = isRecord(meta) ? this.#named(meta) : undefined;
    const call = named ?? this.#storage?.getStore()?.call;
    if (call !== undefined && this.#calls.has(call)) return { call };
    const running = [...this.#calls].filter(({ requests }) => requests.size > 0);
    const last = running.at(-1);
    if (last === undefined) return { reason: NO_CALL };
    return running.every((other) => other === last || isSameCaller(other, last)) ? { call: last } : { reason: SEVERAL };
  }

  #named(meta: Readonly<Record<string, unknown>>): TrackedCall | undefined {
    const { [RELATED_REQUEST_KEY]: request, [RELATED_TASK_KEY]: task, traceparent } = meta;
    if (request !== undefined) return this.#byRequest.get(request);
    const running = [...this.#calls];
    if (isRecord(task)) return running.find(({ taskId }) => taskId !== undefined && taskId === task["taskId"]);
    const trace = traceIdOf(traceparent);
    const [only, ...others] = running.filter((call) => traceIdOf(call.context.trace?.traceparent) === trace);
    return trace === undefined || others.length > 0 ? undefined : only;
  }

  #run<T>(running: RunningCall | undefined, work: () => Promise<T>): Promise<T> {
    return this.#storage === undefined ? work() : this.#storage.run(running, work);
  }
}

/** Two callers without an identity may be different people. */
function isSameCaller({ context: a }: TrackedCall, { context: b }: TrackedCall): boolean {
  if (a.identity === undefined || b.identity === undefined) return false;
  return identityKey(a.identity) === identityKey(b.identity);
}

/** The part of a `traceparent` that all spans of a trace share. */
function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === "string" ? traceparent.split("-")[1] : undefined;
}
