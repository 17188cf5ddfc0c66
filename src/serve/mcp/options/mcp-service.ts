/** The result of `serveMCP`. It is in a separate file, so that its types need none of the SDK's. */
import type { Identity } from "../../../operation/access-control.ts";
import type { HTTPListenOptions, HTTPRequestInfo, HTTPRoute, HTTPServer } from "../../request/http-service.ts";

/** Where to listen. */
export interface MCPListenOptions extends HTTPListenOptions {
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
}

/** Which client to serve on its own connection. */
export interface ConnectOptions {
  /** A transport of the MCP SDK. Default: the standard input and output of the process. */
  readonly transport?: object | undefined;
  /** Who calls. Default: the service's `identity`. */
  readonly identity?: Identity | undefined;
}

/** One client on its own connection. */
export interface MCPConnection {
  /** Resolves when the connection has ended, whichever side ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A registry as an MCP server. All of these can be used at once. */
export interface MCPService {
  /** Answers one HTTP request, at any path: for Bun, Deno, workers, and frameworks with web-standard requests. */
  fetch(request: Request, info?: HTTPRequestInfo): Promise<Response>;
  /** A route for the `routes` of `serveHTTP`, which then checks the requests. Default: `/mcp`. */
  route(path?: string): HTTPRoute;
  /** Starts an HTTP server (Node, Bun, Deno). Its `url` is where clients connect. */
  listen(options?: MCPListenOptions): Promise<HTTPServer>;
  /** Serves one client on standard input and output, or on a transport of the MCP SDK. */
  connect(options?: ConnectOptions): Promise<MCPConnection>;
  /** How many resources clients watch. Each is a running call that only listens. */
  readonly watches: number;
  /**
   * Ends the streams that only report changes. Calls are still answered: for a server that waits for them before it
   * closes.
   */
  endListening(): void;
  /**
   * Refuses further calls, and waits for those that run. After the grace it ends them: each client gets
   * `CONNECTION_LOST` as the result of its call.
   */
  drain(graceMs: number): Promise<void>;
  /** Ends everything that it started: servers, connections, sessions, and the calls in them. */
  close(): Promise<void>;
}
