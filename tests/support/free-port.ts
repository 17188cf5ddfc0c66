import { createServer } from "node:net";

/**
 * Finds a free port of loopback for a server that must come back to it. It is below the range for outgoing connections
 * (32768 and up on Linux). Inside that range, a client that keeps retrying the port of a dead server can be given that
 * port as its own, and then talks to itself.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port found");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
