/** What is used of Node's `http`, in our own words: Bun and Deno have it too, and nobody needs the types of Node. */

export interface NodeHTTPServer {
  listen(port: number, host: string): unknown;
  address(): { readonly port: number } | string | null;
  close(done: () => void): unknown;
  closeAllConnections(): void;
  once(event: "listening", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

export type NodeRequestListener = (request: NodeRequest, response: NodeResponse) => void;

export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string;
  url?: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface NodeResponse {
  writeHead(status: number, headers?: Record<string, string>): unknown;
  write(chunk: string | Uint8Array): unknown;
  end(chunk?: string | Uint8Array): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

interface NodeHTTP {
  createServer(listener: NodeRequestListener): NodeHTTPServer;
}

/** Asked for at run time, and not imported: bundles for other runtimes hold this file too. */
export function nodeHTTP(): NodeHTTP {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: "node:http") => NodeHTTP } };
  if (typeof process?.getBuiltinModule !== "function") {
    throw new Error("listen() needs Node 20.19 or newer, Bun or Deno; elsewhere, use fetch().");
  }
  return process.getBuiltinModule("node:http");
}
