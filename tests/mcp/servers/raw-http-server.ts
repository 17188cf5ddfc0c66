/** MCP over HTTP without any SDK, in this process. */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** One request, as a test's handler sees it. */
export interface RawRequest {
  readonly message: Message;
  readonly headers: IncomingMessage["headers"];
  /** Answers with JSON. */
  readonly reply: (result: unknown) => void;
  /** Opens a stream of events instead. */
  readonly stream: () => ServerResponse;
  readonly response: ServerResponse;
}

export interface RawHttpOptions {
  readonly era: "legacy" | "modern";
  readonly tools?: readonly object[];
  /** Default: any free one. */
  readonly port?: number;
  /** While this returns true, the server answers no request and keeps it open. */
  readonly isSilent?: () => boolean;
  readonly onCall: (request: RawRequest) => void;
  /** Up to 2025-11-25: awaited before the stream of the server's own messages is opened. */
  readonly beforeStream?: () => Promise<void>;
  /** The server's capabilities, besides its tools. */
  readonly capabilities?: object;
  /** Answers other methods. */
  readonly onOther?: (request: RawRequest) => void;
}

export interface RawHttpServer {
  readonly url: string;
  /** Every message that arrived, with its token. */
  readonly received: Array<{ method: string; authorization: string | undefined; headers: IncomingMessage["headers"] }>;
  /** The ids after which streams were resumed. */
  readonly resumed: unknown[];
  /** Answers calls from now on. */
  onCall: (request: RawRequest) => void;
  /** Ends the sessions, as a restart would. */
  forgetSessions(): void;
  /** Sends a notification to all listeners. */
  notify(method: string): void;
  setTools(tools: readonly object[]): void;
  connections(): Promise<number>;
  close(): Promise<void>;
}

const anyTool = { name: "act", inputSchema: { type: "object" } };

export async function startRawHttp(options: RawHttpOptions): Promise<RawHttpServer> {
  const received: RawHttpServer["received"] = [];
  const sessions = new Set<string>();
  const listeners = new Set<ServerResponse>();
  const resumed: unknown[] = [];
  let tools = options.tools ?? [anyTool];
  let nextSession = 1;

  const results: Record<string, (message: Message, response: ServerResponse) => unknown> = {
    initialize: (message, response) => {
      const session = `session-${nextSession++}`;
      sessions.add(session);
      response.setHeader("mcp-session-id", session);
      return {
        protocolVersion: message.params?.["protocolVersion"],
        capabilities: { tools: { listChanged: true }, ...options.capabilities },
        serverInfo: { name: "raw-http", version: "1.0.0" },
      };
    },
    "server/discover": () => ({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: true }, ...options.capabilities },
      ttlMs: 0,
      cacheScope: "private",
    }),
    ping: () => ({}),
    "tools/list": () => ({ resultType: "complete", tools, ttlMs: 0, cacheScope: "private" }),
  };

  async function onPost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = JSON.parse(await textOf(request)) as Message;
    const { authorization } = request.headers;
    received.push({ method: message.method, authorization, headers: request.headers });
    const isFirst = message.method === "initialize" || message.method === "server/discover";
    const isLegacy = options.era === "legacy";
    if (isLegacy && message.method === "server/discover") return end(response, 400);
    if (!isLegacy && message.method === "initialize") return end(response, 400);
    if (isLegacy && !isFirst && !sessions.has(String(request.headers["mcp-session-id"]))) return end(response, 404);
    if (message.id === undefined) return end(response, 202);
    const reply = (result: unknown): void => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    };
    const stream = (): ServerResponse => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      return response;
    };
    if (message.method === "subscriptions/listen") return listen(message, stream());
    if (message.method === "tools/call")
      return running.onCall({ message, headers: request.headers, reply, stream, response });
    const known = results[message.method];
    if (known !== undefined || options.onOther === undefined) return reply(known?.(message, response));
    return options.onOther({ message, headers: request.headers, reply, stream, response });
  }

  async function onGet(response: ServerResponse): Promise<void> {
    await options.beforeStream?.();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    addListener(response);
  }

  function listen(message: Message, response: ServerResponse): void {
    const _meta = { "io.modelcontextprotocol/subscriptionId": message.id };
    const params = { _meta, notifications: { toolsListChanged: true } };
    sendEvent(response, { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params });
    addListener(response);
  }

  function addListener(response: ServerResponse): void {
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
  }

  const server = createServer((request, response) => {
    if (options.isSilent?.() === true) return;
    const { "last-event-id": last } = request.headers;
    if (last !== undefined) resumed.push(last);
    if (request.method === "POST") void onPost(request, response);
    else if (request.method === "GET" && options.era === "legacy") void onGet(response);
    else end(response, request.method === "DELETE" ? 200 : 405);
  });
  // By default, the server closes idle connections after five seconds. After a pause of the machine, it would close them
  // while requests are on their way.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const running: RawHttpServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    resumed,
    onCall: options.onCall,
    forgetSessions: () => sessions.clear(),
    notify: (method) => listeners.forEach((response) => sendEvent(response, { jsonrpc: "2.0", method })),
    setTools: (next) => {
      tools = next;
    },
    connections: async () => await countConnections(server),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return running;
}

export function sendEvent(response: ServerResponse, message: object): void {
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status);
  response.end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function countConnections(server: Server): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
