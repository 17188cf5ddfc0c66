/** Calls to APIs where the environment names a proxy. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createRequire } from "node:module";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificate } from "../support/nginx-server.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const program = join(import.meta.dirname, "programs/proxied-client.ts");
const closing: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const api: RequestListener = (request, response) => {
  const isStream = request.url === "/news";
  response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
  response.end(isStream ? "data: first\n\ndata: second\n\n" : '["cat"]');
};

/** A real proxy: it opens tunnels to this machine, and records their intended targets. */
async function startProxy() {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => void response.writeHead(501).end());
  server.on("connect", (request, client: Socket) => {
    const target = request.url ?? "";
    tunnels.push(target);
    const upstream = connect(Number(target.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
  });
  const port = await listen(server);
  closing.push(() => sockets.forEach((socket) => socket.destroy()));
  return { url: `http://127.0.0.1:${port}`, tunnels };
}

describe("when HTTPS_PROXY names a proxy", () => {
  it("calls and streams to a name that only the proxy knows go through it; those to this machine do not", async () => {
    const folder = makeTempFolder("proxy");
    closing.push(() => rm(folder, { recursive: true }));
    const files = await makeCertificate("api.example", folder);
    const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
    const far = await listen(createSecureServer({ cert, key }, api));
    const near = await listen(createServer(api));
    const proxy = await startProxy();
    const { PATH } = process.env;
    const tsx = createRequire(import.meta.url).resolve("tsx");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", tsx, program, `https://api.example:${far}`, `http://127.0.0.1:${near}`],
      { env: { PATH, HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: files.certificate } },
    );
    expect(JSON.parse(stdout)).toEqual({ far: ["cat"], near: ["cat"], items: ["first", "second"] });
    expect(new Set(proxy.tunnels)).toEqual(new Set([`api.example:${far}`]));
  });
});
