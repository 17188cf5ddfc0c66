import { isMissing } from "../../operation/access-control.ts";
import { CallScope } from "../../registry/call-scope.ts";
import type { ForwardedCall, GivenCallOptions, ResolvedCallOptions } from "./call-options.ts";
import { ownOptions } from "./own-options.ts";

/** The options of a request, also of one that a handler makes or hands on. */
export function resolveOptions(given: GivenCallOptions | undefined): ResolvedCallOptions {
  if (given !== undefined && "scope" in given) return optionsOf(given.scope, given);
  return given instanceof CallScope ? optionsOf(given) : ownOptions(given);
}

/** The options of a call that a handler makes: they come from the handler's context. */
function optionsOf(scope: CallScope, forwarded?: ForwardedCall): ResolvedCallOptions {
  const { identity, endsAt, trace, requestId, onElicitation, cancellation } = scope;
  return {
    identity,
    isAnonymous: scope.checked && isMissing(identity),
    endsAt,
    trace,
    parentRequestId: requestId,
    cancellation,
    // The progress of a nested call is its handler's own business.
    onProgress: forwarded?.scope.onProgress,
    onElicitation,
    lastEventId: forwarded?.scope.lastEventId,
    forwarded,
  };
}

