/**
 * Two versions of a shop side by side. The first keeps its ids, is deprecated and names its successors. It has no logic
 * of its own: it calls the second, and returns what its callers always got.
 */
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { OperationContext, OperationEnv } from "../../src/entries/index.ts";

const stock = new Map([
  ["lamp", { left: 1000, euros: 9 }],
  ["table", { left: 0, euros: 120 }],
]);

const anyone = { accessControl: { requiredScopes: [] } };
const v2 = { ...anyone, namespace: "shop.v2", version: "2.0.0" } as const;
const v1 = { ...anyone, namespace: "shop", version: "1.4.0" } as const;

const Money = Type.Object({ amount: Type.Number(), currency: Type.String() });

const outOfStock = {
  OUT_OF_STOCK: { description: "Too few are left", httpStatus: 409, schema: Type.Object({ left: Type.Integer() }) },
};

export const orderV2 = defineOperation({
  ...v2,
  name: "order",
  type: OperationType.MUTATION,
  description: "Orders an article",
  inputSchema: Type.Object({ sku: Type.String(), count: Type.Integer({ minimum: 1 }) }),
  outputSchema: Type.Object({ order: Type.String(), total: Money }),
  errorSchemas: outOfStock,
  handler: ({ sku, count }, { fail }) => {
    const { left, euros } = stock.get(sku) ?? { left: 0, euros: 0 };
    if (left < count) throw fail("OUT_OF_STOCK", { left });
    stock.set(sku, { left: left - count, euros });
    return { order: `${count} ${sku}`, total: { amount: count * euros, currency: "EUR" } };
  },
});

export const pricesV2 = defineOperation({
  ...v2,
  name: "prices",
  type: OperationType.SUBSCRIPTION,
  description: "The prices of all articles",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ sku: Type.String(), price: Money }),
  async *handler() {
    for (const [sku, { euros }] of stock) yield { sku, price: { amount: euros, currency: "EUR" } };
  },
});

/** The operation that version 1 calls. */
type ShopV2 = OperationContext<OperationEnv<[typeof orderV2, typeof pricesV2]>>;

const deprecated = { reason: "Its prices have no currency.", since: "2026-03-01", sunset: "2027-03-01T00:00:00Z" };

export const order = defineOperation({
  ...v1,
  name: "order",
  type: OperationType.MUTATION,
  description: "Orders one piece of an article",
  deprecated: { ...deprecated, successor: "shop.v2.order" },
  inputSchema: Type.Object({ article: Type.String() }),
  outputSchema: Type.Object({ order: Type.String(), price: Type.Number() }),
  // Both versions declare an error of version 2 that callers of version 1 may see.
  errorSchemas: outOfStock,
  handler: async ({ article }, { env }: ShopV2) => {
    const { data } = await env.shop.v2.order({ sku: article, count: 1 });
    return { order: data.order, price: data.total.amount };
  },
});

export const prices = defineOperation({
  ...v1,
  name: "prices",
  type: OperationType.SUBSCRIPTION,
  description: "The prices of all articles, as numbers",
  deprecated: { ...deprecated, successor: "shop.v2.prices" },
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ article: Type.String(), price: Type.Number() }),
  async *handler(_input, { env }: ShopV2) {
    for await (const { data } of env.shop.v2.prices({})) yield { article: data.sku, price: data.price.amount };
  },
});

export const shop = [order, prices, orderV2, pricesV2];
