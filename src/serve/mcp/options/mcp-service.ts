/** What `serveMCP` returns. In a file of its own, so that its types need none of the SDK's. */
import type { Identity } from "../../../operation/access-control.ts";
import type { OnCredentialEnd } from "../../identity/credential-watch.ts";

/** Names without ports; IPv6 addresses in brackets. */
export interface AllowedNames {
  /** The hosts by which the server may be addressed. `listen`: those of this machine by default; `fetch`: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The hosts whose web pages may send requests. `listen`: `allowedHosts` by default; `fetch`: the request's own. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** How one request of `fetch` is served. */
export interface MCPFetchOptions extends AllowedNames {
  /** Who sends it, where that is known already: `authenticate` is not asked. */
  readonly identity?: Identity | undefined;
  /** Where it comes from: clients without an identity are told apart by it. */
  readonly address?: string | undefined;
  /** Calls the listener once, if the request's credential no longer holds: what stays open ends then. */
  readonly onCredentialEnd?: OnCredentialEnd | undefined;
}

/** Where to listen, and for whom. */
export interface ListenOptions extends AllowedNames {
  /** Default: one that is free. */
  readonly port?: number | undefined;
  /** Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined;
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
}

/** A server that listens. */
export interface MCPHTTPServer {
  /** Where clients find it. */
  readonly url: string;
  readonly port: number;
  /** Ends its connections. */
  close(): Promise<void>;
}

/** Which client to serve on a connection of its own. */
export interface ConnectOptions {
  /** A transport of the MCP SDK's. Default: the process's own standard input and output. */
  readonly transport?: object | undefined;
  /** Who calls. Default: the service's `identity`. */
  readonly identity?: Identity | undefined;
}

/** One client on a connection of its own. */
export interface MCPConnection {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A registry as an MCP server: on any of these, and on several at once. */
export interface MCPService {
  /** Answers one HTTP request: for Bun, Deno, workers, and frameworks with web-standard requests. */
  fetch(request: Request, options?: MCPFetchOptions): Promise<Response>;
  /** Starts an HTTP server (Node, Bun, Deno). */
  listen(options?: ListenOptions): Promise<MCPHTTPServer>;
  /** Serves one client on standard input and output, or on a transport of the MCP SDK's. */
  connect(options?: ConnectOptions): Promise<MCPConnection>;
  /** Ends everything that was started here: servers, connections, sessions, and the calls in them. */
  close(): Promise<void>;
}
