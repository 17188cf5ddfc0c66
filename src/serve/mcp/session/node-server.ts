import { LOOPBACK_NAMES } from "../../../shared/loopback-names.ts";
import { loadNodeSDK } from "../options/load-sdk.ts";
import type { AllowedNames, ListenOptions, MCPHTTPServer } from "../options/mcp-service.ts";
import { nodeHTTP } from "./node-http.ts";
import type { NodeHTTPServer } from "./node-http.ts";

export interface NodeServerNeeds {
  /** Serves a request from one of the allowed hosts and origins. */
  readonly fetch: (request: Request, allowed: AllowedNames) => Promise<Response>;
  readonly maxBodySize: number;
  readonly onError: ((error: unknown) => void) | undefined;
}

export async function startNodeServer(needs: NodeServerNeeds, options: ListenOptions): Promise<MCPHTTPServer> {
  const { port = 0, host = "127.0.0.1", path = "/mcp" } = options;
  const { fetch, maxBodySize, onError } = needs;
  const own = host.includes(":") ? `[${host}]` : host;
  const allowedHosts = options.allowedHosts ?? [...LOOPBACK_NAMES, own];
  const allowed = { allowedHosts, allowedOrigins: options.allowedOrigins ?? allowedHosts };
  const { toNodeHandler } = await loadNodeSDK();
  const handle = toNodeHandler(
    { fetch: (request) => fetch(request, allowed) },
    { maxRequestBodySize: maxBodySize, ...(onError && { onerror: onError }) },
  );
  const server = nodeHTTP().createServer((request, response) => {
    if (request.url?.split("?", 1)[0] === path) {
      handle(request, response).catch(() => response.end());
      return;
    }
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("Not found\n");
  });
  await listening(server, port, host);
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return { url: `http://${own}:${bound}${path}`, port: bound, close: () => closed(server) };
}

function listening(server: NodeHTTPServer, ...where: [port: number, host: string]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    server.listen(...where);
  });
}

function closed(server: NodeHTTPServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(resolve);
    // Streams stay open for as long as their clients like: they would never let the server end.
    server.closeAllConnections();
  });
}
