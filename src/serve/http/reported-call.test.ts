import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { until } from "../../../tests/support/until.ts";
import { post, servedUntilAfter, WAYS } from "./fixtures.test-support.ts";
import type { Served } from "./fixtures.test-support.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

const events = { accept: "text/event-stream" };

type Handler = (input: unknown, context: OperationContext) => Promise<unknown>;

describe.each(WAYS)("served by %s, when a call is requested as events", (way) => {
  const startService = servedUntilAfter(way);
  const start = async (handler: Handler, options?: ServeHTTPOptions): Promise<Served> => {
    const one = await startService(options);
    one.registry.registerHandler("demo.echo", handler, { replace: true });
    return one;
  };
  const callAs = async (handler: Handler, headers = {}): Promise<string> => {
    const { send } = await start(handler);
    const response = await send("/demo/echo", post(1, { ...events, ...headers }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    return await response.text();
  };

  it("sends progress while it runs, and at last the result", async () => {
    const gate = openableGate();
    const { send } = await start(async (_input, { onProgress }) => {
      onProgress?.({ progress: 1, total: 2, message: "one\nof two" });
      await gate.opened;
      return { sum: 3 };
    });
    const response = await send("/demo/echo", post(1, { ...events, "operation-request-id": "mine-1" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("operation-request-id")).toBe("mine-1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const read = reader(response);
    expect(await read()).toBe('event: progress\ndata: {"progress":1,"total":2,"message":"one\\nof two"}\n\n');
    gate.open();
    expect(await read()).toBe('id: ~end\nevent: result\ndata: {"sum":3}\n\n');
    expect(await read()).toBeUndefined();
  });

  it("sends the log messages that the client requests, and omits those that are not JSON or too many", async () => {
    const handler: Handler = async (_input, { callerLog }) => {
      const circular: Record<string, unknown> = {};
      circular["self"] = circular;
      callerLog?.write({ level: "debug", data: "unwanted" });
      callerLog?.write({ level: "error", data: circular });
      callerLog?.write({ level: "error", data: "x".repeat(70_000) });
      for (let index = 0; index < 150; index++) callerLog?.write({ level: "info", data: { index }, logger: "shop" });
      return callerLog?.level ?? "none";
    };
    const text = await callAs(handler, { "operation-log": "info" });
    const logged = text.match(/event: log\n.*/g) ?? [];
    expect(logged).toHaveLength(100);
    expect(logged[0]).toBe('event: log\ndata: {"level":"info","data":{"index":0},"logger":"shop"}');
    expect(text.endsWith('event: result\ndata: "info"\n\n')).toBe(true);
    expect(await callAs(handler)).toBe('id: ~end\nevent: result\ndata: "none"\n\n');
    expect(await callAs(handler, { "operation-log": "loud" })).toBe('id: ~end\nevent: result\ndata: "none"\n\n');
  });

  it("works without progress, and accepts a QUERY by GET", async () => {
    const { send } = await start(async () => 1);
    const response = await send("/demo/add?a=1&b=2", { headers: events });
    expect(await response.text()).toBe('id: ~end\nevent: result\ndata: {"sum":3}\n\n');
    const head = await send("/demo/add?a=1&b=2", { method: "HEAD", headers: events });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/json"]);
  });

  it.each([
    ["no data", undefined, "", undefined],
    ["null", null, "null", null],
    ["bytes", { deep: [new Uint8Array([0, 255])] }, '{"deep":[{"$bytes":"AP8="}]}', { deep: [{ $bytes: "AP8=" }] }],
    ["line breaks", "a\r\nb\n\ndata: c", String.raw`"a\r\nb\n\ndata: c"`, "a\r\nb\n\ndata: c"],
  ])("writes %s as the plain answer would", async (_what, result, text, data) => {
    expect(await callAs(async () => result)).toBe(`id: ~end\nevent: result\ndata: ${text}\n\n`);
    const whole = await callAs(async () => result, { "operation-answer": "envelope" });
    const envelope = JSON.parse(/^id: ~end\nevent: result\ndata: (.*)\n\n$/.exec(whole)?.[1] ?? "") as object;
    expect(envelope).toMatchObject({ meta: { source: "local", operationId: "demo.echo" } });
    expect((envelope as { data?: unknown }).data).toEqual(data);
  });

  it("sends the latest of many reports, always the last one, and none that JSON cannot express", async () => {
    const text = await callAs(async (_input, { onProgress }) => {
      for (let progress = 1; progress <= 1000; progress++) {
        onProgress?.({ progress, total: Infinity, message: "x".repeat(10_000) });
        await Promise.resolve();
      }
      onProgress?.({ progress: NaN });
      return "done";
    });
    const told = [...text.matchAll(/^event: progress\ndata: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ""));
    expect(told.length).toBeLessThan(1000);
    expect(told.at(-1)).toEqual({ progress: 1000, message: "x".repeat(4096) });
    expect(text.endsWith('id: ~end\nevent: result\ndata: "done"\n\n')).toBe(true);
  });

  it("answers an immediate failure with its status, like every call", async () => {
    const { send } = await start(async () => {
      throw new CallError("EXECUTION_ERROR", "It went wrong.");
    });
    for (const [path, input, status] of [
      ["/demo/echo", 1, 500],
      ["/demo/add", { a: "x" }, 400],
      ["/demo/secret", {}, 401],
      ["/demo/nothing", {}, 404],
      ["/demo/fail", "declared", 418],
    ] as const) {
      const response = await send(path, post(input, events));
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  it("sends a later failure as an event, with the same problem", async () => {
    const told: unknown[] = [];
    const { send } = await start(
      async (_input, { onProgress }) => {
        onProgress?.({ progress: 1 });
        throw new Error("internal: hunter2");
      },
      { onError: (error) => told.push(error) },
    );
    const text = await (await send("/demo/echo", post(1, events))).text();
    expect(text).toMatch(/^event: progress\n.*\n\nid: ~end\nevent: error\ndata: \{.*"code":"EXECUTION_ERROR".*\}\n\n$/);
    expect(text).not.toContain("hunter2");
    expect(told).toEqual([new Error("internal: hunter2")]);
  });

  it("sends an event for a result that is too large or not JSON", async () => {
    const { send } = await start(async (input) => (input === 1 ? "x".repeat(200) : 1n), { maxResponseSize: 100 });
    const large = await (await send("/demo/echo", post(1, events))).text();
    expect(large).toMatch(/^id: ~end\nevent: error\ndata: \{.*"code":"PAYLOAD_TOO_LARGE".*\}\n\n$/);
    const odd = await (await send("/demo/echo", post(2, events))).text();
    expect(odd).toMatch(/^id: ~end\nevent: error\ndata: \{.*"code":"OUTPUT_INVALID".*\}\n\n$/);
  });

  it("ends at the caller's time limit, and at the server's own", async () => {
    for (const [options, headers] of [
      [{}, { "operation-timeout-ms": "500" }],
      [{ callTimeout: 500 }, { "operation-timeout-ms": "90000" }],
    ] as const) {
      const { send } = await start(waiting(), options);
      const text = await (await send("/demo/echo", post(1, { ...events, ...headers }))).text();
      expect(text).toMatch(/^event: progress\n.*\n\nevent: error\ndata: \{.*"code":"TIMEOUT".*\}\n\n$/);
    }
  });

  it("counts as a call while it runs, and aborts the handler of a client that leaves", async () => {
    const contexts: OperationContext[] = [];
    const { send } = await start(waiting(contexts), { maxConcurrentCalls: 1 });
    const response = await send("/demo/echo", post(1, events));
    const body = response.body?.getReader();
    await body?.read();
    expect((await send("/demo/add", post({ a: 1, b: 1 }, events))).status).toBe(503);
    await body?.cancel();
    await until(() => contexts[0]?.signal.aborted === true);
    expect(contexts[0]?.signal.reason).toMatchObject({ code: "ABORTED" });
    await expect.poll(async () => (await send("/demo/add", post({ a: 1, b: 1 }))).status).toBe(200);
  });

  it("gets keep-alives, and an error when the server shuts down", async () => {
    const { send, service } = await start(waiting(), { keepAlive: 20 });
    const read = reader(await send("/demo/echo", post(1, events)));
    expect(await read()).toMatch(/^event: progress/);
    expect(await read()).toBe(": keep-alive\n\n");
    const closed = service.close({ graceMs: 0 });
    let last = await read();
    while (last === ": keep-alive\n\n") last = await read();
    expect(last).toMatch(/^event: error\ndata: \{.*"code":"CONNECTION_LOST".*\}\n\n$/);
    expect(await read()).toBeUndefined();
    await closed;
  });

  it.each(["*/*", "application/json", "application/json, text/event-stream", "text/event-stream;q=0.1, */*"])(
    "gets a plain answer when JSON is accepted as well: %s",
    async (accept) => {
      const { send } = await start(async (_input, { onProgress }) => ({ reports: onProgress !== undefined }));
      const response = await send("/demo/echo", post(1, { accept }));
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.text()).toBe('{"reports":false}');
    },
  );

  describe("by a client that accepts JSON too", () => {
    const both = { accept: "text/event-stream, application/json;q=0.9" };

    it("gets a plain answer if there is no progress", async () => {
      const { send } = await start(async () => ({ done: true }));
      const response = await send("/demo/echo", post(1, both));
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.text()).toBe('{"done":true}');
    });

    it("gets no body if there is no data", async () => {
      const { send } = await start(async () => undefined);
      expect(await send("/demo/echo", post(1, both))).toMatchObject({ status: 204 });
    });

    it("gets events if there is progress", async () => {
      const { send } = await start(async (_input, { onProgress }) => onProgress?.({ progress: 1 }));
      const response = await send("/demo/echo", post(1, both));
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(await response.text()).toMatch(/^event: progress[^]*event: result/);
    });
  });
});

/** Reports once, and continues until it is aborted. */
function waiting(contexts: OperationContext[] = []): Handler {
  return async (_input, context) => {
    contexts.push(context);
    context.onProgress?.({ progress: 1 });
    return await new Promise((_resolve, reject) => {
      context.signal.addEventListener("abort", () => reject(context.signal.reason as Error));
    });
  };
}

function openableGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Reads a body event by event. */
function reader(response: Response): () => Promise<string | undefined> {
  const body = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  return async () => {
    for (;;) {
      const end = text.indexOf("\n\n") + 2;
      if (end > 1) {
        const event = text.slice(0, end);
        text = text.slice(end);
        return event;
      }
      const { done, value } = await body.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  };
}
