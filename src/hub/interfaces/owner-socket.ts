import type { IncomingMessage, RequestListener, Server } from "node:http";

export interface OwnerSocketOptions {
  /** The server that answers. */
  readonly server: Server;
  /** A key of the owner, which stays in this process. */
  readonly key: string;
}

/**
 * Answers HTTP on a Unix socket, as the owner: any process that can open the socket may do everything. The file is only
 * as safe as its folder. Resolves with a function that closes it.
 */
export async function openOwnerSocket(path: string, { server, key }: OwnerSocketOptions): Promise<() => Promise<void>> {
  const { createServer } = process.getBuiltinModule("node:http");
  const answer: RequestListener = (request, response) => {
    asOwner(request, key);
    server.emit("request", request, response);
  };
  const local = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    local.once("error", reject);
    local.listen(path, () => resolve());
  });
  await process.getBuiltinModule("node:fs/promises").chmod(path, 0o600);
  // It does not keep the process alive: the hub's own server does.
  local.unref();
  return async () => {
    const closed = new Promise<void>((resolve) => {
      local.close(() => resolve());
    });
    local.closeAllConnections();
    await closed;
  };
}

/** Replaces the client's credential and host by those of the owner. */
function asOwner(request: IncomingMessage, key: string): void {
  const own = { host: "localhost", authorization: `Bearer ${key}` };
  const raw = request.rawHeaders;
  const kept = raw.flatMap((name, index) =>
    index % 2 === 0 && !Object.hasOwn(own, name.toLowerCase()) ? [name, raw[index + 1] ?? ""] : [],
  );
  raw.splice(0, raw.length, ...kept, ...Object.entries(own).flat());
  Object.assign(request.headers, own);
}
