import { CallError, messageOf, toCallError, withPhase } from "../../errors/call-error.ts";
import { settled } from "../../errors/settled-error.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { assertContext } from "../../registry/call/assert-context.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { toSteady } from "../../shared/time/steady-clock.ts";
import type { PrepareCallOptions, RemoteCallOptions, ResolvedCallOptions } from "./call-options.ts";

export const NO_OPTIONS: ResolvedCallOptions = { cancellation: undefined };

/** The options of a call that does not come from a handler. */
export function ownOptions(given: RemoteCallOptions | OperationContext<never> | undefined): ResolvedCallOptions {
  if (given === undefined) return NO_OPTIONS;
  try {
    assertContext(given);
    const { signal, deadline } = given;
    if (signal === undefined && deadline === undefined) return { ...given, ...NO_OPTIONS };
    const own = new Cancellation();
    if (signal !== undefined) own.followSignal(signal);
    const endsAt = deadline === undefined ? undefined : toSteady(deadline);
    if (endsAt !== undefined) own.followDeadline(endsAt);
    return { ...given, endsAt, cancellation: own, own };
  } catch (cause) {
    const message = `The options of the call are invalid: ${messageOf(cause)}`;
    throw settled(new CallError("VALIDATION_ERROR", message, undefined, { cause }));
  }
}

/** The options after `prepare`. A call that is aborted meanwhile, or cannot be prepared, certainly did not start. */
export function preparedBy(
  prepare: PrepareCallOptions,
  options: ResolvedCallOptions,
): ResolvedCallOptions | Promise<ResolvedCallOptions> {
  const refuse = (thrown: unknown): never => {
    options.own?.release();
    const error = withPhase(toCallError(thrown), "notStarted");
    throw options.forwarded === undefined ? settled(error) : error;
  };
  try {
    const prepared = prepare(options);
    if (!(prepared instanceof Promise)) return prepared;
    return (options.cancellation?.race(prepared) ?? prepared).catch(refuse);
  } catch (thrown) {
    return refuse(thrown);
  }
}
