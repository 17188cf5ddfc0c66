/** Clients that ask for large answers and do not read them, over every interface of a hub. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../tests/support/until.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, BOB, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 120_000 });

const start = startedHubs();
const MIB = 1024 * 1024;
/** More than the system buffers for a connection whose client does not read. */
const ANSWER = 16 * MIB;
const keys = [
  { id: "ada", key: ADA, answerTokens: "all" as const },
  { id: "bob", key: BOB, scopes: ["*"] },
];

/** Requests an answer, and reads none of it. */
type AskUnread = (hub: StartedHub, operation: string) => Promise<void>;

async function send(hub: StartedHub, head: readonly string[], body: string): Promise<void> {
  const { hostname, port } = new URL(hub.endpoints.http);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const lines = [...head, `host: ${hostname}`, `x-api-key: ${ADA}`, `content-length: ${body.length}`, "", body];
  socket.write(lines.join("\r\n"));
}

const json = "content-type: application/json";
const overHTTP: AskUnread = (hub, name) => send(hub, [`POST /demo/${name} HTTP/1.1`, json], "{}");
const overEvents: AskUnread = (hub, name) =>
  send(hub, [`POST /demo/${name} HTTP/1.1`, json, "accept: text/event-stream"], "{}");
const overMCP: AskUnread = (hub, name) => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: `demo_${name}`, arguments: {}, _meta };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const head = ["mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", `mcp-name: demo_${name}`];
  return send(hub, ["POST /mcp HTTP/1.1", json, "accept: application/json, text/event-stream", ...head], body);
};
const overWebSocket: AskUnread = async (hub, name) => {
  const socket = new WebSocket(hub.endpoints.ws ?? "", { perMessageDeflate: false, maxPayload: 64 * MIB });
  socket.on("error", () => undefined);
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  const hello = { type: "peer.hello", protocol: 1, peerId: crypto.randomUUID(), token: ADA };
  const call = { type: "call.requested", requestId: "1", operationId: `demo.${name}`, input: {} };
  socket.send(JSON.stringify([hello, call]));
  socket.pause();
  const heartbeat = setInterval(() => socket.send(JSON.stringify([{ type: "peer.heartbeat" }])), 1000);
  onTestFinished(() => clearInterval(heartbeat));
};

const interfaces: Array<[string, AskUnread]> = [
  ["HTTP", overHTTP],
  ["events", overEvents],
  ["MCP", overMCP],
  ["WebSocket", overWebSocket],
];

async function startHub(limits: Record<string, number>): Promise<StartedHub> {
  const registry = new OperationRegistry().registerAll([
    operation("large", () => "x".repeat(ANSWER)),
    operation("small", () => "small"),
  ]);
  return start({ serve: { keys, limits: { bodyBytes: 2 * ANSWER, ...limits } } }, { registry });
}

async function metric(hub: StartedHub, name: string): Promise<number> {
  const text = await (await hub.ask("/metrics", BOB)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  );
}

const cutOff = (hub: StartedHub, reason: string): Promise<number> =>
  metric(hub, `operations_connections_cut_off_total{reason="${reason}"}`);

describe.each(interfaces)("when a client does not read its answers over %s", (_name, askUnread) => {
  it("is cut off when too much waits for it, and others are served", async () => {
    const hub = await startHub({ waitingBytes: 40 * MIB, waitingBytesPerClient: 20 * MIB });
    for (let index = 0; index < 4; index++) await askUnread(hub, "large");
    await until(async () => (await cutOff(hub, "overflow")) >= 1, { what: "a connection is cut off" });
    expect(await metric(hub, "operations_waiting_bytes")).toBeLessThanOrEqual(40 * MIB);
    const answer = await hub.ask("/demo/large", BOB, { method: "POST" });
    expect((await answer.text()).length).toBe(ANSWER + 2);
  });

  it("is cut off when it reads nothing for a while", async () => {
    const hub = await startHub({ stallTimeout: 500, waitingBytes: 40 * MIB, waitingBytesPerClient: 20 * MIB });
    await askUnread(hub, "large");
    await until(async () => (await cutOff(hub, "stalled")) === 1, { what: "the connection is cut off" });
    expect(await metric(hub, "operations_waiting_bytes")).toBe(0);
    expect((await hub.ask("/demo/small", ADA, { method: "POST" })).status).toBe(200);
  });
});

describe("when a client stops in the middle of an upload", () => {
  it("is cut off over HTTP", async () => {
    const hub = await startHub({ stallTimeout: 500 });
    const { hostname, port } = new URL(hub.endpoints.http);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const lines = ["POST /demo/small HTTP/1.1", `host: ${hostname}`, `x-api-key: ${ADA}`, json, "content-length: 1000"];
    socket.write(`${lines.join("\r\n")}\r\n\r\n{"half": `);
    socket.on("error", () => undefined);
    await once(socket, "close");
    expect(await cutOff(hub, "stalled")).toBe(1);
  });

  it("is cut off when it has sent more than may wait", async () => {
    const hub = await startHub({ waitingBytesPerClient: 4 * MIB });
    const { hostname, port } = new URL(hub.endpoints.http);
    const open = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      const lines = ["POST /demo/small HTTP/1.1", `host: ${hostname}`, `x-api-key: ${ADA}`, json];
      socket.write(`${lines.join("\r\n")}\r\ncontent-length: ${ANSWER}\r\n\r\n"${"x".repeat(MIB)}`);
      socket.on("error", () => undefined);
      return socket;
    });
    await until(() => open.some(({ destroyed }) => destroyed), { what: "a connection is cut off" });
    expect(await cutOff(hub, "overflow")).toBeGreaterThanOrEqual(1);
    expect(await metric(hub, "operations_waiting_bytes")).toBeLessThanOrEqual(4 * MIB);
  });
});
