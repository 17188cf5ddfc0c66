/** The operation behind every gateway: a small order in, an offer of some 2 kB out. */
import { Type } from "typebox";
import { orderSchema, orders } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";

const lineSchema = Type.Object({
  sku: Type.String(),
  title: Type.String(),
  amount: Type.Integer({ minimum: 1 }),
  price: Type.Number(),
  tags: Type.Array(Type.String()),
});

export const offerSchema = Type.Object({
  item: Type.String(),
  total: Type.Number(),
  currency: Type.Union([Type.Literal("EUR"), Type.Literal("USD")]),
  lines: Type.Array(lineSchema),
});

export { orderSchema, orders };
export type { Order };

/** The answer of the API. */
export function offerFor({ item, amount, price }: Order): object {
  const lines = Array.from({ length: 16 }, (_, index) => ({
    sku: `sku-${item.length}-${index}`,
    title: `Part ${index} of an order with some text`,
    amount,
    price: price + index,
    tags: ["new", "in stock"],
  }));
  return { item, total: amount * price, currency: "EUR", lines };
}

/** Whether a body is the offer for this order. */
export function isOffer(body: unknown, { item, amount, price }: Order): boolean {
  const offer = body as { item?: unknown; total?: unknown; lines?: unknown };
  return offer.item === item && offer.total === amount * price && Array.isArray(offer.lines);
}

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

/** The API, described for our own source. */
export function offerDocument(api: string): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: api }],
    paths: {
      "/offers": {
        post: {
          operationId: "offer",
          requestBody: { required: true, ...json(orderSchema) },
          responses: { 200: { description: "An offer", ...json(offerSchema) } },
        },
      },
    },
  };
}
