import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { describe, expect, it, vi } from "vitest";

import { callAt, contextOf, deferred, failureOf, useServers } from "../../../../tests/support/http-calls.ts";
import { CallError } from "../../../errors/call-error.ts";
import { retry } from "../../../middleware/retry.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { subscribe } from "../../../registry/subscribe.ts";
import { waitingDeadlines } from "../../../shared/time/deadline-timer.ts";
import { FromOpenAPI } from "../import-openapi.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";

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

function hang(reached: () => void): () => Promise<never> {
  return () => {
    reached();
    return new Promise(() => undefined);
  };
}

/** Answers at once, with a body that ends only when the request does. */
function hangInBody(reached: () => void): NonNullable<HTTPServiceConfig["fetch"]> {
  return async (_url, { signal }) => {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
      pull: reached,
    };
    // Requests nothing before the caller reads.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

function registryFor(config: Partial<HTTPServiceConfig>): OperationRegistry {
  const content = { "text/event-stream": {} };
  const paths = {
    "/slow": { get: { operationId: "slow" } },
    "/stream": { get: { operationId: "stream", responses: { 200: { content } } } },
  };
  const document = { openapi: "3.1.0", servers: [{ url: "https://pets.example" }], paths };
  const registry = new OperationRegistry();
  registry.registerAll(FromOpenAPI(document, { namespace: "test", ...config }));
  return registry;
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
    // The beginning of the response must arrive within it, even on a busy machine.
    const error = await failureOf(callAt(server.origin, { config: { timeout: 4000 } }));
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

  it("ends when the caller aborts, with the caller's reason", async () => {
    const server = await startSilent();
    const controller = new AbortController();
    const failure = failureOf(callAt(server.origin, { context: { signal: controller.signal } }));
    await server.requested;
    controller.abort(new CallError("ABORTED", "Enough."));
    expect(await failure).toMatchObject({ code: "ABORTED", message: "Enough.", phase: "unknown" });
    await server.closed;
  });

  it("sends nothing for a caller that has already aborted", async () => {
    const server = await startSilent();
    const error = await failureOf(callAt(server.origin, { context: { signal: AbortSignal.abort() } }));
    expect(error).toMatchObject({ code: "ABORTED", phase: "notStarted" });
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect(await failureOf(callAt(server.origin, { context: { signal: late } }))).toMatchObject({ code: "TIMEOUT" });
  });

  it("ends at the deadline of a call through a registry, and leaves no timer", async () => {
    const server = await startSilent();
    const registry = registryFor({ baseUrl: server.origin });
    const before = waitingDeadlines();
    const error = await failureOf(registry.execute("test.slow", {}, { deadline: Date.now() + 1500 }));
    expect(error).toMatchObject({ code: "TIMEOUT" });
    expect(waitingDeadlines()).toBe(before);
    await server.closed;
  });

  it.each([
    ["while a token is awaited", "notStarted", (reached) => ({ auth: { type: "bearer", token: hang(reached) } })],
    ["while no answer comes", "unknown", (reached) => ({ fetch: hang(reached) })],
    ["while the body is read", "started", (reached) => ({ fetch: hangInBody(reached) })],
  ] satisfies [string, string, (reached: () => void) => Partial<HTTPServiceConfig>][])(
    "gives a call that ends in the registry %s the phase %s",
    async (_when, phase, config) => {
      for (const operation of ["execute", "subscribe"] as const) {
        const controller = new AbortController();
        const reached = deferred();
        const registry = registryFor(config(reached.resolve));
        const context = { signal: controller.signal };
        const failure = failureOf(
          operation === "execute"
            ? registry.execute("test.slow", {}, context)
            : subscribe(registry, "test.stream", {}, context)[Symbol.asyncIterator]().next(),
        );
        await reached.promise;
        controller.abort(new DOMException("late", "TimeoutError"));
        expect(await failure).toMatchObject({ code: "TIMEOUT", phase });
      }
    },
  );

  it("keeps the furthest phase of all attempts", async () => {
    const reached = deferred();
    const controller = new AbortController();
    const fetch = vi
      .fn<() => Promise<Response>>()
      .mockResolvedValueOnce(new Response("", { status: 503 }))
      .mockImplementation(hang(reached.resolve));
    const registry = registryFor({ fetch });
    registry.use(retry({ initialDelay: 1 }));
    const failure = failureOf(registry.execute("test.slow", {}, { signal: controller.signal }));
    await reached.promise;
    controller.abort();
    expect(await failure).toMatchObject({ code: "ABORTED", phase: "started" });
  });

  it("sends nothing after a function of the config has failed, whatever phase its error names", async () => {
    const token = () => {
      throw new CallError("EXECUTION_ERROR", "The vault is closed.", undefined, { phase: "started" });
    };
    const error = await failureOf(callAt("https://pets.example", { config: { auth: { type: "bearer", token } } }));
    expect(error).toMatchObject({ message: "The vault is closed.", phase: "notStarted" });
  });
});

describe("when the connection fails", () => {
  it("knows that nothing ran if no connection was established", async () => {
    for (const origin of [await closedOrigin(), "http://nobody.invalid"]) {
      const error = await failureOf(callAt(origin));
      expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted", retryable: true });
      expect(error.message).toMatch(/failed: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/);
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
