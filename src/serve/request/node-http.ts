/** The parts of Node's `http` that we use, as our own types. Bun and Deno have them too; users need no Node types. */
import type { SendingSocket } from "./waiting-bytes.ts";
import { builtinModule } from "../../shared/builtin-module.ts";

export interface NodeSocket extends SendingSocket {
  /** Only sockets of TLS have it. */
  readonly encrypted?: boolean | undefined;
  readonly remoteAddress?: string | undefined;
  readonly destroyed?: boolean | undefined;
  destroy(): unknown;
}

export interface NodeRequest {
  readonly method?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Whether all of it has arrived. */
  readonly complete: boolean;
  /** Bytes of the body that have arrived and were not read. */
  readonly readableLength: number;
  readonly socket: NodeSocket;
  on(event: "data", listener: (chunk: NodeBytes) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "data", listener: (chunk: NodeBytes) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  /** All that has arrived and was not read. */
  read(): NodeBytes | null;
}

export type NodeBytes = Uint8Array<ArrayBuffer>;

export interface NodeResponse {
  writeHead(status: number, headers: string[]): unknown;
  /** False when the client should be given time to take what was written. */
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array): unknown;
  flushHeaders(): void;
  writeContinue(): void;
  readonly destroyed: boolean;
  /** Null while earlier answers of its connection have not left, and after the connection is gone. */
  readonly socket?: unknown;
  readonly writableFinished: boolean;
  /** Bytes that were written and have not left yet. */
  readonly writableLength: number;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** A chunk that a stream of Node has kept back. */
interface KeptChunk {
  readonly chunk: string | Uint8Array;
  readonly encoding: string;
}

type WriteDone = (error?: Error | null) => void;

/** The part of a socket that its stream writes with, as Node documents it for streams of others. */
export interface WritingSocket {
  _write?: ((chunk: string | Uint8Array, encoding: string, done: WriteDone) => void) | undefined;
  _writev?: ((chunks: readonly KeptChunk[], done: WriteDone) => void) | null | undefined;
}

export type NodeRequestListener = (request: NodeRequest, response: NodeResponse) => void;

/** A request to become a WebSocket. */
export interface UpgradeRequest {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly httpVersion?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly remotePort?: number | undefined;
    once(event: "close", listener: () => void): unknown;
  };
}

/** The connection of an upgrade: a socket of `node:net` or `node:tls`. */
export interface UpgradeSocket extends SendingSocket {
  readonly encrypted?: boolean | undefined;
  end(text: string, done: () => void): unknown;
  destroy(): unknown;
  /** Gives back what was read. */
  unshift(bytes: Uint8Array): void;
  on(event: "error", listener: () => void): unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  once(event: "close", listener: () => void): unknown;
  off(event: "error", listener: () => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  prependListener(event: "data", listener: (chunk: Uint8Array) => void): unknown;
}

type UpgradeListener = (request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array) => void;

/** A server of `node:http` or `node:https`. */
export interface UpgradableServer {
  // A method, so that the wider listeners of Node's own type fit.
  on(event: "upgrade", listener: UpgradeListener): unknown;
  off(event: "upgrade", listener: UpgradeListener): unknown;
  listenerCount(event: "upgrade"): number;
  emit(event: "connection" | "secureConnection", socket: UpgradeSocket): boolean;
}

/** `http.Server`. */
export interface NodeHTTPServer {
  listen(port: number, host: string): unknown;
  address(): { readonly port: number } | string | null;
  close(done: () => void): unknown;
  closeAllConnections(): void;
  closeIdleConnections(): void;
  /** Only servers of HTTPS have it. */
  setSecureContext?(options: SecureContextOptions): void;
  on(event: "checkContinue", listener: NodeRequestListener): unknown;
  on(event: "connection" | "secureConnection", listener: (socket: WritingSocket) => void): unknown;
  once(event: "listening", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

interface NodeServerOptions {
  readonly requestTimeout?: number;
  readonly headersTimeout?: number;
  readonly keepAliveTimeout?: number;
  readonly connectionsCheckingInterval?: number;
  /** Joins fields that are sent twice. Without it, Node keeps the first and hides the others. */
  readonly joinDuplicateHeaders?: boolean;
}

/** The options of TLS, as Node has them. */
export interface SecureContextOptions {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string | undefined;
}

interface NodeTLSOptions extends SecureContextOptions {
  readonly requestCert: boolean;
  readonly rejectUnauthorized: boolean;
  readonly handshakeTimeout: number;
}

interface NodeHTTP {
  createServer(
    options: NodeServerOptions & Partial<NodeTLSOptions>,
    listener: NodeRequestListener,
  ): NodeHTTPServer & UpgradableServer;
}

interface NodeBuffer {
  readonly Buffer: { byteLength(text: string): number; from(text: string): Uint8Array };
}

export function nodeHTTP(isSecure = false): { readonly http: NodeHTTP; readonly Buffer: NodeBuffer["Buffer"] } {
  const http = builtinModule(isSecure ? "node:https" : "node:http") as NodeHTTP | undefined;
  const buffer = builtinModule("node:buffer") as NodeBuffer | undefined;
  if (http === undefined || buffer === undefined) {
    throw new Error("listen() needs Node 20.19 or newer, Bun or Deno; elsewhere, use fetch().");
  }
  return { http, Buffer: buffer.Buffer };
}

/** Resolves with the port, once the server listens. */
export function listenOn(server: NodeHTTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
    server.listen(port, host);
  });
}

/** A host as URLs write it: IPv6 addresses in brackets. */
export function hostInURL(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether a server with this host listens on every address of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** The host of an address at which this machine reaches the server itself. */
export function hostToConnectTo(host: string): string {
  if (!isEveryAddress(host)) return hostInURL(host);
  return host === "::" ? "[::1]" : "127.0.0.1";
}
