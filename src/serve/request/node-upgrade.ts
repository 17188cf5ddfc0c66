/** What is used of Node's `http`, in our own words: Bun and Deno have it too, and nobody needs the types of Node. */

import type { ChunkSource } from "../../transports/websocket/websocket-channel.ts";

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

export interface UpgradeSocket extends ChunkSource {
  end(text: string, done: () => void): unknown;
  destroy(): unknown;
  /** Gives back what was read. */
  unshift(bytes: Uint8Array): void;
  on(event: "error", listener: () => void): unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  off(event: "error", listener: () => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
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

export interface ListeningServer extends UpgradableServer {
  listen(port: number, host: string): unknown;
  address(): { readonly port: number } | string | null;
  close(done: () => void): unknown;
  closeAllConnections(): void;
  once(event: "listening", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

interface PlainResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

interface NodeHTTP {
  createServer(listener: (request: unknown, response: PlainResponse) => void): ListeningServer;
}

/** Asked for at run time, and not imported: bundles for other runtimes hold this file too. */
export function nodeHTTP(): NodeHTTP {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: "node:http") => NodeHTTP } };
  if (typeof process?.getBuiltinModule !== "function") {
    throw new Error("listen() needs Node 20.19 or newer, Bun or Deno.");
  }
  return process.getBuiltinModule("node:http");
}
