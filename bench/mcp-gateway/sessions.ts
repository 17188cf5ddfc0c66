/** Sends calls to a gateway: requests as text on plain sockets, because an SDK client would cost more. */
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { KeepAliveConnection, post } from "../hub/client.ts";
import type { Gateway, Speech } from "./gateways.ts";

export interface CallSession {
  /** Opens the connections. They close between rounds, because servers end idle connections. */
  connect(): Promise<void>;
  disconnect(): void;
  /** Makes a call on one of the connections, and returns the text of the answer. */
  call(connection: number, args: object): Promise<string>;
  close(): void;
}

interface Opening {
  readonly gateway: Gateway;
  readonly url: URL;
  readonly connections: number;
}

const client = { name: "bench", version: "1.0.0" };

export async function openSession(speech: Speech, opening: Opening): Promise<CallSession> {
  return speech === "sse" ? await openSse(opening) : await openStreamable(speech, opening);
}

async function openStreamable(revision: Speech, { gateway, url, connections }: Opening): Promise<CallSession> {
  const isModern = revision === "2026-07-28";
  const headers = ["accept: application/json, text/event-stream", `mcp-protocol-version: ${revision}`];
  if (gateway.key !== undefined) headers.push(`authorization: Bearer ${gateway.key}`);
  if (isModern) headers.push("mcp-method: tools/call", `mcp-name: ${gateway.tool}`);
  else headers.push(`mcp-session-id: ${await initialize(url, revision, gateway.key)}`);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": client,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const open = new Connections(url, connections);
  let id = 100;
  return {
    connect: () => open.open(),
    disconnect: () => open.close(),
    async call(connection, args) {
      const params = { name: gateway.tool, arguments: args, ...(isModern && { _meta }) };
      const body = JSON.stringify({ jsonrpc: "2.0", id: id++, method: "tools/call", params });
      const answer = await open.at(connection).send(post({ path: url.pathname, body, headers }));
      if (answer.status !== 200) throw new Error(`${gateway.name} answered ${answer.status}: ${answer.body}`);
      return answer.body;
    },
    close: () => open.close(),
  };
}

async function initialize(url: URL, protocolVersion: string, key = ""): Promise<string> {
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    authorization: `Bearer ${key}`,
  };
  const params = { protocolVersion, capabilities: {}, clientInfo: client };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const response = await fetch(url, { method: "POST", headers, body });
  const id = response.headers.get("mcp-session-id");
  const text = await response.text();
  if (id === null) throw new Error(`no session: ${response.status} ${text}`);
  const told = await fetch(url, {
    method: "POST",
    headers: { ...headers, "mcp-session-id": id, "mcp-protocol-version": protocolVersion },
    body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
  });
  await told.text();
  return id;
}

/** HTTP+SSE: clients post requests, and all answers arrive on one stream. */
async function openSse({ gateway, url, connections }: Opening): Promise<CallSession> {
  const waiting = new Map<number, (text: string) => void>();
  let onEndpoint: (path: string) => void;
  const endpoint = new Promise<string>((resolve) => (onEndpoint = resolve));
  const stream = await openStream(url);
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1] ?? "";
      if (event.startsWith("event: endpoint")) onEndpoint(data);
      else if (data !== "") waiting.get((JSON.parse(data) as { id: number }).id)?.(data);
    }
  });
  const path = await endpoint;
  const open = new Connections(url, connections);
  await open.open();
  let last = 0;
  const ask = async (connection: number, method: string, params: object): Promise<string> => {
    const id = ++last;
    const answered = new Promise<string>((resolve) => waiting.set(id, resolve));
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    await open.at(connection).send(post({ path, body }));
    const text = await answered;
    waiting.delete(id);
    return text;
  };
  await ask(0, "initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: client });
  const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  await open.at(0).send(post({ path, body: initialized }));
  // The gateway may be ready before the server behind it is.
  while (!(await ask(0, "tools/list", {})).includes(gateway.tool)) await sleep(200);
  open.close();
  return {
    connect: () => open.open(),
    disconnect: () => open.close(),
    call: (connection, args) => ask(connection, "tools/call", { name: gateway.tool, arguments: args }),
    close: () => {
      stream.destroy();
      open.close();
    },
  };
}

async function openStream(url: URL): Promise<IncomingMessage> {
  for (;;) {
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { accept: "text/event-stream" } }, resolve).on("error", reject);
    });
    if (stream.statusCode === 200) return stream;
    stream.destroy();
    await sleep(200);
  }
}

class Connections {
  readonly #url: URL;
  readonly #count: number;
  #open: KeepAliveConnection[] = [];

  constructor(url: URL, count: number) {
    this.#url = url;
    this.#count = count;
  }

  at(index: number): KeepAliveConnection {
    return this.#open[index] as KeepAliveConnection;
  }

  async open(): Promise<void> {
    this.#open = await Promise.all(Array.from({ length: this.#count }, () => KeepAliveConnection.open(this.#url.href)));
  }

  close(): void {
    for (const connection of this.#open.splice(0)) connection.close();
  }
}
