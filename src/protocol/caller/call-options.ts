import type { CallError } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallerLog } from "../../operation/caller-log.ts";
import type { Elicit, ListRoots, Sample } from "../../operation/caller-request.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationContext, Progress, TraceContext } from "../../operation/operation-context.ts";
import type { CallScope } from "../../registry/call/call-scope.ts";
import type { Cancellation } from "../../shared/time/cancellation.ts";

/** The options of a call to another peer. */
export interface RemoteCallOptions {
  /** On whose behalf the call is made. Only a peer that trusts this one, or that verifies tokens, believes it. */
  readonly identity?: Identity | undefined;
  /** Milliseconds since the epoch. The request carries the time that remains. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly parentRequestId?: string | undefined;
  readonly trace?: TraceContext | undefined;
  /** How many items of a stream may be on their way at once. */
  readonly window?: number | undefined;
  /** A signed token, for a peer that verifies tokens. */
  readonly token?: string | undefined;
  /** Hears how far the other side's handler is. Of several reports in a short time, only the latest arrives. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Answers questions of the other side's handler. */
  readonly onElicitation?: Elicit | undefined;
  /** Lets a model answer prompts of the other side's handler. */
  readonly onSampling?: Sample | undefined;
  /** Tells the other side's handler which folders the caller works in. */
  readonly onRoots?: ListRoots | undefined;
  /** Reads log messages of the other side's handler. */
  readonly callerLog?: CallerLog | undefined;
  /** Sent along, as the `_meta` of MCP. */
  readonly callMeta?: Readonly<Record<string, unknown>> | undefined;
  /** For a stream: the id of the last item that the caller has (`meta.lastEventId`). The stream continues after it. */
  readonly lastEventId?: string | undefined;
}

/** Options, or the context of the handler that makes the call. */
export type GivenCallOptions = RemoteCallOptions | OperationContext<never> | ForwardedCall | ResumedCall;

/** Where a stream goes on that was cut after the item with this id; undefined: nowhere. */
export type GoOn = (lastEventId: string, cut: CallError) => Subscription | undefined;

/** A stream that continues after an item, with the options of the one that was cut, and may go on elsewhere. */
export interface ResumedCall {
  readonly resumed: GivenCallOptions | undefined;
  readonly lastEventId: string | undefined;
  readonly goOn?: GoOn | undefined;
}

/** A call whose handler only forwards it: the phase of the handler on the other side is the phase of this call. */
export interface ForwardedCall {
  readonly scope: CallScope;
}

/** What a forwarded call reports about the request that forwards it. */
export interface ForwardedRequest {
  /** The request begins. */
  passedOnTo(request: { readonly phase: CallPhase }): void;
  /** The handler on the other side was entered. */
  workStarted(): void;
}

/** Options as a request uses them. */
export interface ResolvedCallOptions extends Omit<RemoteCallOptions, "signal" | "deadline"> {
  /** The deadline on the steady clock. */
  readonly endsAt?: number | undefined;
  /** Ends the call from outside. */
  readonly cancellation: Cancellation | undefined;
  /** The same, if it was made for this call and has to be released with it. */
  readonly own?: Cancellation | undefined;
  /** The call came from outside without an identity, so it must not count as this process's own. */
  readonly isAnonymous?: boolean | undefined;
  /** What the caller wants to hear while the call runs; undefined if it wants nothing. */
  readonly wants?: readonly string[] | undefined;
  /** Set if this call forwards another one: it is not a call in its own right. */
  readonly forwarded?: ForwardedRequest | undefined;
}

/** Changes the options of each call before it is sent, for example to replace an identity with a token. */
export type PrepareCallOptions = (options: ResolvedCallOptions) => ResolvedCallOptions | Promise<ResolvedCallOptions>;
