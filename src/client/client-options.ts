import { anySignal } from "../shared/time/any-signal.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import type { RemoteCallOptions, ResolvedCallOptions } from "../protocol/caller/call-options.ts";
import type { CallScope } from "../registry/call/call-scope.ts";

/** The options of one call of a client, or of all its calls; a `deadline` then applies to all of them together. */
export interface ClientOptions extends Omit<
  RemoteCallOptions,
  "parentRequestId" | "token" | "onSampling" | "onRoots" | "callerLog"
> {
  /** Milliseconds for each call, from the moment it is made. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Options, or the context of the handler that makes the call: the call is then made on behalf of that handler's caller.
 */
export type ClientCallOptions = ClientOptions | OperationContext<never>;

type NamedOptions = ClientOptions & Pick<ResolvedCallOptions, "parentRequestId" | "isAnonymous">;

/** The options of one call override those of all. Of two deadlines or signals, the first ends the call. */
export function toCallOptions(
  ofAll: ClientCallOptions | undefined,
  ofOne: ClientCallOptions | undefined,
): RemoteCallOptions | undefined {
  const only = ofOne === undefined ? ofAll : ofAll === undefined ? ofOne : undefined;
  // Passed on as it is, because a context is more than its parts.
  if ((ofOne ?? ofAll) === undefined || (only !== undefined && !("timeoutMs" in only))) return only;
  const all = nameParts(ofAll);
  const one = nameParts(ofOne);
  // An anonymous call must not count as the client's own.
  const { identity, isAnonymous } = one.identity !== undefined || one.isAnonymous === true ? one : all;
  const { timeoutMs, ...options } = { ...all, ...withoutGaps(one), identity, isAnonymous };
  const timeIsUp = timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
  const deadlines = [all.deadline, one.deadline, timeIsUp].filter((time) => time !== undefined);
  const signals = [all.signal, one.signal].filter((signal) => signal !== undefined);
  return {
    ...options,
    deadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    signal: signals.length > 1 ? anySignal(signals) : signals[0],
  };
}

/** The parts of a handler's context by name. Recognising it by its class would make the client import the registry. */
export function nameParts(given: ClientCallOptions = {}): NamedOptions {
  // A copy of a context lacks the request id, and the call refuses it.
  if (!("forwardedTo" in given && "requestId" in given)) return given;
  const { identity, deadline, trace, requestId, onElicitation, checked, cancellation } = given as unknown as CallScope;
  return {
    identity,
    // A call that came from outside without an identity stays without one.
    isAnonymous: checked && (identity ?? undefined) === undefined,
    deadline,
    trace,
    parentRequestId: requestId,
    onElicitation,
    signal: cancellation && given.signal,
  };
}

/** Leaves out undefined members: they were not given. */
function withoutGaps(options: NamedOptions): NamedOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
