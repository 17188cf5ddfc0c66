import { connectSpoke } from "../../../src/entries/websocket.ts";
import type { Spoke, SpokeCallOptions } from "../../../src/entries/websocket.ts";
import { keyOf } from "../callers.ts";
import { succeeded } from "../outcome.ts";
import type { Caller, CallOptions, Interface } from "../outcome.ts";
import type { Stage } from "../stage.ts";
import { outcomeOf } from "./in-process.ts";

export function websocket({ urls }: Stage): Interface {
  const spokes = new Map<Caller, Spoke>();
  const spokeOf = async ({ caller = "ada" }: CallOptions): Promise<Spoke> => {
    const spoke = spokes.get(caller) ?? (await connectSpoke({ url: urls.ws, token: keyOf(caller) }));
    spokes.set(caller, spoke);
    return spoke;
  };
  return {
    call: (id, input, options) =>
      outcomeOf(async () => {
        const { data, meta } = await (await spokeOf(options)).call(id, input, spokeOptions(options));
        return succeeded(data, meta.source === "mcp" && meta.isError);
      }),
    collect: (id, input, options) =>
      outcomeOf(async () => {
        const items: unknown[] = [];
        const subscription = (await spokeOf(options)).subscribe(id, input, spokeOptions(options));
        for await (const { data } of subscription) items.push(data);
        return { data: items };
      }),
    close: async () => spokes.forEach((spoke) => spoke.close()),
  };
}

function spokeOptions({ signal, timeoutMs }: CallOptions): SpokeCallOptions {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs }),
  };
}
