import type { CallPhase } from "../../errors/error-table.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { CallScope } from "./call-scope.ts";

/** The member by which a context of the registry is known. A copy of the context does not have it. */
export const SCOPE = Symbol();

/**
 * The scope of a call, if the registry made the context. It does what `instanceof` does. Code that loads on first use
 * need not import the class for it: a bundler would wrap everything that such code shares with a page (ADR 54).
 */
export function scopeOf(context: OperationContext<unknown>): CallScope | undefined {
  return (context as { readonly [SCOPE]?: CallScope })[SCOPE];
}

/** Does what `passedOnTo` does, for a context that the registry may not have made. */
export function forwardCall(context: OperationContext<unknown>, request: { readonly phase: CallPhase }): void {
  scopeOf(context)?.passedOnTo(request);
}
