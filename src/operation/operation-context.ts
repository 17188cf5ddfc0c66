import type { Identity } from "./access-control.ts";
import type { CallSession } from "./call-session.ts";
import type { FailureCode, FailureParameters, NoErrors } from "./declared-error.ts";
import type { CallerLog } from "./caller-log.ts";
import type { Elicit, ListRoots, Sample } from "./caller-request.ts";
import type { OperationEnv } from "./operation-env.ts";
import type { RegisteredContext } from "./operation-types.ts";
import type { OnExchange } from "./wire-exchange.ts";

/** W3C trace context, as it travels in headers. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** How far a long call has come. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/**
 * What travels with a call. Each part is made when the handler first reads it, so an unused signal, id or env costs
 * nothing. For that reason it cannot be copied: `{ ...context }` is empty. Pass the context itself, or name its parts.
 */
export interface OperationContext<TEnv = OperationEnv, TErrorSchemas = NoErrors> extends RegisteredContext {
  readonly requestId: string;
  /** The id of the call whose handler made this one. */
  readonly parentRequestId: string | undefined;
  readonly identity: Identity | undefined;
  /** The session in which the client calls. Undefined if the interface has none. */
  readonly session: CallSession | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /** Fires when the deadline passes, the caller aborts, or a subscription is stopped. */
  readonly signal: AbortSignal;
  readonly trace: TraceContext | undefined;
  /** Calls other operations on behalf of this caller: `env.namespace.name(input)`. */
  readonly env: TEnv;
  /** Reports progress to the caller. Undefined if the caller does not want it. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Asks the caller a question during the call. Undefined if the caller accepts no questions. */
  readonly onElicitation: Elicit | undefined;
  /** Lets the caller's model answer a prompt. Undefined if the caller offers none. */
  readonly onSampling: Sample | undefined;
  /** Lists the folders that the caller works in. Undefined if the caller does not reveal them. */
  readonly onRoots: ListRoots | undefined;
  /** Where the caller reads log messages of this call. Undefined if it wants none. */
  readonly callerLog: CallerLog | undefined;
  /**
   * Where a source reports what it sends to its server for this call. Undefined, as for most calls, if no client
   * records the call.
   */
  readonly onExchange: OnExchange | undefined;
  /** What an MCP client has sent along (`_meta`), except what MCP itself defines. */
  readonly callMeta: Readonly<Record<string, unknown>> | undefined;
  /** For a stream: the id of the last item that the caller has. The handler continues after it. See `tracked`. */
  readonly lastEventId: string | undefined;
  /**
   * Ends the call with an error that the operation declares in its `errorSchemas`. Without a message, callers read the
   * declaration's description. Write `throw` before it so that the compiler sees that the code ends here.
   *
   * @example
   * if (left < count) throw context.fail("OUT_OF_STOCK", { left });
   */
  fail<TCode extends FailureCode<TErrorSchemas>>(
    this: void,
    code: TCode,
    ...details: FailureParameters<TErrorSchemas, TCode>
  ): never;
}

/** What a caller may pass with a call; every part is optional. Passing a handler's own context makes the call nested. */
export interface CallContext {
  readonly requestId?: string | undefined;
  readonly parentRequestId?: string | undefined;
  readonly identity?: Identity | undefined;
  readonly session?: CallSession | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly trace?: TraceContext | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onElicitation?: Elicit | undefined;
  readonly onSampling?: Sample | undefined;
  readonly onRoots?: ListRoots | undefined;
  readonly callerLog?: CallerLog | undefined;
  /** Gets what sources send to their servers for this call, and for the calls nested in it. */
  readonly onExchange?: OnExchange | undefined;
  readonly callMeta?: Readonly<Record<string, unknown>> | undefined;
  /** For a stream: the id of the last item that the caller has (`meta.lastEventId`), to continue after it. */
  readonly lastEventId?: string | undefined;
}
