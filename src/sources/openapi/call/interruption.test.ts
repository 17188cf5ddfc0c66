import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { Type } from "typebox";
import { describe, expect, it } from "vitest";

import { callAt, contextOf, deferred, failureOf, shapeOf, useServers } from "../../../../tests/support/http-calls.ts";
import { CallError } from "../../../errors/call-error.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { waitingDeadlines } from "../../../shared/deadline-timer.ts";
import { createCallHandler } from "./http-handler.ts";
import { createUpstream } from "../request/upstream.ts";

const servers = useServers();

/** Never answers. Resolves when a request arrives, and when its connection is closed. */
async function startSilent(beginning = "") {
  const requested = deferred();
  const closed = deferred();
  const server = await servers.start((_request, response) => {
    response.on("close", closed.resolve);
    if (beginning !== "") response.writeHead(200, { "content-type": "application/json" }).write(beginning);
    requested.resolve();
  });
  return { origin: server.origin, requested: requested.promise, closed: closed.promise };
}

/** An address at which no server listens any more. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe("when the server does not answer", () => {
  it("ends at the timeout, and closes the request", async () => {
    const server = await startSilent();
    const error = await failureOf(callAt(server.origin, { config: { timeout: 1000 }, shape: { path: "/slow" } }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "unknown", retryable: true });
    expect(error.message).toMatch(/^GET http.*\/slow was not answered within 1000 ms\.$/);
    await server.closed;
  });

  it("ends at the timeout in the middle of a response, and knows that the operation has run", async () => {
    const server = await startSilent('{"a":');
    const error = await failureOf(callAt(server.origin, { config: { timeout: 1000 } }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "started" });
    await server.closed;
  });

  it.each([
    ["its answer", () => new Promise<Response>(() => undefined), "unknown"],
    ["its body", async () => new Response(new ReadableStream({})), "started"],
  ])("ends at the timeout even if a custom `fetch` ignores the signal for %s", async (_, fetch, phase) => {
    const error = await failureOf(callAt("https://pets.example", { config: { timeout: 300, fetch } }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase });
  });

  it("ends when the caller gives up, with the caller's reason", async () => {
    const server = await startSilent();
    const controller = new AbortController();
    const failure = failureOf(callAt(server.origin, { context: { signal: controller.signal } }));
    await server.requested;
    controller.abort(new CallError("ABORTED", "Enough."));
    expect(await failure).toMatchObject({ code: "ABORTED", message: "Enough.", phase: "unknown" });
    await server.closed;
  });

  it("sends nothing for a caller that has already gone", async () => {
    const server = await startSilent();
    const error = await failureOf(callAt(server.origin, { context: { signal: AbortSignal.abort() } }));
    expect(error).toMatchObject({ code: "ABORTED", phase: "notStarted" });
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect(await failureOf(callAt(server.origin, { context: { signal: late } }))).toMatchObject({ code: "TIMEOUT" });
  });

  it("ends at the deadline of a call through a registry, and leaves no timer", async () => {
    const server = await startSilent();
    const registry = new OperationRegistry();
    registry.register({
      name: "slow",
      namespace: "test",
      version: "1.0.0",
      description: "Never answers",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      accessControl: { requiredScopes: [] },
      handler: createCallHandler(
        { ...shapeOf(), stream: undefined },
        createUpstream({ namespace: "test", baseUrl: server.origin }),
      ),
    });
    const before = waitingDeadlines();
    const error = await failureOf(registry.execute("test.slow", {}, { deadline: Date.now() + 1500 }));
    expect(error).toMatchObject({ code: "TIMEOUT" });
    expect(waitingDeadlines()).toBe(before);
    await server.closed;
  });
});

describe("when the connection fails", () => {
  it("knows that nothing ran if no connection was established", async () => {
    for (const origin of [await closedOrigin(), "http://nobody.invalid"]) {
      const error = await failureOf(callAt(origin));
      expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted", retryable: true });
      expect(error.message).toMatch(/failed: (ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/);
    }
  });

  it("does not know whether the operation ran if the connection was reset before a response", async () => {
    const server = await servers.start((_request, response) => void response.socket?.destroy());
    const error = await failureOf(callAt(server.origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "unknown", retryable: true });
  });

  it("reports a custom `fetch` that throws", async () => {
    const config = { fetch: () => Promise.reject(new Error("offline")) };
    const error = await failureOf(callAt("https://api.example.com", { config }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "unknown" });
    expect(error.message).toContain("offline");
  });
});

describe("when a call is over", () => {
  it("leaves no listener on the caller's signal", async () => {
    const server = await servers.start((_request, response) => void response.end());
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = new Proxy(signal, {
      get(target, name) {
        if (name === "addEventListener" || name === "removeEventListener") {
          const step = name === "addEventListener" ? 1 : -1;
          return (...parameters: Parameters<AbortSignal["addEventListener"]>) => {
            listeners += step;
            target[name](...parameters);
          };
        }
        return Reflect.get(target, name, target) as unknown;
      },
    });
    await callAt(server.origin, { context: contextOf({ signal: counted }) });
    expect(listeners).toBe(0);
  });
});
