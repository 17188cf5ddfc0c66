import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { defineSpec, implement } from "./implement.ts";
import { OperationType } from "./operation-type.ts";

const common = { version: "1.0.0", description: "For the tests", accessControl: { requiredScopes: [] } };
const buy = defineSpec({
  ...common,
  name: "buy",
  namespace: "shop",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.Integer(),
});
const prices = defineSpec({
  ...common,
  name: "prices",
  namespace: "shop",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
});
const contract = { buy, prices, version: 3 };
const handlers = {
  buy: ({ sku }: { sku: string }) => sku.length,
  prices: async function* () {
    yield 2;
  },
};

describe("when a contract is implemented", () => {
  it("makes operations that a registry accepts", async () => {
    const registry = new OperationRegistry().registerAll(implement(contract, handlers));
    expect((await registry.execute(buy, { sku: "abc" })).data).toBe(3);
    expect((await subscribe(registry, prices, {}).next()).value).toMatchObject({ data: 2 });
    expect(registry.list()).toHaveLength(2);
  });

  it("makes one operation from one spec, which stays unchanged", () => {
    expect(implement(buy, handlers.buy)).toEqual({ ...buy, handler: handlers.buy });
    expect(buy).not.toHaveProperty("handler");
  });

  it("names a missing handler, or one too many", () => {
    const { buy: _buy, ...others } = handlers;
    expect(() => implement(contract, others as typeof handlers)).toThrow(
      'The handler of shop.buy is missing: give one to implement() as "buy".',
    );
    expect(() => implement(contract, { ...handlers, buyy: handlers.buy } as typeof handlers)).toThrow(
      'The contract has no operation "buyy".',
    );
    expect(() => implement(buy, "no function" as never)).toThrow("The handler of shop.buy is not a function");
  });
});

describe("when a registered spec gets its handler", () => {
  it("accepts the spec in place of the id", async () => {
    const registry = new OperationRegistry().registerSpec(buy).registerHandler(buy, ({ sku }) => sku.length);
    expect((await registry.execute(buy, { sku: "ab" })).data).toBe(2);
  });
});
