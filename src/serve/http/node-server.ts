import { CallError } from "../../errors/call-error.ts";
import { TrustedProxies } from "../identity/trusted-proxies.ts";
import { LOOPBACK_NAMES } from "../../shared/loopback-names.ts";
import { originRules } from "../request/check-origin.ts";
import type { HTTPCloseOptions, HTTPListenOptions, HTTPServer } from "../request/http-service.ts";
import { clientLeft } from "../request/incoming.ts";
import { nodeHTTP } from "../request/node-http.ts";
import type { NodeHTTPServer, NodeRequest, NodeRequestListener, NodeResponse } from "../request/node-http.ts";
import { NodeIncoming } from "../request/node-incoming.ts";
import { createAnswerWriter } from "../request/node-answer.ts";
import type { Door, Router } from "./router.ts";
import type { ServeHTTPSettings } from "../request/serve-http-options.ts";

const DEFAULT_GRACE = 10_000;
/** For the answers to aborted calls. */
const ABORT_GRACE = 500;
/** Longer than proxies keep connections: one that is closed under a proxy's request is an error for its client. */
const KEEP_ALIVE = 65_000;
const LONGEST_HEADERS = 30_000;
const CHECK_INTERVAL = 10_000;
/** Bytes of a refused body that are taken and thrown away, so that its connection lives on. */
const MOST_DISCARDED = 16 * 1024 * 1024;

export async function startNodeServer(
  router: Router,
  settings: ServeHTTPSettings,
  { port = 0, host = "127.0.0.1" }: HTTPListenOptions,
): Promise<HTTPServer> {
  const own = host.includes(":") ? `[${host}]` : host;
  const door: Door = { rules: originRules(settings, [...LOOPBACK_NAMES, own]), isClosing: false };
  const proxies = new TrustedProxies(settings.trustedProxies);
  const open = new Set<NodeIncoming>();
  const { http, Buffer } = nodeHTTP();
  const write = createAnswerWriter(Buffer);

  const respond = async (incoming: NodeIncoming, request: NodeRequest, response: NodeResponse): Promise<void> => {
    try {
      const reply = await router.answer(incoming, door);
      const written = write(response, reply, { isHead: incoming.method === "HEAD", isLast: door.isClosing });
      // A route's answer may be made from the body as it comes.
      if (reply instanceof Response) await written;
      if (!request.complete) incoming.discardRest(MOST_DISCARDED);
      await written;
    } catch (error) {
      // An answer that broke off halfway can't be taken back.
      settings.onError?.(error);
      request.socket.destroy();
    }
  };

  const serve: NodeRequestListener = (request, response) => {
    const incoming = new NodeIncoming(request, response, proxies);
    open.add(incoming);
    response.once("close", () => {
      open.delete(incoming);
      // Errors are costly to make, and most clients stay.
      if (!response.writableFinished) incoming.leave(clientLeft());
    });
    void respond(incoming, request, response);
  };

  const { requestTimeout, maxBodySize } = settings;
  const server = http.createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(requestTimeout, LONGEST_HEADERS),
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: Math.min(requestTimeout, CHECK_INTERVAL),
    },
    serve,
  );
  server.on("checkContinue", (request, response) => {
    // A client that asks first is told so before it sends what nobody would read.
    if (!(Number(request.headers["content-length"]) > maxBodySize)) response.writeContinue();
    serve(request, response);
  });
  await listening(server, port, host);
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${own}:${bound}`,
    port: bound,
    server,
    clientAddress: (request) => proxies.clientOf(request),
    close(options = {}) {
      door.isClosing = true;
      return (closing ??= closeServer(server, open, options));
    },
  };
}

async function closeServer(
  server: NodeHTTPServer,
  open: ReadonlySet<NodeIncoming>,
  { graceMs = DEFAULT_GRACE }: HTTPCloseOptions,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(resolve);
  });
  server.closeIdleConnections();
  if (!(await within(closed, open.size === 0 ? 0 : graceMs, server))) {
    for (const incoming of open) incoming.leave(new CallError("ABORTED", "The server is shutting down."));
    await within(closed, open.size === 0 ? 0 : ABORT_GRACE, server);
  }
  server.closeAllConnections();
  await closed;
}

/** Whether the server has closed in time. Connections that fell idle meanwhile do not keep it. */
async function within(closed: Promise<void>, ms: number, server: NodeHTTPServer): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  try {
    return await Promise.race([closed.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
  }
}

function listening(server: NodeHTTPServer, ...where: [port: number, host: string]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    server.listen(...where);
  });
}
