import type { Identity } from "../operation/access-control.ts";
import type { OperationContext, TraceContext } from "../operation/operation-context.ts";
import { assertDeadline, CallScope } from "../registry/call-scope.ts";
import { Cancellation } from "../shared/cancellation.ts";

/** What may be given along with a call to another peer. */
export interface RemoteCallOptions {
  /** On whose behalf: only a peer that trusts this one, or that verifies tokens, believes it. */
  readonly identity?: Identity | undefined;
  /** Milliseconds since the epoch. What remains of it travels. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly parentRequestId?: string | undefined;
  readonly trace?: TraceContext | undefined;
  /** Items of a stream that are on their way at once. */
  readonly window?: number | undefined;
  /** A signed token, for a peer that verifies tokens. */
  readonly token?: string | undefined;
}

/** Options of one's own, or the context of the handler that makes the call. */
export type GivenCallOptions = RemoteCallOptions | OperationContext<never>;

/** Options as they are used. */
export interface ResolvedCallOptions extends Omit<RemoteCallOptions, "signal"> {
  /** Ends the call from outside. */
  readonly cancellation: Cancellation | undefined;
  /** Whether `cancellation` was made here, for this call. */
  readonly isOwn: boolean;
}

const NONE: ResolvedCallOptions = { cancellation: undefined, isOwn: false };

export function resolveCallOptions(given: GivenCallOptions | undefined): ResolvedCallOptions {
  if (given === undefined) return NONE;
  if (given instanceof CallScope) {
    const { identity, deadline, trace, requestId } = given;
    return { identity, deadline, trace, parentRequestId: requestId, cancellation: given.bound(), isOwn: false };
  }
  const { signal, deadline } = given;
  if (signal === undefined && deadline === undefined) return { ...given, ...NONE };
  if (deadline !== undefined) assertDeadline(deadline);
  const cancellation = new Cancellation();
  if (signal !== undefined) cancellation.followSignal(signal);
  if (deadline !== undefined) cancellation.followDeadline(deadline);
  return { ...given, cancellation, isOwn: true };
}
