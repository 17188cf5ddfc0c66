/** What is used of Node's `http`, in our own words: Bun and Deno have it too, and nobody needs the types of Node. */
import type { UpgradableServer } from "./node-upgrade.ts";

export interface NodeHTTPServer {
  listen(port: number, host: string): unknown;
  address(): { readonly port: number } | string | null;
  close(done: () => void): unknown;
  closeAllConnections(): void;
  closeIdleConnections(): void;
  on(event: "checkContinue", listener: NodeRequestListener): unknown;
  once(event: "listening", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

export type NodeRequestListener = (request: NodeRequest, response: NodeResponse) => void;

export interface NodeRequest {
  readonly method?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  /** Whether all of it has arrived. */
  readonly complete: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined; destroy(): unknown };
  on(event: "data", listener: (chunk: NodeBytes) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "data", listener: (chunk: NodeBytes) => void): unknown;
  pause(): unknown;
  resume(): unknown;
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
  readonly writableFinished: boolean;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

export interface NodeServerOptions {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

interface NodeHTTP {
  createServer(options: NodeServerOptions, listener: NodeRequestListener): NodeHTTPServer & UpgradableServer;
}

interface NodeBuffer {
  readonly Buffer: { byteLength(text: string): number };
}

/** Asked for at run time, and not imported: bundles for other runtimes hold this file too. */
export function nodeHTTP(): { readonly http: NodeHTTP; readonly Buffer: NodeBuffer["Buffer"] } {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  if (typeof process?.getBuiltinModule !== "function") {
    throw new Error("listen() needs Node 20.19 or newer, Bun or Deno; elsewhere, use fetch().");
  }
  const { Buffer } = process.getBuiltinModule("node:buffer") as NodeBuffer;
  return { http: process.getBuiltinModule("node:http") as NodeHTTP, Buffer };
}
