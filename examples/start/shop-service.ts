/** An ordinary HTTP API with an OpenAPI document: a shop. It knows nothing about operations. */
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly article: string;
  readonly cents: number;
  readonly promised: string;
  status: "sent" | "delivered" | "refunded";
}

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const orders: readonly Order[] = [
  { id: 1001, customer: "ada@example.org", article: "lamp", cents: 4900, promised: day(-9), status: "sent" },
  { id: 1002, customer: "grace@example.org", article: "teapot", cents: 3200, promised: day(-1), status: "delivered" },
  { id: 1003, customer: "alan@example.org", article: "bicycle bell", cents: 1450, promised: day(-5), status: "sent" },
  { id: 1004, customer: "edsger@example.org", article: "armchair", cents: 29_900, promised: day(3), status: "sent" },
];
const parcels: Readonly<Record<number, { place: string; arrives: string }>> = {
  1001: { place: "Rotterdam, at customs", arrives: day(2) },
  1002: { place: "delivered", arrives: day(-1) },
  1003: { place: "Oslo, in the van", arrives: day(0) },
  1004: { place: "Lisbon, packed", arrives: day(3) },
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 1001 };
const date = { type: "string", format: "date" };
const order = {
  type: "object",
  properties: {
    id: { type: "integer" },
    customer: { type: "string", format: "email" },
    article: { type: "string" },
    cents: { type: "integer", description: "The price" },
    promised: { ...date, description: "The day by which it should have arrived" },
    status: { enum: ["sent", "delivered", "refunded"] },
  },
  required: ["id", "customer", "article", "cents", "promised", "status"],
};
const parcel = {
  type: "object",
  properties: { place: { type: "string" }, arrives: date },
  required: ["place", "arrives"],
};
const refund = {
  type: "object",
  properties: { cents: { type: "integer", minimum: 1 }, reason: { type: "string" } },
  required: ["cents", "reason"],
  example: { cents: 980, reason: "It came a week late" },
};
const problem = { type: "object", properties: { message: { type: "string" } } };
const unknown = { description: "This order is unknown", ...json(problem) };

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0", description: "Orders and parcels of a small shop" },
  servers: [{ url: "/" }],
  tags: [{ name: "orders" }, { name: "parcels" }],
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        tags: ["orders"],
        summary: "The orders of the last weeks",
        parameters: [{ name: "status", in: "query", schema: order.properties.status }],
        responses: { 200: { description: "The orders", ...json({ type: "array", items: order }) } },
      },
    },
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        tags: ["orders"],
        summary: "One order",
        parameters: [id],
        responses: { 200: { description: "The order", ...json(order) }, 404: unknown },
      },
    },
    "/orders/{id}/refund": {
      post: {
        operationId: "refundOrder",
        tags: ["orders"],
        summary: "Refunds all or part of the price of an order",
        parameters: [id],
        requestBody: { required: true, ...json(refund) },
        responses: {
          200: { description: "The order", ...json(order) },
          404: unknown,
          409: { description: "There is nothing to refund", ...json(problem) },
        },
      },
    },
    "/orders/{id}/parcel": {
      get: {
        operationId: "trackParcel",
        tags: ["parcels"],
        summary: "Where the parcel of an order is",
        parameters: [id],
        responses: { 200: { description: "Its place, and when it arrives", ...json(parcel) }, 404: unknown },
      },
    },
  },
};

/** Starts the service on a free port of loopback. */
export async function startShop(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage): Promise<[number, unknown]> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/openapi.json") return [200, document];
  const status = searchParams.get("status");
  if (pathname === "/orders") return [200, orders.filter((each) => status === null || each.status === status)];
  const [, number = "", what] = /^\/orders\/(\d+)(?:\/(refund|parcel))?$/.exec(pathname) ?? [];
  const found = orders.find((each) => each.id === Number(number));
  if (found === undefined) return [404, { message: `There is no order ${number}` }];
  if (what === "parcel") return [200, parcels[found.id]];
  if (what === undefined) return [200, found];
  const { cents } = JSON.parse(await textOf(request)) as { cents: number };
  if (found.status === "refunded" || cents > found.cents)
    return [409, { message: "The order is already refunded, or the refund exceeds its price" }];
  found.status = "refunded";
  return [200, found];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
