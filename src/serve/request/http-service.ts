/** What a service over HTTP gives to its user. */
import type { Identity } from "../../operation/access-control.ts";
import type { OnCredentialEnd } from "../identity/credential-watch.ts";
import type { AddressedRequest } from "../identity/trusted-proxies.ts";
import type { UpgradableServer } from "./node-http.ts";

/** Who sends a request. Give it to `fetch` if the caller is already known: `authenticate` is then not called. */
export interface HTTPRequestInfo {
  readonly identity?: Identity | undefined;
  /** Where the request comes from: it distinguishes clients without an identity. */
  readonly address?: string | undefined;
  /**
   * Calls the listener once, when the request's credential expires or is withdrawn: for replies that stay open. Returns
   * a function that stops listening. Default: ends them at the identity's `expiresAt`.
   */
  readonly onCredentialEnd?: OnCredentialEnd | undefined;
}

/** A path that other code answers. It gets a web-standard request whose Host, Origin and credential are checked. */
export interface HTTPRoute {
  /** `/metrics` or `/`: this path; `/explorer/`, with a slash at its end: everything below it, and itself. */
  readonly path: string;
  /** Whether it is served without credentials. Default: false. */
  readonly public?: boolean | undefined;
  handle(request: Request, info: HTTPRequestInfo): Response | Promise<Response>;
}

/** Where to listen. */
export interface HTTPListenOptions {
  /** Default: a free port. */
  readonly port?: number | undefined;
  /** Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined;
  /** Serves HTTPS. Default: plain HTTP. */
  readonly tls?: TLSOptions | undefined;
}

/** The certificate of a server, all of it as PEM texts. */
export interface TLSOptions {
  /** The certificate, followed by the intermediate ones. */
  readonly cert: string;
  /** Its private key. */
  readonly key: string;
  /** The authorities whose client certificates are accepted; clients then need one. Default: clients need none. */
  readonly clientCa?: string | undefined;
}

/** How an HTTP service closes. */
export interface HTTPCloseOptions {
  /** Milliseconds that calls and streams may still take before they are aborted. Default: 10,000. */
  readonly graceMs?: number | undefined;
  /** Requests still open after the grace are aborted once this settles: for routes that end theirs themselves. */
  readonly until?: Promise<unknown> | undefined;
}

/** A server that listens. */
export interface HTTPServer {
  /** Where clients find it, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Node's own `http.Server`: for upgrades to WebSocket, as `hub.attach(server.server)` takes them. */
  readonly server: UpgradableServer;
  /**
   * The address that a request of that server, or an upgrade, comes from: behind `trustedProxies`, the one that they
   * name. Undefined if the connection is gone.
   */
  clientAddress(request: AddressedRequest): string | undefined;
  /** Gives new connections another certificate; open ones continue. Throws if it does not match its key. */
  setCertificate(tls: TLSOptions): void;
  /** Takes no new connection, lets what runs finish within the grace, then aborts it. */
  close(options?: HTTPCloseOptions): Promise<void>;
}

/** Serves web-standard requests and runs its own servers, both at once if needed. */
export interface HTTPService {
  /** Answers one request: for Bun, Deno, workers, and frameworks with web-standard requests. */
  fetch(request: Request, info?: HTTPRequestInfo): Promise<Response>;
  /** Starts an HTTP server (Node, Bun, Deno). */
  listen(options?: HTTPListenOptions): Promise<HTTPServer>;
  /** Closes every server that it started, and ends the calls that run. */
  close(options?: HTTPCloseOptions): Promise<void>;
}
