import type { OperationContext } from "../operation/operation-context.ts";
import { CallScope } from "../registry/call-scope.ts";
import { optionsOf } from "../protocol/caller/call-options.ts";
import type { RemoteCallOptions, ResolvedCallOptions } from "../protocol/caller/call-options.ts";

/** What goes along with a call of a client, or with all of them; a `deadline` is then that of all. */
export interface ClientOptions extends Omit<RemoteCallOptions, "parentRequestId" | "token"> {
  /** Milliseconds for each call, counted from when it is made. */
  readonly timeoutMs?: number | undefined;
}

/** Options, or the context of the handler that makes the call: it is then made on behalf of whoever called that. */
export type ClientCallOptions = ClientOptions | OperationContext<never>;

type NamedOptions = ClientOptions & Pick<ResolvedCallOptions, "parentRequestId" | "isAnonymous">;

/** What is given for one call goes before what is given for all; whichever of two deadlines or signals comes first, ends it. */
export function toCallOptions(
  ofAll: ClientCallOptions | undefined,
  ofOne: ClientCallOptions | undefined,
): RemoteCallOptions | undefined {
  const only = ofOne === undefined ? ofAll : ofAll === undefined ? ofOne : undefined;
  // As it is, because a context is more than its parts.
  if ((ofOne ?? ofAll) === undefined || (only !== undefined && !("timeoutMs" in only))) return only;
  const all = nameParts(ofAll);
  const one = nameParts(ofOne);
  // A call for somebody whom nobody knows is not one of the client's own.
  const { identity, isAnonymous } = one.identity !== undefined || one.isAnonymous === true ? one : all;
  const { timeoutMs, ...options } = { ...all, ...withoutGaps(one), identity, isAnonymous };
  const timeIsUp = timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
  const deadlines = [all.deadline, one.deadline, timeIsUp].filter((time) => time !== undefined);
  const signals = [all.signal, one.signal].filter((signal) => signal !== undefined);
  return {
    ...options,
    deadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    signal: signals.length > 1 ? anyOf(signals) : signals[0],
  };
}

/** In Node 20 nothing holds the sources of `AbortSignal.any`: one that a timer should fire, it may forget. A listener does. */
function anyOf(signals: AbortSignal[]): AbortSignal {
  for (const signal of signals) signal.addEventListener("abort", hold);
  return AbortSignal.any(signals);
}

/** The same for all: a signal keeps it once. */
const hold = (): void => undefined;

function nameParts(given: ClientCallOptions = {}): NamedOptions {
  if (!(given instanceof CallScope)) return given;
  const { cancellation, isOwn: _isOwn, ...parts } = optionsOf(given);
  return { ...parts, signal: cancellation && given.signal };
}

/** What is undefined was not given. */
function withoutGaps(options: NamedOptions): NamedOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
