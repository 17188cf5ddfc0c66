import type { ServerResponse } from "node:http";

import { Type } from "typebox";
import { describe, expect, it, vi } from "vitest";

import {
  contextOf,
  deferred,
  failureOf,
  sendJSON,
  shapeOf,
  streamAt,
  useServers,
} from "../../../../tests/support/http-calls.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { subscribe } from "../../../registry/subscribe.ts";
import type { OperationWarning } from "../../../registry/call/warnings.ts";
import { FromOpenAPI } from "../import-openapi.ts";
import { createStreamHandler } from "./http-handler.ts";
import { createUpstream } from "../request/upstream.ts";

const servers = useServers();
const eventsOperation = {
  operationId: "events",
  responses: { 200: { description: "", content: { "text/event-stream": {} } } },
};
const begin = (response: ServerResponse, type = "text/event-stream") =>
  response.writeHead(200, { "content-type": type });

async function collect(stream: AsyncIterable<ResponseEnvelope>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const { data } of stream) items.push(data);
  return items;
}

/** Reads until the stream fails, and keeps the items before the failure. */
async function collectAndFail(stream: AsyncIterable<ResponseEnvelope>) {
  const items: unknown[] = [];
  const error = await failureOf(
    (async () => {
      for await (const { data } of stream) items.push(data);
    })(),
  );
  return { items, error };
}

describe("when an operation answers with events", () => {
  it("yields each in an envelope, with type and id in the meta", async () => {
    const server = await servers.start((_request, response) => {
      begin(response).end('id: 1\nevent: add\ndata: {"n":1}\n\ndata: plain\n\n');
    });
    const items: ResponseEnvelope[] = [];
    for await (const item of streamAt(server.origin)) items.push(item);
    const meta = { source: "http", statusCode: 200, contentType: "text/event-stream" };
    expect(items).toMatchObject([
      { data: { n: 1 }, meta: { ...meta, event: "add", lastEventId: "1" } },
      { data: "plain", meta: { ...meta, event: "message", lastEventId: "1" } },
    ]);
    expect(server.seen[0]?.headers.accept).toBe("text/event-stream");
  });

  it.each([
    [undefined, ["12", { a: 1 }, "{oops"]],
    [true, [12, { a: 1 }, "{oops"]],
    [false, ["12", '{"a":1}', "{oops"]],
  ])("parses JSON as the document says (%s), and keeps other data as text", async (jsonItems, expected) => {
    const server = await servers.start((_request, response) => {
      begin(response).end('data: 12\n\ndata: {"a":1}\n\ndata: {oops\n\n');
    });
    expect(await collect(streamAt(server.origin, { shape: { jsonItems } }))).toEqual(expected);
  });

  it("sends a body with POST, and ends at [DONE]", async () => {
    const server = await servers.start(
      (_request, response) => void begin(response).write("data: {}\n\ndata: [DONE]\n\n"),
    );
    const body = { required: true, contents: [{ mediaType: "application/json" }] };
    const stream = streamAt(server.origin, {
      shape: { method: "POST", body, jsonItems: true },
      input: { body: { stream: true } },
    });
    expect(await collect(stream)).toEqual([{}]);
    expect(server.seen[0]?.body.toString()).toBe('{"stream":true}');
  });

  it("is empty for 204", async () => {
    const server = await servers.start((_request, response) => void response.writeHead(204).end());
    expect(await collect(streamAt(server.origin))).toEqual([]);
  });

  it("reads JSON Lines in the same way", async () => {
    const server = await servers.start(
      (_request, response) => void begin(response, "application/x-ndjson").end('{"a":1}\n[2]\noops\n'),
    );
    expect(await collect(streamAt(server.origin, { shape: { stream: "jsonl" } }))).toEqual([{ a: 1 }, [2], "oops"]);
    expect(server.seen[0]?.headers.accept).toBe("application/jsonl, application/x-ndjson");
  });

  it("lives longer than the timeout, once it has begun", async () => {
    const server = await servers.start((_request, response) => {
      begin(response).write("data: 1\n\n");
      setTimeout(() => response.end("data: 2\n\n"), 5000);
    });
    expect(await collect(streamAt(server.origin, { config: { timeout: 4000 } }))).toEqual(["1", "2"]);
  });

  it("reports status and content type of a response that is not a stream", async () => {
    const server = await servers.start((_request, response) => sendJSON(response, { choices: [] }));
    const { error } = await collectAndFail(streamAt(server.origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", details: { status: 200, contentType: "application/json" } });
    expect(error.message).toContain("which is not a stream");
  });

  it("fails with an error status", async () => {
    const server = await servers.start((_request, response) => sendJSON(response, { message: "no" }, 403));
    const { error } = await collectAndFail(streamAt(server.origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", details: { status: 403, body: { message: "no" } } });
  });
});

async function startEndless() {
  const closed = deferred();
  const server = await servers.start((_request, response) => {
    response.on("close", closed.resolve);
    begin(response).write("data: 1\n\n");
  });
  return { origin: server.origin, closed: closed.promise };
}

describe("when a stream is stopped", () => {
  it("closes the connection at once when the consumer leaves", async () => {
    const server = await startEndless();
    for await (const item of streamAt(server.origin)) {
      expect(item.data).toBe("1");
      break;
    }
    await server.closed;
  });

  it("closes the connection when the caller's signal fires, even while it waits", async () => {
    const server = await startEndless();
    const controller = new AbortController();
    const stream = streamAt(server.origin, { context: { signal: controller.signal } });
    await stream.next();
    const waiting = failureOf(stream.next());
    controller.abort();
    expect(await waiting).toMatchObject({ code: "ABORTED", phase: "started" });
    await server.closed;
  });

  it("works through a registry's subscribe", async () => {
    const server = await startEndless();
    const registry = new OperationRegistry();
    registry.register({
      name: "ticks",
      namespace: "test",
      version: "1.0.0",
      description: "Never ends",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      accessControl: { requiredScopes: [] },
      handler: createStreamHandler(
        { ...shapeOf(), stream: "sse" },
        createUpstream({ namespace: "test", baseUrl: server.origin }),
      ),
    });
    const stream = subscribe(registry, "test.ticks", {});
    expect((await stream.next()).value).toMatchObject({ data: "1", meta: { source: "http" } });
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await server.closed;
  });
});

describe("when a stream has lines that are no fields of an event", () => {
  const text = ': comment\ngarbage line\nfoo: bar\ndata\nid: 1\nretry: 5\nevent: x\ndata: a\n\n{"json":1}\n\n';

  it("skips them, and warns once per stream with the operation's id", async () => {
    const server = await servers.start((_request, response) => void begin(response).end(text));
    const warnings: OperationWarning[] = [];
    const registry = new OperationRegistry({ onWarning: (warning) => void warnings.push(warning) });
    const document = { openapi: "3.1.0", paths: { "/events": { get: eventsOperation } } };
    registry.registerAll(FromOpenAPI(document, { namespace: "test", baseUrl: server.origin }));
    for (let streams = 1; streams <= 2; streams++) {
      const items: unknown[] = [];
      for await (const { data } of subscribe(registry, "test.events", {})) items.push(data);
      expect(items).toEqual(["\na"]);
      expect(warnings).toHaveLength(streams);
    }
    expect(warnings[0]).toMatchObject({
      kind: "malformed-line",
      operationId: "test.events",
      message: expect.stringContaining('"garbage line"') as string,
    });
  });

  it("warns on the console if there is no registry", async () => {
    const server = await servers.start((_request, response) => void begin(response).end(text));
    const console = vi.spyOn(globalThis.console, "warn").mockImplementation(() => undefined);
    expect(await collect(streamAt(server.origin))).toEqual(["\na"]);
    expect(console.mock.calls).toEqual([[expect.stringContaining('"garbage line"')]]);
    console.mockRestore();
  });
});

const cutAfter = (text: string) => (response: ServerResponse) => {
  begin(response).write(text, () => setImmediate(() => response.destroy()));
};

describe("when a stream is cut", () => {
  it("ends with STREAM_GAP after the items that arrived", async () => {
    const server = await servers.start((_request, response) => cutAfter("id: 1\ndata: a\n\ndata: b")(response));
    const { items, error } = await collectAndFail(streamAt(server.origin));
    expect(items).toEqual(["a"]);
    expect(error).toMatchObject({ code: "STREAM_GAP", phase: "started" });
    expect(server.seen).toHaveLength(1);
  });

  it("ends with STREAM_GAP if it ends in the middle of an event", async () => {
    const server = await servers.start((_request, response) => void begin(response).end("data: a\n\ndata: b"));
    expect((await collectAndFail(streamAt(server.origin))).error.code).toBe("STREAM_GAP");
  });

  it("resumes after the last id if the config says so", async () => {
    const server = await servers.start((request, response) => {
      const last = Number(request.headers["last-event-id"] ?? 0);
      if (last >= 4) begin(response).end("id: é5\ndata: 5\n\n");
      else
        cutAfter(`retry: 1\nid: ${last + 1}\ndata: ${last + 1}\n\nid: ${last + 2}\ndata: ${last + 2}\n\ndata: x`)(
          response,
        );
    });
    const stream = streamAt(server.origin, { config: { reconnect: { minDelay: 0 } } });
    expect(await collect(stream)).toEqual(["1", "2", "3", "4", "5"]);
    expect(server.seen.map((request) => request.headers["last-event-id"])).toEqual([undefined, "2", "4"]);
  });

  it("resumes after an id that came without data", async () => {
    const server = await servers.start((request, response) => {
      if (request.headers["last-event-id"] === undefined) cutAfter("id: 7\ndata: 7\n\nid: 9\n\ndata: x")(response);
      else begin(response).end("data: last\n\n");
    });
    const config = { reconnect: { minDelay: 1 } };
    expect(await collect(streamAt(server.origin, { config }))).toEqual(["7", "last"]);
    expect(server.seen[1]?.headers["last-event-id"]).toBe("9");
  });

  it("resumes after the same event behind a redirect to another origin", async () => {
    const other = await servers.start((request, response) => {
      if (request.headers["last-event-id"] === undefined) cutAfter("id: 7\ndata: 7\n\n")(response);
      else begin(response).end("id: 8\ndata: 8\n\n");
    });
    const server = await servers.start((_request, response) => {
      response.writeHead(307, { location: `${other.origin}/events` }).end();
    });
    const config = { reconnect: { minDelay: 0 }, auth: { type: "bearer" as const, token: "s3cret" } };
    expect(await collect(streamAt(server.origin, { config }))).toEqual(["7", "8"]);
    expect(other.seen.map(({ headers }) => [headers["last-event-id"], headers.authorization])).toEqual([
      [undefined, undefined],
      ["7", undefined],
    ]);
  });

  it("tolerates retryable errors, and ends when the server has no more events", async () => {
    const answers = [
      cutAfter("id: ☃\ndata: 1\n\n"),
      (response: ServerResponse) => void response.socket?.destroy(),
      (response: ServerResponse) => void response.writeHead(503, { "retry-after": "0" }).end(),
      (response: ServerResponse) => void response.writeHead(204).end(),
    ];
    const server = await servers.start((_request, response) => answers.shift()?.(response));
    expect(await collect(streamAt(server.origin, { config: { reconnect: { minDelay: 0, maxDelay: 5 } } }))).toEqual([
      "1",
    ]);
    const ids = server.seen.map((request) => request.headers["last-event-id"]);
    expect(Buffer.from(String(ids[3]), "latin1").toString()).toBe("☃");
  });

  it("gives up after the configured attempts, and at once on a permanent error", async () => {
    let attempts = 0;
    const down = await servers.start((_request, response) => {
      attempts += 1;
      if (attempts === 1) cutAfter("id: 9\ndata: 1\n\n")(response);
      else response.writeHead(503).end();
    });
    const config = { reconnect: { maxAttempts: 3, minDelay: 0, maxDelay: 1 } };
    const { items, error } = await collectAndFail(streamAt(down.origin, { config }));
    expect(items).toEqual(["1"]);
    expect(error).toMatchObject({ code: "STREAM_GAP", details: { lastEventId: "9" } });
    expect(attempts).toBe(4);

    attempts = 0;
    const gone = await servers.start((_request, response) => {
      attempts += 1;
      if (attempts === 1) cutAfter("id: 9\ndata: 1\n\n")(response);
      else response.writeHead(410).end();
    });
    expect((await collectAndFail(streamAt(gone.origin, { config }))).error).toMatchObject({ details: { status: 410 } });
  });

  it.each([
    ["there was no id", { shape: {}, text: "data: 1\n\n" }],
    ["it was a POST", { shape: { method: "POST" }, text: "id: 1\ndata: 1\n\n" }],
  ])("does not resume if %s", async (_why, { shape, text }) => {
    const server = await servers.start((_request, response) => cutAfter(text)(response));
    const { error } = await collectAndFail(streamAt(server.origin, { shape, config: { reconnect: true } }));
    expect(error.code).toBe("STREAM_GAP");
    expect(server.seen).toHaveLength(1);
  });

  it("stops waiting when the caller aborts", async () => {
    const server = await servers.start((_request, response) => cutAfter("id: 1\ndata: 1\n\n")(response));
    const controller = new AbortController();
    const stream = streamAt(server.origin, {
      config: { reconnect: true },
      context: contextOf({ signal: controller.signal }),
    });
    await stream.next();
    const waiting = failureOf(stream.next());
    setTimeout(() => controller.abort(new Error("enough")), 50);
    expect(await waiting).toMatchObject({ code: "ABORTED" });
    expect(server.seen).toHaveLength(1);
  });
});

describe("when a stream is too large", () => {
  it("stops a line that never ends, and closes the connection", async () => {
    const closed = deferred();
    const server = await servers.start((_request, response) => {
      response.on("close", closed.resolve);
      begin(response);
      const write = (): void =>
        void (response.destroyed || response.write("x".repeat(10_000), () => setImmediate(write)));
      write();
    });
    for (const stream of ["sse", "jsonl"] as const) {
      const config = { limits: { eventSize: 100_000 } };
      const { error } = await collectAndFail(streamAt(server.origin, { shape: { stream }, config }));
      expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { limit: 100_000 } });
    }
    await closed.promise;
  });

  it("is read no faster than it is consumed", async () => {
    let sent = 0;
    const server = await servers.start((_request, response) => {
      begin(response);
      const event = `data: ${"x".repeat(10_000)}\n\n`;
      const write = (): void => {
        if (response.destroyed) return;
        sent += 1;
        if (response.write(event)) setImmediate(write);
        else response.once("drain", write);
      };
      write();
    });
    const stream = streamAt(server.origin);
    await stream.next();
    // Once the buffers between them are full, the server can send no more.
    for (let before = -1; before !== sent;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(sent * 10_000).toBeLessThan(64 * 2 ** 20);
    await stream.return(undefined);
  });
});
