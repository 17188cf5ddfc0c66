import { getEventListeners } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendEvent, startRawHttp } from "./servers/raw-http-server.ts";
import { connect } from "./support.ts";

const done = { resultType: "complete", content: [] };

describe.each(["legacy", "modern"] as const)("when many calls run at once over HTTP with a %s server", (era) => {
  it.each(["json", "stream"])("keeps no abort listener for calls that have ended (%s)", async (form) => {
    const server = await startRawHttp({
      era,
      onCall: ({ reply, stream, message }) => {
        if (form === "json") return reply(done);
        const response = stream();
        sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
        response.end();
      },
    });
    onTestFinished(() => server.close());
    const signals = new Set<AbortSignal>();
    const counting: typeof fetch = (url, init) => {
      if (init?.signal) signals.add(init.signal);
      return fetch(url, init);
    };
    const { registry } = await connect("many", { url: server.url, fetch: counting });
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 20 }, () => registry.execute("many.act")));
    }
    const listeners = Array.from(signals, (signal) => getEventListeners(signal, "abort").length);
    // Counts all signals together: the stream of notifications may still have its own listener.
    expect(Math.max(...listeners)).toBeLessThan(10);
  });
});
