import { CallError, messageOf, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { isMissing } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Elicit } from "../../operation/elicitation.ts";
import type { OperationContext, Progress, TraceContext } from "../../operation/operation-context.ts";
import { settled } from "../../registry/call.ts";
import { assertContext, CallScope } from "../../registry/call-scope.ts";
import { Cancellation } from "../../shared/cancellation.ts";

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
  /** Is told how far the other side's handler is. Of many reports in a short time only the latest arrives. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Answers questions of the other side's handler. */
  readonly onElicitation?: Elicit | undefined;
}

/** Options of one's own, or the context of the handler that makes the call. */
export type GivenCallOptions = RemoteCallOptions | OperationContext<never> | ForwardedCall;

/** The context of a call that is handed on as it is: what is known of the other side's handler is known of the call. */
export class ForwardedCall {
  readonly scope: CallScope;
  /** A middleware may enter the handler again: what is known of the attempts before. */
  readonly #earlier: CallPhase;

  constructor(scope: CallScope) {
    this.scope = scope;
    this.#earlier = scope.forwardedTo?.phase ?? "notStarted";
    scope.forwardedTo = { phase: this.#earlier };
  }

  /** The request that makes the call on the other side. */
  runsAs(request: { readonly phase: CallPhase }): void {
    const earlier = this.#earlier;
    this.scope.forwardedTo =
      earlier === "notStarted"
        ? request
        : {
            get phase() {
              return request.phase === "started" ? "started" : earlier;
            },
          };
  }
}

/** Options as they are used. */
export interface ResolvedCallOptions extends Omit<RemoteCallOptions, "signal"> {
  /** Ends the call from outside. */
  readonly cancellation: Cancellation | undefined;
  /** Somebody outside made the call, and nobody knows who: it is not this process's own either. */
  readonly isAnonymous?: boolean | undefined;
  /** Whether `cancellation` was made here, for this call. */
  readonly isOwn: boolean;
  /** The call that is handed on by this one. */
  readonly forwarded?: ForwardedCall | undefined;
}

const NONE: ResolvedCallOptions = { cancellation: undefined, isOwn: false };

function resolveCallOptions(given: GivenCallOptions | undefined): ResolvedCallOptions {
  if (given === undefined) return NONE;
  if (given instanceof CallScope) return optionsOf(given);
  if (given instanceof ForwardedCall) return optionsOf(given.scope, given);
  try {
    assertContext(given);
    const { signal, deadline } = given;
    if (signal === undefined && deadline === undefined) return { ...given, ...NONE };
    const cancellation = new Cancellation();
    if (signal !== undefined) cancellation.followSignal(signal);
    if (deadline !== undefined) cancellation.followDeadline(deadline);
    return { ...given, cancellation, isOwn: true };
  } catch (cause) {
    const message = `The options of the call are invalid: ${messageOf(cause)}`;
    throw settled(new CallError("VALIDATION_ERROR", message, undefined, { cause }));
  }
}

/** What goes along with a call that the handler of another makes. */
export function optionsOf(scope: CallScope, forwarded?: ForwardedCall): ResolvedCallOptions {
  const { identity, deadline, trace, requestId, onElicitation } = scope;
  const isAnonymous = scope.checked && isMissing(identity);
  return {
    identity,
    isAnonymous,
    deadline,
    trace,
    parentRequestId: requestId,
    cancellation: scope.cancellation,
    // That of a nested call is its handler's own business.
    onProgress: forwarded?.scope.onProgress,
    onElicitation,
    isOwn: false,
    forwarded,
  };
}

/** The call that they were made for has ended, or is not made at all. */
export function releaseCallOptions(options: ResolvedCallOptions): void {
  if (options.isOwn) options.cancellation?.release();
}

/** Changes what goes along with each call: a token instead of an identity. */
export type PrepareOptions = (options: ResolvedCallOptions) => ResolvedCallOptions | Promise<ResolvedCallOptions>;

/** Options as they are sent. A call that is given up meanwhile, or cannot be prepared, certainly did not start. */
export function prepareCallOptions(
  given: GivenCallOptions | undefined,
  prepare: PrepareOptions | undefined,
): ResolvedCallOptions | Promise<ResolvedCallOptions> {
  const resolved = resolveCallOptions(given);
  if (prepare === undefined) return resolved;
  const refuse = (thrown: unknown): never => {
    releaseCallOptions(resolved);
    const error = withPhase(toCallError(thrown), "notStarted");
    throw given instanceof ForwardedCall ? error : settled(error);
  };
  try {
    const prepared = prepare(resolved);
    if (!(prepared instanceof Promise)) return prepared;
    return (resolved.cancellation?.race(prepared) ?? prepared).catch(refuse);
  } catch (thrown) {
    return refuse(thrown);
  }
}
