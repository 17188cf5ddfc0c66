import { CallError, dispatch, dispatchSubscription } from "../../../src/entries/index.ts";
import type { CallContext } from "../../../src/entries/index.ts";
import { identities } from "../callers.ts";
import { failed, succeeded } from "../outcome.ts";
import type { CallOptions, Interface, Outcome } from "../outcome.ts";
import type { Stage } from "../stage.ts";

export function inProcess({ registry }: Stage): Interface {
  return {
    call: (id, input, options) =>
      outcomeOf(async () => {
        const { data, meta } = await dispatch(registry, { id, input, context: contextOf(options) });
        return succeeded(data, meta.source === "mcp" && meta.isError);
      }),
    collect: (id, input, options) =>
      outcomeOf(async () => {
        const items: unknown[] = [];
        const subscription = dispatchSubscription(registry, { id, input, context: contextOf(options) });
        for await (const { data } of subscription) items.push(data);
        return { data: items };
      }),
    close: () => Promise.resolve(),
  };
}

function contextOf({ caller = "ada", signal, timeoutMs }: CallOptions): CallContext {
  return {
    identity: identities[caller],
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs }),
  };
}

/** Turns a call that may throw a `CallError` into an outcome. */
export async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof CallError) return failed(thrown.code, thrown.details);
    throw thrown;
  }
}
