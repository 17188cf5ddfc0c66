/** Calls to APIs and MCP servers where the environment names a proxy. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it } from "vitest";
import { bundleProgram } from "../support/bundle-program.ts";
import { makeCertificate } from "../support/nginx-server.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

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

/** Runs one of the programs, and returns what it prints. */
async function run(name: string, addresses: readonly string[], env: Record<string, string>): Promise<unknown> {
  const program = await bundleProgram(join(import.meta.dirname, "programs", name));
  closing.push(() => program.remove());
  const { PATH = "" } = process.env;
  const options = { env: { PATH, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [program.path, ...addresses], options);
  return JSON.parse(stdout);
}

interface MCPServerOfTest {
  readonly listener: RequestListener;
  /** The methods of MCP that it was asked for, and how: only `fetch` names its mode. */
  readonly seen: Set<string>;
}

function mcpServer(): MCPServerOfTest {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "tools", version: "1.0.0" });
      server.registerTool("greet", {}, () => ({ content: [{ type: "text", text: "hello" }] }));
      return server;
    }),
  );
  const seen = new Set<string>();
  const listener: RequestListener = (request, response) => {
    const { "mcp-method": method, "sec-fetch-mode": mode } = request.headers;
    seen.add(`${String(method)} ${mode === undefined ? "posted" : "by the SDK"}`);
    void handle(request as Parameters<typeof handle>[0], response);
  };
  return { listener, seen };
}

async function certificateOf(host: string): Promise<{ certificate: string; cert: Buffer; key: Buffer }> {
  const folder = makeTempFolder("proxy");
  closing.push(() => rm(folder, { recursive: true }));
  const files = await makeCertificate(host, folder);
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  return { certificate: files.certificate, cert, key };
}

describe("when the environment names a proxy", () => {
  it("calls and streams to a name that only the proxy knows go through it; those to this machine do not", async () => {
    const { certificate, cert, key } = await certificateOf("api.example");
    const far = await listen(createSecureServer({ cert, key }, api));
    const near = await listen(createServer(api));
    const proxy = await startProxy();
    const env = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate };
    const addresses = [`https://api.example:${far}`, `http://127.0.0.1:${near}`];
    const seen = await run("proxied-client.ts", addresses, env);
    expect(seen).toEqual({ far: ["cat"], near: ["cat"], items: ["first", "second"] });
    expect(new Set(proxy.tunnels)).toEqual(new Set([`api.example:${far}`]));
  });

  it("calls to MCP servers go through it, posted or by the SDK, but not to this machine or where NO_PROXY says so", async () => {
    const { certificate, cert, key } = await certificateOf("secure.example");
    const servers = [mcpServer(), mcpServer()] as const;
    const secure = await listen(createSecureServer({ cert, key }, servers[0].listener));
    const plain = await listen(createServer(servers[1].listener));
    const [forSecure, forPlain] = [await startProxy(), await startProxy()];
    // Nobody but the proxies resolves the names. `0.0.0.0` reaches this machine without being its name.
    const hosts = [`https://secure.example:${secure}`, `http://plain.example:${plain}`, `http://0.0.0.0:${plain}`];
    const addresses = [...hosts, `http://127.0.0.1:${plain}`].map((host) => `${host}/mcp`);
    const env = { HTTPS_PROXY: forSecure.url, HTTP_PROXY: forPlain.url, NO_PROXY: "0.0.0.0" };
    const answers = await run("proxied-mcp-client.ts", addresses, { ...env, NODE_EXTRA_CA_CERTS: certificate });
    expect(answers).toEqual(addresses.map(() => "hello"));
    const ways = ["server/discover by the SDK", "tools/list by the SDK", "tools/call posted"];
    for (const { seen } of servers) expect([...seen]).toEqual(expect.arrayContaining(ways));
    expect(new Set(forSecure.tunnels)).toEqual(new Set([`secure.example:${secure}`]));
    expect(new Set(forPlain.tunnels)).toEqual(new Set([`plain.example:${plain}`]));
  });
});
