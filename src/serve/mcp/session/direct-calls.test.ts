import { afterEach, describe, expect, it, vi } from "vitest";
import { Type } from "typebox";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { defineOperation } from "../../../operation/define-operation.ts";
import { until } from "../../../../tests/support/until.ts";
import { askingFor } from "../asking-client.test-support.ts";
import { add, allOperations, ERAS, registryOf, traced, waiting } from "../fixtures.test-support.ts";
import type { Era } from "../fixtures.test-support.ts";
import type { MCPService } from "../options/mcp-service.ts";
import { serveMCP } from "../serve-mcp.ts";
import { plainCallOf } from "./direct-calls.ts";

type Members = Readonly<Record<string, unknown>>;

const needy = defineOperation({
  ...add,
  name: "needy",
  metadata: { mcp: { requiredClientCapabilities: { sampling: {} } } },
});

const asking = askingFor("asking", {
  mode: "form",
  message: "Sure?",
  requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } },
});

const services: MCPService[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const service of services.splice(0)) await service.close();
});

function serve(operations = [...allOperations, traced, needy, asking]): MCPService {
  const service = serveMCP(registryOf(operations));
  services.push(service);
  return service;
}

const initialize = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
};

interface Exchange {
  readonly status: number;
  readonly type: string | null;
  readonly answer: unknown;
}

/** Sends raw messages of one era over HTTP. */
async function overHTTP(
  service: MCPService,
  era: Era,
  capabilities: Members = {},
): Promise<(message: Members, more?: HeadersInit) => Promise<Exchange>> {
  const post = (body: unknown, headers: Record<string, string>): Promise<Response> =>
    service.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify(body),
      }),
    );
  let session: Record<string, string> = {};
  if (era === "legacy") {
    const begun = await post({ ...initialize, params: { ...initialize.params, capabilities } }, {});
    await begun.text();
    session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-11-25" };
  }
  return async (message, more = {}) => {
    const params = message["params"] as Members;
    const isModern = era === "modern";
    const sent = isModern
      ? { ...message, params: { ...params, _meta: { ...envelopeOf(capabilities), ...(params["_meta"] as Members) } } }
      : message;
    const headers = isModern
      ? { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": String(params["name"]) }
      : session;
    const response = await post(sent, { ...headers, ...(more as Record<string, string>) });
    const text = await response.text();
    const type = response.headers.get("content-type");
    const events = text.split("\n").filter((line) => line.startsWith("data: {"));
    const json = type === "text/event-stream" ? events.at(-1)?.slice(6) : text;
    return { status: response.status, type, answer: json === undefined || json === "" ? undefined : JSON.parse(json) };
  };
}

function envelopeOf(capabilities: Members): Members {
  return {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  };
}

const calls: ReadonlyArray<readonly [string, Members]> = [
  ["a result", { name: "test_add", arguments: { a: 1, b: 2 } }],
  ["a result that is not an object", { name: "test_shout", arguments: { input: "hi" } }],
  ["a result without data", { name: "test_nothing", arguments: {} }],
  ["a result without arguments", { name: "test_nothing" }],
  ["a declared error", { name: "test_fails", arguments: { how: "declared" } }],
  ["an unexpected error", { name: "test_fails", arguments: { how: "badly" } }],
  ["refused arguments", { name: "test_add", arguments: { a: "one" } }],
  ["arguments that are not an object", { name: "test_add", arguments: [1, 2] }],
  ["a proxied result", { name: "test_proxied", arguments: { exotic: true } }],
  ["a proxied error", { name: "test_proxied", arguments: { isError: true } }],
  ["the items of a stream", { name: "test_count", arguments: { to: 3 } }],
  ["no such tool", { name: "test_missing", arguments: {} }],
  ["no access", { name: "test_secret", arguments: {} }],
  ["a capability that the client lacks", { name: "test_needy", arguments: { a: 1, b: 2 } }],
  ["a client without questions", { name: "test_asking", arguments: {} }],
];

describe.each(ERAS)("a plain call of the %s era", (era) => {
  it.each(calls)("gets the same answer as through the SDK: %s", async (_, params) => {
    const send = await overHTTP(serve(), era);
    const message = { jsonrpc: "2.0", id: 7, method: "tools/call", params };
    const direct = await send(message);
    // Only the SDK sends progress.
    const handled = await send({ ...message, params: { ...params, _meta: { progressToken: "p" } } });
    expect(direct.answer).toEqual(handled.answer);
    expect(direct.status).toBe(handled.status);
    expect(direct.type).toBe("application/json");
  });

  it("passes on the trace of its client", async () => {
    const send = await overHTTP(serve(), era);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { answer } = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "test_traced", _meta: { traceparent } },
    });
    expect(answer).toMatchObject({ result: { structuredContent: { traceparent } } });
  });

  it("becomes a stream of events when its answer takes long", async () => {
    let finish: ((value: string) => void) | undefined;
    const slow = defineOperation({
      ...add,
      name: "slow",
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    });
    const send = await overHTTP(serve([slow]), era);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pending = send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_slow", arguments: {} } });
    await vi.waitUntil(() => finish !== undefined);
    await vi.advanceTimersByTimeAsync(25_000);
    finish?.("at last");
    const { type, answer } = await pending;
    expect(type).toBe("text/event-stream");
    expect(answer).toMatchObject({ id: 1, result: { content: [{ text: "at last" }] } });
  });
});

describe("a plain call in a session", () => {
  it("is cancelled by a notification, and has no answer", async () => {
    const { operation, entered, aborted } = waiting();
    const send = await overHTTP(serve([operation]), "legacy");
    const pending = send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_wait", arguments: {} } });
    await entered;
    const cancelled = await send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await aborted;
    expect(cancelled.status).toBe(202);
    expect(await pending).toMatchObject({ status: 202, answer: undefined });
  });

  it("goes through the SDK if its client accepts questions", async () => {
    const send = await overHTTP(serve(), "legacy", { elicitation: {} });
    const { type } = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "test_add", arguments: { a: 1, b: 2 } },
    });
    expect(type).toBe("text/event-stream");
  });

  it("ends with the service", async () => {
    const { operation, entered, aborted } = waiting();
    const service = serve([operation]);
    const send = await overHTTP(service, "legacy");
    const pending = send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_wait", arguments: {} } });
    await entered;
    await service.close();
    await aborted;
    expect((await pending).answer).toBeUndefined();
  });
});

describe("a plain call of revision 2026-07-28", () => {
  it("gets questions as its answer, if its client accepts them", async () => {
    const send = await overHTTP(serve(), "modern", { elicitation: { form: {} } });
    const { answer } = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "test_asking", arguments: {} },
    });
    expect(answer).toMatchObject({
      result: { resultType: "input_required", requestState: expect.any(String) as string },
    });
  });

  it.each([
    ["names another tool", { "mcp-name": "test_other" }],
    ["names another method", { "mcp-method": "tools/list" }],
    ["names another revision", { "mcp-protocol-version": "2025-11-25" }],
  ])("is refused if its header %s", async (_, header) => {
    const send = await overHTTP(serve(), "modern");
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "test_add", arguments: { a: 1, b: 2 } },
    };
    // Headers that were right once are remembered.
    expect((await send(message)).status).toBe(200);
    expect((await send(message, header)).status).toBe(400);
  });

  it("is refused if its description of itself is wrong", async () => {
    const send = await overHTTP(serve(), "modern");
    const _meta = { "io.modelcontextprotocol/clientCapabilities": "all" };
    const { status } = await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_add", _meta } });
    expect(status).toBe(400);
  });

  it("ends when its client leaves", async () => {
    const { operation, entered, aborted } = waiting();
    const service = serve([operation]);
    const leave = new AbortController();
    const params = { name: "test_wait", arguments: {}, _meta: envelopeOf({}) };
    const pending = service.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        signal: leave.signal,
        headers: {
          "content-type": "application/json",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "test_wait",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      }),
    );
    await entered;
    leave.abort();
    await aborted;
    expect((await pending).status).toBe(499);
  });
});

describe("a plain call on a connection", () => {
  it.each(ERAS)("is answered, can be cancelled, and ends with the connection, in the %s era", async (era) => {
    const { operation, entered, aborted } = waiting();
    const service = serve([operation, add]);
    const [near, far] = InMemoryTransport.createLinkedPair();
    const connection = await service.connect({ transport: far });
    const received: JSONRPCMessage[] = [];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
    near.onmessage = (message) => received.push(message);
    await near.start();
    const meta = era === "modern" ? { _meta: envelopeOf({}) } : {};
    const call = (id: number, name: string, given: Members): Promise<void> =>
      near.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given, ...meta } });
    if (era === "legacy") await near.send(initialize as JSONRPCMessage);
    else await call(0, "test_add", { a: 0, b: 0 });
    await until(() => received.length === 1);
    await call(1, "test_wait", {});
    await entered;
    await call(2, "test_add", { a: 1, b: 2 });
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ id: 2, result: { structuredContent: { sum: 3 } } });
    await near.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await aborted;
    await connection.close();
    expect(received).toHaveLength(2);
  });
});

describe("plainCallOf", () => {
  const plain = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_add" } };

  it("accepts a call as the SDK's clients send it", () => {
    expect(plainCallOf(plain)).toBe(plain);
  });

  it.each<[string, unknown]>([
    ["a batch", [plain]],
    ["another method", { ...plain, method: "tools/list" }],
    ["another version of JSON-RPC", { ...plain, jsonrpc: "1.0" }],
    ["no id", { jsonrpc: "2.0", method: "tools/call", params: {} }],
    ["an id that is not an integer", { ...plain, id: 1.5 }],
    ["an extra member", { ...plain, extra: true }],
    ["params that are a list", { ...plain, params: [] }],
    ["a task", { ...plain, params: { name: "x", task: {} } }],
    ["answers to questions", { ...plain, params: { name: "x", requestState: "s" } }],
    ["progress", { ...plain, params: { name: "x", _meta: { progressToken: 1 } } }],
    ["nothing", null],
  ])("leaves a call to the SDK if it has %s", (_, message) => {
    expect(plainCallOf(message)).toBeUndefined();
  });
});
