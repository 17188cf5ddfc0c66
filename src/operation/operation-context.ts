import type { Identity } from "./access-control.ts";
import type { Elicit } from "./elicitation.ts";
import type { OperationEnv } from "./operation-env.ts";

/** W3C trace context, as it travels in headers. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** How far a long call is. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/**
 * What travels with a call. Everything is made when it is first read: a signal, an id or an env that nobody reads is
 * never created. So it cannot be copied: `{ ...context }` holds nothing of it. Pass it on as it is, or name the parts.
 */
export interface OperationContext<TEnv = OperationEnv> {
  readonly requestId: string;
  /** The call from whose handler this one was made. */
  readonly parentRequestId: string | undefined;
  readonly identity: Identity | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /** Fires when the deadline passes, when the caller gives up, or when a subscription is stopped. */
  readonly signal: AbortSignal;
  readonly trace: TraceContext | undefined;
  /** Calls other operations for this caller: `env.namespace.name(input)`. */
  readonly env: TEnv;
  /** Tells the caller how far the work is, if the caller wants to know. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Asks the caller something in the middle of the call, if the caller takes questions. */
  readonly onElicitation: Elicit | undefined;
}

/** What a caller may give along; every part is optional. A handler's own context makes the call a nested one. */
export interface CallContext {
  readonly requestId?: string | undefined;
  readonly parentRequestId?: string | undefined;
  readonly identity?: Identity | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly trace?: TraceContext | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onElicitation?: Elicit | undefined;
}
