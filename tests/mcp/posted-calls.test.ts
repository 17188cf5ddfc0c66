/** Calls over HTTP that are posted without `fetch`, and what still goes through it. */
import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../support/until.ts";
import type { RawHttpServer, RawRequest } from "./servers/raw-http-server.ts";
import { sendEvent } from "./servers/raw-http-server.ts";
import { connect, startServer, textOf } from "./support.ts";

const done = { resultType: "complete", content: [{ type: "text", text: "done" }] };
const eras = ["legacy", "modern"] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Only `fetch` sends this field. */
const wasFetched = (headers: IncomingMessage["headers"] | undefined): boolean =>
  headers?.["sec-fetch-mode"] !== undefined;

function callsOf({ received }: RawHttpServer): Array<IncomingMessage["headers"]> {
  return received.filter(({ method }) => method === "tools/call").map(({ headers }) => headers);
}

/** Calls until one is posted: up to 2025-11-25 the stream beside the calls comes first. */
async function settled(call: () => Promise<unknown>, server: RawHttpServer): Promise<void> {
  await until(async () => {
    await call();
    return !wasFetched(callsOf(server).at(-1));
  });
}

describe.each(eras)("when a call is posted to a %s server", (era) => {
  it("has the header fields of a call that the SDK sends", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const config = {
      url: server.url,
      token: async () => "secret",
      headers: { "X-Own": "1", accept: "text/plain" },
      credentials: () => Promise.resolve({ "x-caller": "ada" }),
    };
    const { registry } = await connect("http", config);
    await settled(() => registry.execute("http.act"), server);
    const posted = callsOf(server).at(-1);
    const listed = server.received.find(({ method }) => method === "tools/list")?.headers;
    const shared = ["authorization", "x-own", "accept", "content-type", "mcp-session-id", "mcp-protocol-version"];
    for (const name of shared) expect([name, posted?.[name]]).toEqual([name, listed?.[name]]);
    expect(posted).toMatchObject({ authorization: "Bearer secret", "x-own": "1", "x-caller": "ada" });
    expect(posted?.["mcp-name"]).toBe(era === "modern" ? "act" : undefined);
    expect(posted?.["mcp-method"]).toBe(era === "modern" ? "tools/call" : undefined);
    expect(posted).not.toHaveProperty("x-operations-exchange");
  });

  const answers: Record<string, (request: RawRequest) => void> = {
    "as the only event of a stream": ({ stream, message }) => {
      const response = stream();
      sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
      response.end();
    },
    "as an event of a stream that stays open": ({ stream, message }) =>
      sendEvent(stream(), { jsonrpc: "2.0", id: message.id, result: done }),
    "as an event in pieces": ({ stream, message }) => {
      const response = stream();
      const text = `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: done })}\n\n`;
      response.write(text.slice(0, 20));
      setTimeout(() => response.end(text.slice(20)), 5);
    },
    "as an event with an id": ({ stream, message }) => {
      stream().end(`id: 1\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: done })}\n\n`);
    },
    "after a log message": ({ stream, message }) => {
      const response = stream();
      sendEvent(response, { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } });
      sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
      response.end();
    },
    compressed: ({ response, message }) => {
      response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: done })));
    },
    "by a redirect within the server": ({ response, reply }) => {
      if (response.req.url !== "/mcp") return reply(done);
      return void response.writeHead(307, { location: "/elsewhere" }).end();
    },
  };

  it.each(Object.keys(answers))("takes an answer %s", async (how) => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await settled(() => registry.execute("http.act"), server);
    server.onCall = answers[how] as RawHttpServer["onCall"];
    expect(textOf(await registry.execute("http.act"))).toBe("done");
  });

  it("goes on with a stream that the server cuts and lets it resume", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await settled(() => registry.execute("http.act"), server);
    server.onCall = ({ stream }) => void stream().end("id: 7\nretry: 1\ndata:\n\n");
    const before = callsOf(server).length;
    // The server has no such stream, so nothing answers: what counts is that it was asked, and not called again.
    await registry.execute("http.act", {}, { deadline: Date.now() + 500 }).catch(() => undefined);
    expect(callsOf(server)).toHaveLength(before + 1);
    expect(server.resumed).toContain("7");
  });

  it("hears what the server says after the answer", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const log: unknown[] = [];
    const { registry } = await connect("http", { url: server.url, onLog: ({ data }) => log.push(data) });
    await settled(() => registry.execute("http.act"), server);
    server.onCall = ({ stream, message }) => {
      const response = stream();
      sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
      setTimeout(() => {
        sendEvent(response, {
          jsonrpc: "2.0",
          method: "notifications/message",
          params: { level: "info", data: "late" },
        });
        response.end();
      }, 20);
    };
    expect(textOf(await registry.execute("http.act"))).toBe("done");
    await until(() => log.includes("late"));
  });

  it("ends the connection of a server that goes on with an endless event after its answer", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await settled(() => registry.execute("http.act"), server);
    let isClosed = false;
    server.onCall = ({ stream, message }) => {
      const response = stream();
      response.on("close", () => (isClosed = true)).on("error", () => undefined);
      sendEvent(response, { jsonrpc: "2.0", id: message.id, result: done });
      setTimeout(() => response.write(`data: ${"x".repeat(1_000_000)}`), 20);
    };
    expect(textOf(await registry.execute("http.act"))).toBe("done");
    await until(() => isClosed);
    server.onCall = ({ reply }) => reply(done);
    expect(textOf(await registry.execute("http.act"))).toBe("done");
  });

  it("goes through a `fetch` that the program has put in the place of Node's", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    const { registry } = await connect("http", { url: server.url });
    await settled(() => registry.execute("http.act"), server);
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (...given: Parameters<typeof fetch>) => await fetch(...given));
    await registry.execute("http.act");
    expect(wasFetched(callsOf(server).at(-1))).toBe(true);
  });

  it("goes through the `fetch` of the config", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(done) });
    let calls = 0;
    const config = {
      url: server.url,
      fetch: async (...given: Parameters<typeof fetch>) => {
        if (JSON.stringify(given[1]?.body).includes("tools/call")) calls++;
        return await fetch(...given);
      },
    };
    const { registry } = await connect("http", config);
    await registry.execute("http.act");
    expect(calls).toBe(1);
  });
});

describe("when the stream beside the calls is not open yet", () => {
  it("calls do not overtake its request", async () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const server = await startServer({ era: "legacy", onCall: ({ reply }) => reply(done), beforeStream: () => opened });
    const { registry } = await connect("http", { url: server.url });
    await registry.execute("http.act");
    expect(wasFetched(callsOf(server).at(-1))).toBe(true);
    open();
    await settled(() => registry.execute("http.act"), server);
  });
});

describe("when a modern server's call is given up", () => {
  it("leaves the answer that is on its way", async () => {
    let isLeft = false;
    let hasCome = false;
    const server = await startServer({
      era: "modern",
      onCall: ({ response }) => {
        hasCome = true;
        response.on("close", () => (isLeft = true));
      },
    });
    const { registry } = await connect("http", { url: server.url });
    const controller = new AbortController();
    const call = registry.execute("http.act", {}, { signal: controller.signal });
    await until(() => hasCome);
    expect(wasFetched(callsOf(server).at(-1))).toBe(false);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    await until(() => isLeft);
  });
});
