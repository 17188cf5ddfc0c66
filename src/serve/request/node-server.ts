import { CallError } from "../../errors/call-error.ts";
import { RENEW_AFTER, renewedSet } from "../../shared/renewed-map.ts";
import { roomInTurn } from "../../shared/time/turns.ts";
import { endsWithin } from "../../shared/time/wait.ts";
import { TrustedProxies } from "../identity/trusted-proxies.ts";
import type { HTTPCloseOptions, HTTPListenOptions, HTTPServer, TLSOptions } from "./http-service.ts";
import { clientLeft } from "./incoming.ts";
import type { AnyReply } from "./incoming.ts";
import { hostToConnectTo, listenOn, nodeHTTP } from "./node-http.ts";
import type {
  NodeHTTPServer,
  NodeRequest,
  NodeRequestListener,
  NodeResponse,
  NodeSocket,
  SecureContextOptions,
  WritingSocket,
} from "./node-http.ts";
import { NodeIncoming } from "./node-incoming.ts";
import type { NodeIncomingDeps } from "./node-incoming.ts";
import { LONGEST_TEXT, writeStream } from "./node-reply.ts";
import type { OriginRules } from "./origin-rules.ts";
import type { EntryPoint, RequestHandler } from "./request-handler.ts";
import type { Waiting, WaitingBytes } from "./waiting-bytes.ts";

const DEFAULT_GRACE = 10_000;
/** Milliseconds for the replies to aborted calls. */
const ABORT_GRACE = 500;
/** Longer than proxies keep connections: closing one under a proxy's request is an error for its client. */
const KEEP_ALIVE = 65_000;
const LONGEST_HEADERS = 30_000;
const CHECK_INTERVAL = 10_000;
/** Bytes of a refused body that are read and discarded, so that its connection can be used again. */
const MOST_DISCARDED = 16 * 1024 * 1024;
/** Requests that may wait on one connection behind the one that is being answered. */
const MOST_AHEAD = 100;

/** Starts an HTTP server of Node whose requests the handler answers. */
export async function startNodeServer(
  handler: RequestHandler,
  rules: OriginRules,
  { port = 0, host = "127.0.0.1", tls }: HTTPListenOptions,
): Promise<HTTPServer> {
  const { trustedProxies, requestTimeout, maxBodySize, onError, onCallTimes } = handler.settings;
  const entry: EntryPoint = { rules, isClosing: false };
  const proxies = new TrustedProxies(trustedProxies);
  let open = new Set<NodeIncoming>();
  let ended = 0;
  const { http, Buffer } = nodeHTTP(tls !== undefined);
  const { waiting } = handler.limits.clients;
  const shared: NodeIncomingDeps = { proxies, waiting };

  const respond = async (incoming: NodeIncoming, request: NodeRequest, response: NodeResponse): Promise<void> => {
    try {
      const reply = await handler.answer(incoming, entry);
      const isHead = incoming.method === "HEAD";
      let written: Promise<void> | undefined;
      if (reply instanceof Response || reply.stream !== undefined) {
        const readsAhead = incoming.readsAhead === true;
        const watch = (): Waiting => incoming.watchReply(isOneBody(reply));
        written = writeStream(response, reply, { isHead, isLast: entry.isClosing, readsAhead, watch });
        // A route may make its response from the body as it comes.
        if (reply instanceof Response) await written;
      } else if (!response.destroyed) {
        const { headers, body: text } = reply;
        const body = typeof text === "string" && text.length > LONGEST_TEXT ? Buffer.from(text) : text;
        if (body !== undefined) {
          const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
          headers.push("content-length", String(length));
        }
        if (entry.isClosing) headers.push("connection", "close");
        response.writeHead(reply.status, headers);
        response.end(isHead ? undefined : body);
        if (incoming.clock !== undefined) onCallTimes?.(incoming.clock.times());
        if (response.writableLength > 0) incoming.watchReply(true).look();
      }
      if (!request.complete) incoming.discardRest(MOST_DISCARDED);
      if (written !== undefined) await written;
    } catch (error) {
      // A reply that broke off halfway can't be taken back.
      onError?.(error);
      request.socket.destroy();
    }
  };

  const ahead: RequestsAhead = new Map();
  const serve: NodeRequestListener = (request, response) => {
    // Node gives a response its connection when the answers before it have left.
    if (response.socket === null) return keepAhead(ahead, { request, response, waiting });
    const incoming = new NodeIncoming(request, response, shared);
    if (onCallTimes !== undefined) incoming.arrivedAt = performance.now();
    open.add(incoming);
    response.once("close", () => {
      open.delete(incoming);
      if (++ended > RENEW_AFTER + open.size) {
        ended = 0;
        open = renewedSet(open);
      }
      // Made only if the client has left: errors are costly to make.
      if (!response.writableFinished) incoming.leave(clientLeft());
      if (ahead.size > 0) serveNext(ahead, request.socket, serve);
    });
    const room = roomInTurn(open.size);
    if (room === undefined) void respond(incoming, request, response);
    else void room.then(() => respond(incoming, request, response));
  };

  const server = http.createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(requestTimeout, LONGEST_HEADERS),
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: Math.min(requestTimeout, CHECK_INTERVAL),
      joinDuplicateHeaders: true,
      ...(tls === undefined ? {} : secureOptions(tls)),
    },
    serve,
  );
  server.on(tls === undefined ? "connection" : "secureConnection", writeAnswersAtOnce);
  server.on("checkContinue", (request, response) => {
    // A client that asks first is refused before it sends what no code would read.
    if (!(Number(request.headers["content-length"]) > maxBodySize)) response.writeContinue();
    serve(request, response);
  });
  const bound = await listenOn(server, port, host);
  let closing: Promise<void> | undefined;
  return {
    url: `${tls === undefined ? "http" : "https"}://${hostToConnectTo(host)}:${bound}`,
    port: bound,
    server,
    clientAddress: (request) => proxies.clientOf(request),
    setCertificate(next) {
      if (tls === undefined) throw new CallError("PROTOCOL_ERROR", "This server has no TLS: start it with `tls`.");
      server.setSecureContext?.(secureContext(next));
    },
    close(options = {}) {
      entry.isClosing = true;
      return (closing ??= closeServer(server, () => open, options));
    },
  };
}

/**
 * Makes a connection write a short answer as one text. Node ends every answer with an empty chunk, so that it leaves as
 * a list, and for a list Node allocates three bytes for each character. See ADR 57.
 */
export function writeAnswersAtOnce(socket: WritingSocket): void {
  // Other runtimes may have neither.
  if (typeof socket._writev === "function" && typeof socket._write === "function") socket._writev = writeAtOnce;
}

const writeAtOnce: NonNullable<WritingSocket["_writev"]> = function (this: WritingSocket, chunks, done) {
  const [first, last] = chunks;
  if (chunks.length === 2 && last?.chunk === "" && first !== undefined) {
    this._write?.(first.chunk, first.encoding, done);
    return;
  }
  (Object.getPrototypeOf(this) as WritingSocket)._writev?.call(this, chunks, done);
};

function secureContext({ cert, key, clientCa }: TLSOptions): SecureContextOptions {
  return { cert, key, ...(clientCa !== undefined && { ca: clientCa }) };
}

function secureOptions(tls: TLSOptions) {
  const needsCertificate = tls.clientCa !== undefined;
  return {
    ...secureContext(tls),
    requestCert: needsCertificate,
    rejectUnauthorized: needsCertificate,
    handshakeTimeout: LONGEST_HEADERS,
  };
}

/**
 * Requests that clients send before they have the answers to earlier ones. Those of one connection run one after
 * another: while a client reads no answer, no second one is made for it.
 */
type RequestsAhead = Map<NodeSocket, RequestAhead[]>;

interface RequestAhead {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly waiting: WaitingBytes;
}

/** Keeps a request until the answers before it have left. */
function keepAhead(ahead: RequestsAhead, one: RequestAhead): void {
  const { socket } = one.request;
  // Node continues to read what has arrived on an ended connection.
  if (socket.destroyed === true) return;
  const queue = ahead.get(socket);
  if (queue === undefined) return void ahead.set(socket, [one]);
  if (queue.push(one) <= MOST_AHEAD) return;
  ahead.delete(socket);
  one.waiting.cutOff.overflow++;
  socket.destroy();
}

/** An answer has left, or its connection is gone: serves the next request of the connection, if it still can be. */
function serveNext(ahead: RequestsAhead, socket: NodeSocket, serve: NodeRequestListener): void {
  const queue = ahead.get(socket);
  const next = queue?.shift();
  if (queue === undefined || next === undefined) return;
  const isOver = socket.destroyed === true || next.response.socket === null;
  if (isOver || queue.length === 0) ahead.delete(socket);
  if (!isOver) serve(next.request, next.response);
}

/** Whether nothing is added to the reply once it is written: it is not a stream of events. */
function isOneBody(reply: AnyReply): boolean {
  return reply instanceof Response && reply.headers.get("content-type")?.startsWith("text/event-stream") !== true;
}

async function closeServer(
  server: NodeHTTPServer,
  open: () => ReadonlySet<NodeIncoming>,
  { graceMs = DEFAULT_GRACE, until }: HTTPCloseOptions,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(resolve);
  });
  // Connections that fall idle meanwhile must not keep the server open.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  server.closeIdleConnections();
  if (!(await endsWithin(closed, open().size === 0 ? 0 : graceMs))) {
    await until?.catch(() => undefined);
    for (const incoming of open()) incoming.leave(new CallError("CONNECTION_LOST", "The server is shutting down."));
    await endsWithin(closed, open().size === 0 ? 0 : ABORT_GRACE);
  }
  clearInterval(sweep);
  server.closeAllConnections();
  await closed;
}
