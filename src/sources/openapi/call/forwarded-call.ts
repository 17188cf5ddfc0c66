import { furthestPhase } from "../../../errors/call-error.ts";
import type { CallPhase } from "../../../errors/error-table.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { CallScope } from "../../../registry/call-scope.ts";

/**
 * Tells the call how far its request has come, so that its deadline or abort ends it with that phase: to have entered
 * the handler here says nothing about the API. An earlier attempt may have come further.
 */
export function forwardCall(context: OperationContext, request: { readonly phase: CallPhase }): void {
  if (!(context instanceof CallScope)) return;
  const earlier = context.forwardedTo?.phase ?? "notStarted";
  context.forwardedTo = {
    get phase() {
      return furthestPhase(earlier, request.phase);
    },
  };
}
