/** The same operation behind three HTTP servers. All check input and output with the same compiled checks. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ServedContender } from "./compare-servers.ts";
import type * as Main from "../../src/entries/index.ts";
import type * as ServeHTTP from "../../src/entries/serve-http.ts";
import { checkedByHand, createSchemas, handleOrder, orderValidator, receiptValidator } from "../small-operation.ts";
import type { Order, Receipt } from "../small-operation.ts";

/**
 * Takes a variable, because the compiler resolves a literal in `import()`, and the peers are installed on first use.
 */
async function load<TModule>(specifier: string): Promise<TModule> {
  return (await import(specifier)) as TModule;
}

interface HTTPContender extends ServedContender<Order> {
  /** Returns its address. */
  serve(this: void): Promise<string>;
}

export const plainOrder = { path: "/orders/place", toBody: (order: Order): unknown => order, isAnswer: isReceipt };

function isReceipt(value: unknown, { item, amount, price }: Order): boolean {
  const receipt = value as { item?: unknown; total?: unknown };
  return receipt.item === item && receipt.total === amount * price;
}

const ours: HTTPContender = { name: "this package", ...plainOrder, isOurs: true, serve: () => serveOrders(0) };

/** Serves our operation, among others that are never called. */
export async function serveOrders(further: number): Promise<string> {
  const { defineOperation, OperationRegistry } = await load<typeof Main>("../../dist/index.js");
  const { serveHTTP } = await load<typeof ServeHTTP>("../../dist/serve-http.js");
  const operations = Array.from({ length: further + 1 }, (_, index) => {
    const { inputSchema, outputSchema } = createSchemas(index);
    return defineOperation({
      name: index === 0 ? "place" : `place${index}`,
      namespace: "orders",
      version: "1.0.0",
      type: "MUTATION",
      description: "Places an order",
      inputSchema,
      outputSchema,
      accessControl: { requiredScopes: [] },
      handler: (order) => handleOrder(order),
    });
  });
  return (await serveHTTP(new OperationRegistry().registerAll(operations)).listen()).url;
}

interface ORPCProcedure {
  input(schema: object): ORPCProcedure;
  output(schema: object): ORPCProcedure;
  handler(run: (options: { input: Order }) => Promise<Receipt>): unknown;
}

interface ORPCHandler {
  handle(request: unknown, response: unknown, options: { prefix: string; context: object }): Promise<unknown>;
}

/** Wraps a check as a Standard Schema for oRPC. */
function standard(check: (value: unknown) => boolean): object {
  const validate = (value: unknown): object => (check(value) ? { value } : { issues: [{ message: "invalid" }] });
  return { "~standard": { version: 1, vendor: "bench", validate } };
}

const orpc: HTTPContender = {
  name: "oRPC",
  path: "/rpc/place",
  toBody: (order) => ({ json: order }),
  isAnswer: (body, order) => isReceipt((body as { json: unknown }).json, order),
  async serve() {
    const { os } = await load<{ os: ORPCProcedure }>("@orpc/server");
    const { RPCHandler } = await load<{ RPCHandler: new (router: object) => ORPCHandler }>("@orpc/server/node");
    const place = os
      .input(standard((value) => orderValidator.Check(value)))
      .output(standard((value) => receiptValidator.Check(value)))
      .handler(({ input }) => handleOrder(input));
    const handler = new RPCHandler({ place });
    const server = createServer((request, response) => {
      void handler.handle(request, response, { prefix: "/rpc", context: {} });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
};

interface HonoContext {
  readonly req: { json(): Promise<unknown> };
  json(value: unknown): unknown;
}

interface HonoApp {
  readonly fetch: unknown;
  post(path: string, handler: (context: HonoContext) => unknown): unknown;
}

const hono: HTTPContender = {
  name: "Hono",
  ...plainOrder,
  async serve() {
    const { Hono } = await load<{ Hono: new () => HonoApp }>("hono");
    const { serve } = await load<{ serve: (options: object, ready: (info: { port: number }) => void) => unknown }>(
      "@hono/node-server",
    );
    const app = new Hono();
    app.post("/orders/place", async (context) => context.json(await checkedByHand(await context.req.json())));
    return await new Promise((resolve) => {
      serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(`http://127.0.0.1:${port}`));
    });
  },
};

/** The others are compared with the first. */
export const contenders: readonly HTTPContender[] = [orpc, ours, hono];
