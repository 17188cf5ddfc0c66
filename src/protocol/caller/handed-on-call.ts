import type { CallPhase } from "../../errors/error-table.ts";
import type { ForwardedCall, ForwardedRequest } from "./call-options.ts";

/** A call of a handler that only hands it on: what becomes of the request becomes of the call. */
export class HandedOnCall implements ForwardedRequest {
  readonly #call: ForwardedCall;

  constructor(call: ForwardedCall) {
    this.#call = call;
  }

  follow(request: { readonly phase: CallPhase }): void {
    const { scope, earlier } = this.#call;
    scope.forwardedTo = earlier === "notStarted" ? request : phaseAfter(earlier, request);
  }

  started(): void {
    this.#call.scope.onWorkStarted?.();
  }
}

/** The phase of a call that is handed on again: an earlier attempt may have come further than this request. */
function phaseAfter(earlier: CallPhase, request: { readonly phase: CallPhase }): { readonly phase: CallPhase } {
  return {
    get phase() {
      return request.phase === "started" ? "started" : earlier;
    },
  };
}
