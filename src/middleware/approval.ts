import { CallError } from "../errors/call-error.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { CallOutcome, Middleware, MiddlewareCall, Next } from "../operation/middleware.ts";

/** The call to approve. `context.signal` fires when the caller no longer waits for the answer. */
export type ApprovalRequest = Pick<MiddlewareCall, "id" | "spec" | "input" | "context">;

/** Yes, no, or either with a reason. The caller gets the reason for a no. */
export type ApprovalAnswer = boolean | { readonly approved: boolean; readonly reason?: string | undefined };

/** The options of the middleware `approval`. */
export interface ApprovalOptions {
  /** Decides. It may wait for a person. */
  readonly ask: (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>;
  /** Which calls need an approval. Default: every MUTATION. */
  readonly when?: ((call: MiddlewareCall) => boolean) | undefined;
}

/**
 * Asks before an operation runs. A call that is not approved, or whose `ask` throws, fails with `ACCESS_DENIED`; a
 * `CallError` that `ask` throws goes to the caller as it is. It does not ask about a call that would be refused anyway,
 * for its input or its caller's rights.
 *
 * @example
 * registry.use(approval({ ask: async ({ id, input }) => confirm(`Run ${id} with ${JSON.stringify(input)}?`) }));
 */
export function approval({ ask, when = isMutation }: ApprovalOptions): Middleware {
  if (typeof ask !== "function") throw new CallError("VALIDATION_ERROR", "approval: ask is not a function.");
  const approved = async (call: MiddlewareCall, next: Next): Promise<CallOutcome> => {
    await call.check();
    assertApproved(call, await askSafely(ask, call));
    return next();
  };
  return (call, next) => (when(call) ? approved(call, next) : next());
}

function isMutation({ spec }: MiddlewareCall): boolean {
  return spec.type === OperationType.MUTATION;
}

async function askSafely(ask: ApprovalOptions["ask"], call: MiddlewareCall): Promise<unknown> {
  const { id, spec, input, context } = call;
  try {
    return await ask({ id, spec, input, context });
  } catch (cause) {
    if (context.signal.aborted) throw context.signal.reason;
    if (cause instanceof CallError) throw cause;
    // The message leaves out the cause, because the caller may be remote.
    throw new CallError("ACCESS_DENIED", `${id} was not approved: asking for the approval failed.`, undefined, {
      cause,
    });
  }
}

/** Only an exact yes counts: a truthy answer, such as the text "no", must not run anything. */
function assertApproved({ id }: MiddlewareCall, answer: unknown): void {
  if (answer === true) return;
  const { approved, reason } = (typeof answer === "object" && answer !== null ? answer : {}) as Record<string, unknown>;
  if (approved === true) return;
  throw typeof reason === "string" && reason !== ""
    ? new CallError("ACCESS_DENIED", `${id} was not approved: ${reason}`, { reason })
    : new CallError("ACCESS_DENIED", `${id} was not approved.`);
}
