import { isSafeToRepeat } from "../../../errors/advice.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { Middleware, MiddlewareCall } from "../../../operation/middleware.ts";
import { delay } from "../../../shared/time/wait.ts";
import { isLoginRequired } from "../../../sources/login/login-required.ts";

export interface AskToLogInOptions {
  /** The page on which a caller logs in to a source. */
  readonly pageFor: (source: string, caller: Identity) => string | undefined;
  /** When a caller's login to a source was last made or renewed; undefined if there is none. */
  readonly savedAt: (source: string, caller: Identity) => Promise<number | undefined>;
}

/** Milliseconds that a call waits for its caller to come back from the page. */
const LONGEST_WAIT = 5 * 60_000;
const PAUSE = 500;

/** Asks callers who accept questions to log in, and continues their call once they have. */
export function askToLogIn(options: AskToLogInOptions): Middleware {
  const asking: Middleware = async (call, next) => {
    try {
      return await next();
    } catch (thrown) {
      const source = sourceIn(thrown, call, options);
      if (source === undefined || !(await logsIn(source, call, options))) throw thrown;
      return await next();
    }
  };
  // Most callers accept no questions: their calls should not pay for another await.
  return (call, next) => (call.context.onElicitation === undefined ? next() : asking(call, next));
}

/**
 * The source that needs a login. Undefined if another hub or a service only sends a similar error, and for the error of
 * a call within a handler: to continue, the handler would have to run again.
 */
function sourceIn(
  thrown: unknown,
  { context, spec }: MiddlewareCall,
  { pageFor }: AskToLogInOptions,
): string | undefined {
  if (!isLoginRequired(thrown) || context.identity === undefined) return undefined;
  if (!isSafeToRepeat(spec, thrown.phase)) return undefined;
  const { source, url } = (thrown.details ?? {}) as { source?: unknown; url?: unknown };
  if (typeof source !== "string" || typeof url !== "string") return undefined;
  return url === pageFor(source, context.identity) ? source : undefined;
}

async function logsIn(
  source: string,
  { context: { onElicitation, signal, identity } }: MiddlewareCall,
  { pageFor, savedAt }: AskToLogInOptions,
): Promise<boolean> {
  if (identity === undefined) return false;
  try {
    const before = await savedAt(source, identity);
    const message = `${source} needs your login. Log in there, and the call goes on.`;
    const url = pageFor(source, identity);
    const answer = await onElicitation?.({ mode: "url", message, url }, { signal });
    if (answer?.action !== "accept") return false;
    const end = performance.now() + LONGEST_WAIT;
    while (performance.now() < end) {
      const now = await savedAt(source, identity);
      if (now !== undefined && now !== before) return true;
      await delay(PAUSE, signal);
    }
  } catch {
    signal.throwIfAborted();
    // The client accepts no questions of this mode, or did not answer in time.
  }
  return false;
}
