import { describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { post, servedUntilAfter, WAYS } from "./fixtures.test-support.ts";

describe.each(WAYS)("served by %s", (way) => {
  const start = servedUntilAfter(way);

  describe("when an operation is called", () => {
    it("answers with the data as JSON, and a request id", async () => {
      const { send } = await start();
      const response = await send("/demo/add", post({ a: 1, b: 2 }));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("operation-request-id")).toMatch(/^\w+-\w+$/);
      expect(await response.json()).toEqual({ sum: 3 });
    });

    it("accepts a QUERY by GET: as JSON, or as flat parameters with the schema's types", async () => {
      const { send } = await start();
      const whole = await send(`/demo/add?input=${encodeURIComponent('{"a":1,"b":4}')}`);
      expect(await whole.json()).toEqual({ sum: 5 });
      const query = 'count=3&on=true&tags=a&sizes=1&sizes=2&text=5&nested={"x":1}&__proto__=x';
      const flat = await send(`/demo/typed?${query}`);
      const expected = '{"count":3,"on":true,"tags":["a"],"sizes":[1,2],"text":"5","nested":{"x":1},"__proto__":"x"}';
      expect(await flat.text()).toBe(expected);
    });

    it("treats no body as no input, and answers no data with 204", async () => {
      const { send } = await start();
      const response = await send("/demo/echo", { method: "POST" });
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(await (await send("/demo/typed", { method: "POST" })).json()).toEqual({});
    });

    it("carries bytes both ways, and null as null", async () => {
      const { send } = await start();
      const bytes = { deep: [{ $bytes: "AP8=" }] };
      expect(await (await send("/demo/echo", post(bytes))).json()).toEqual(bytes);
      expect(await (await send("/demo/echo", post(null))).json()).toBeNull();
    });

    it("sends the whole envelope to a client that asks for it", async () => {
      const { send } = await start();
      const response = await send("/demo/add", post({ a: 1, b: 2 }, { "operation-answer": "envelope" }));
      expect(await response.json()).toMatchObject({
        data: { sum: 3 },
        meta: { source: "local", operationId: "demo.add" },
      });
    });

    it("answers HEAD like GET, without the data", async () => {
      const { send } = await start();
      const response = await send("/demo/add?a=1&b=2", { method: "HEAD" });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    });

    it("forbids caches to keep answers", async () => {
      const { send } = await start();
      const kept = async (init: RequestInit): Promise<string | null> =>
        (await send("/demo/add?a=1&b=2", init)).headers.get("cache-control");
      expect([await kept({}), await kept({ method: "HEAD" })]).toEqual(["no-store", "no-store"]);
    });

    it("gives the handler the caller's request id, trace, time limit and identity", async () => {
      const { send } = await start({ identity: { id: "ada", scopes: [] } });
      const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
      const headers = {
        "operation-request-id": "mine-1",
        "operation-timeout-ms": "5000",
        traceparent,
        tracestate: "x=1",
      };
      const response = await send("/demo/context", { headers });
      expect(response.headers.get("operation-request-id")).toBe("mine-1");
      expect(await response.json()).toEqual({
        requestId: "mine-1",
        identity: { id: "ada", scopes: [] },
        hasDeadline: true,
        trace: { traceparent, tracestate: "x=1" },
      });
    });

    it("ignores a request id that could do harm in a header or a log", async () => {
      const { send } = await start();
      const response = await send("/demo/context", { headers: { "operation-request-id": 'a"b<c>' } });
      expect(response.headers.get("operation-request-id")).toMatch(/^\w+-\w+$/);
    });
  });

  describe("when a call fails", () => {
    it.each([
      ["input that does not fit", "/demo/add", { a: "x" }, 400, "VALIDATION_ERROR"],
      ["an unknown operation", "/demo/nothing", {}, 404, "OPERATION_NOT_FOUND"],
      ["a declared error, with its own status", "/demo/fail", "declared", 418, "NO_TEA"],
      ["an error in words", "/demo/fail", "worded", 500, "EXECUTION_ERROR"],
      ["no identity where one is required", "/demo/secret", {}, 401, "UNAUTHENTICATED"],
    ])("answers %s as problem details", async (_what, path, input, status, code) => {
      const { send } = await start();
      const response = await send(path, post(input));
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      const problem = (await response.json()) as object;
      expect(problem).toMatchObject({ type: "about:blank", status, code });
      expect(response.status).toBe(status);
    });

    it("shows details of declared errors only, and no message of an exception", async () => {
      const told: unknown[] = [];
      const { send } = await start({ onError: (error, place) => told.push(error, place) });
      const declared = await (await send("/demo/fail", post("declared"))).json();
      expect(declared).toMatchObject({ detail: "There is no tea.", details: { pot: "empty" } });
      const texts = await Promise.all(
        ["worded", "other"].map(async (input) =>
          (await send("/demo/fail", post(input, { "operation-request-id": "r-1" }))).text(),
        ),
      );
      expect(texts.join(" ")).not.toMatch(/hunter2|at .*\.ts/);
      expect(told).toEqual([new Error("internal: hunter2"), { operation: "demo.fail", requestId: "r-1" }]);
    });

    it("answers with an error for a result that is not JSON, or too large", async () => {
      const { send, registry } = await start({ maxResponseSize: 100 });
      const large = await send("/demo/echo", post("x".repeat(200)));
      expect(large.status).toBe(413);
      const deep: unknown[] = [];
      for (let levels = 0, inner = deep; levels < 100_000; levels++) inner.push((inner = []));
      for (const [result, why] of [
        [1n, "it holds a bigint"],
        [deep, "it contains itself, or is nested too deep"],
      ] as const) {
        registry.registerHandler("demo.echo", async () => result, { replace: true });
        const response = await send("/demo/echo", post(1));
        expect(response.status).toBe(502);
        expect(await response.json()).toMatchObject({
          code: "OUTPUT_INVALID",
          phase: "started",
          detail: `The result can't be written as JSON: ${why}.`,
        });
      }
    });

    it("ends the call at the caller's time limit, and at the server's own", async () => {
      const { send, witness } = await start({ callTimeout: 10_000 });
      const response = await send("/demo/wait", post(1, { "operation-timeout-ms": "300" }));
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([504, "TIMEOUT"]);
      const limited = await start({ callTimeout: 300 });
      expect((await limited.send("/demo/wait", post(1, { "operation-timeout-ms": "90000" }))).status).toBe(504);
      expect([witness.aborted, limited.witness.aborted]).toEqual([1, 1]);
    });

    it("refuses calls beyond its limit, and accepts them again afterwards", async () => {
      const { send, witness } = await start({ maxConcurrentCalls: 1 });
      const leaving = new AbortController();
      const first = send("/demo/wait", { ...post(1), signal: leaving.signal }).catch((error: unknown) => error);
      await until(() => witness.contexts.length === 1);
      const refused = await send("/demo/add", post({ a: 1, b: 1 }));
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      leaving.abort();
      await first;
      await until(() => witness.aborted === 1);
      await until(() => true);
      expect((await send("/demo/add", post({ a: 1, b: 1 }))).status).toBe(200);
    });
  });

  describe("when a client leaves", () => {
    it("aborts the handler of its call", async () => {
      const { send, witness } = await start();
      const leaving = new AbortController();
      const call = send("/demo/wait", { ...post(1), signal: leaving.signal }).catch(() => undefined);
      await until(() => witness.contexts.length === 1);
      leaving.abort();
      await until(() => witness.aborted === 1);
      expect(witness.contexts[0]?.signal.reason).toMatchObject({ code: "ABORTED" });
      await call;
    });

    it("aborts the handler of its stream", async () => {
      const { send, witness } = await start({ keepAlive: 20 });
      const response = await send("/demo/quiet", post(1));
      const reader = response.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(": keep-alive\n\n");
      await reader?.cancel();
      await until(() => witness.aborted === 1);
    });
  });

  describe("when a SUBSCRIPTION is called", () => {
    it("streams events, and says when it is complete", async () => {
      const { send } = await start();
      const response = await send("/demo/count", post({ to: 2 }));
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(await response.text()).toBe("data: 1\n\ndata: 2\n\nid: ~end\nevent: complete\ndata: {}\n\n");
      expect((await send("/demo/count?to=1")).status).toBe(200);
    });

    it("sends an error in the middle as an event", async () => {
      const { send } = await start();
      const text = await (await send("/demo/count", post({ to: 3, failAt: 2 }))).text();
      expect(text).toMatch(/^data: 1\n\nid: ~end\nevent: error\ndata: \{.*"code":"EXECUTION_ERROR".*\}\n\n$/);
    });

    it("answers with a status if something fails before the stream begins", async () => {
      const { send } = await start();
      expect((await send("/demo/count", post({ to: "x" }))).status).toBe(400);
      expect((await send("/demo/count", post({ to: 1, failAt: 1 }))).status).toBe(500);
    });

    it("sends envelopes to a client that asks for them", async () => {
      const { send } = await start();
      const text = await (await send("/demo/count", post({ to: 1 }, { "operation-answer": "envelope" }))).text();
      expect(text).toMatch(/^data: \{"data":1,"meta":\{"source":"local"/);
    });

    it("produces no more items than a slow client reads", async () => {
      const { send, witness } = await start();
      const response = await send("/demo/count", post({ to: 10_000, size: 100_000 }));
      const reader = response.body?.getReader();
      await reader?.read();
      let before = -1;
      while (before !== witness.produced) {
        before = witness.produced;
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
      // A gigabyte in all; buffers of sockets hold a few megabytes.
      expect(witness.produced).toBeLessThan(500);
      await reader?.cancel();
      await until(() => witness.aborted === 1);
    });
  });
});
