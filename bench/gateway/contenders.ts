/** The gateways in front of one API. Each runs in its own process. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Main from "../../src/entries/index.ts";
import type * as Serve from "../../src/entries/hub.ts";
import type * as ServeHTTP from "../../src/entries/serve-http.ts";
import { KEY } from "../hub/hub-talk.ts";
import type { ServedContender } from "../hub/compare-servers.ts";
import { plainOrder, serveOrders } from "../hub/contenders.ts";
import { isOffer, offerDocument } from "./offer.ts";
import type { Order } from "./offer.ts";
import { honoOffers, honoOrders } from "./hono-gateway.ts";

/**
 * Takes a variable, because the compiler resolves a literal in `import()`, and the peers are installed on first use.
 */
async function load<TModule>(specifier: string): Promise<TModule> {
  return (await import(specifier)) as TModule;
}

export interface Gateway extends ServedContender<Order> {
  /** Starts it in front of the API, and returns its address. */
  serve(this: void, api: string): Promise<string>;
}

const proxied = { path: "/offers", toBody: (order: Order): unknown => order, isAnswer: isOffer };
const ours = {
  path: "/shop/offer",
  toBody: (order: Order): unknown => ({ body: order }),
  isAnswer: isOffer,
  isOurs: true,
};

const direct: Gateway = { name: "direct", ...proxied, serve: (api) => Promise.resolve(api) };

interface FastifyApp {
  register(plugin: unknown, options: object): unknown;
  listen(options: object): Promise<string>;
}

const fastify: Gateway = {
  name: "Fastify, http-proxy (checks nothing)",
  ...proxied,
  async serve(api) {
    const { default: create } = await load<{ default: () => FastifyApp }>("fastify");
    const { default: proxy } = await load<{ default: unknown }>("@fastify/http-proxy");
    const app = create();
    app.register(proxy, { upstream: api });
    return await app.listen({ port: 0, host: "127.0.0.1" });
  },
};

interface ExpressApp {
  use(middleware: unknown): unknown;
  listen(port: number, host: string): Server;
}

const express: Gateway = {
  name: "Express, http-proxy-middleware (checks nothing)",
  ...proxied,
  async serve(api) {
    const { Agent } = await import("node:http");
    const { default: create } = await load<{ default: () => ExpressApp }>("express");
    const { createProxyMiddleware } = await load<{ createProxyMiddleware: (options: object) => unknown }>(
      "http-proxy-middleware",
    );
    const app = create();
    app.use(createProxyMiddleware({ target: api, agent: new Agent({ keepAlive: true }) }));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
};

const hono: Gateway = { name: "Hono, Zod in and out, fetch", ...proxied, serve: honoOffers };

const library: Gateway = {
  name: "this package, serveHTTP",
  ...ours,
  async serve(api) {
    const { FromOpenAPI, OperationRegistry } = await load<typeof Main>("../../dist/index.js");
    const { serveHTTP } = await load<typeof ServeHTTP>("../../dist/serve-http.js");
    const operations = FromOpenAPI(offerDocument(api), { namespace: "shop", baseUrl: api });
    return (await serveHTTP(new OperationRegistry().registerAll(operations)).listen()).url;
  },
};

const hub: Gateway = {
  name: "this package, hub",
  ...ours,
  headers: [`authorization: Bearer ${KEY}`],
  async serve(api) {
    const { startHub } = await load<typeof Serve>("../../dist/hub.js");
    const folder = await mkdtemp(join(tmpdir(), "operations-gateway-"));
    process.once("SIGTERM", () => {
      void rm(folder, { recursive: true, force: true }).then(() => process.exit(0));
    });
    await writeFile(join(folder, "api.json"), JSON.stringify(offerDocument(api)));
    const config: Serve.HubConfig = {
      serve: { keys: [{ id: "bench", key: KEY }] },
      openapi: { shop: { document: "api.json", allowPrivateNetwork: true } },
      log: { level: "warn" },
    };
    const started = await startHub({ config, folder }, { port: 0, stateFolder: folder, waitForSources: true });
    return started.endpoints.http;
  },
};

/** The others are compared with the first, Hono. */
const gateways: readonly Gateway[] = [hono, direct, fastify, express, library, hub];

/** Servers with their own operation and the same checks. */
const servers: readonly Gateway[] = [
  { name: "Hono, Zod in and out", ...plainOrder, serve: honoOrders },
  { name: "this package", ...plainOrder, isOurs: true, serve: () => serveOrders(0) },
  { name: "this package, 5,000 operations", ...plainOrder, isOurs: true, serve: () => serveOrders(5000) },
];

/** The contenders by part of the benchmark. */
export const gatewayParts: Readonly<Record<string, readonly Gateway[]>> = { http: gateways, serving: servers };
