import type { CallContext } from "../../operation/operation-context.ts";

/**
 * Refuses a context that would not mean what it says: a spread copy of a handler's context, or a deadline that is not
 * a number. A copy lacks every getter, so the call would run under another identity and without an end. A copy that
 * names an identity is intended. A NaN deadline would never pass.
 */
export function assertContext(context: CallContext | object): void {
  if ("forwardedTo" in context && !("identity" in context)) {
    throw new TypeError(
      "{ ...context } copies nothing of a handler's context: pass the context itself, or name what goes along, such as { identity: context.identity, signal: context.signal }.",
    );
  }
  const { deadline }: { deadline?: unknown } = context;
  if (deadline !== undefined && (typeof deadline !== "number" || Number.isNaN(deadline))) {
    throw new TypeError("deadline is not a number: give milliseconds since the epoch, such as Date.now() + 5000.");
  }
}
