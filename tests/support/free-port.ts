import { createServer } from "node:net";

/**
 * A port of loopback that nobody uses, for a server that has to come back to it. It lies below the range from which
 * systems take the ports of outgoing connections (32768 and up on Linux): from inside that range, a client that tries
 * again and again to reach the port of a dead server can be given that very port for itself, and then talks to itself.
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
