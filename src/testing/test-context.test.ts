import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { defineMiddleware } from "../operation/middleware.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import type { OperationEnv, Subscription } from "../operation/operation-env.ts";
import { testContext } from "./test-context.ts";

const common = {
  namespace: "shop",
  version: "1.0.0",
  description: "For the tests",
  accessControl: { requiredScopes: [] },
} as const;
const price = defineOperation({
  ...common,
  name: "price",
  type: "QUERY",
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.Number(),
  handler: () => 1,
});
const withTenant = defineMiddleware((_call, next) => next({ context: { tenant: "real" } }));
const checkout = defineOperation({
  ...common,
  name: "checkout",
  type: "MUTATION",
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.String(),
  errorSchemas: { CLOSED: {} },
  use: [withTenant],
  handler: async (
    { sku },
    {
      env,
      tenant,
      identity,
      fail,
    }: OperationContext<OperationEnv<[typeof price]>, { CLOSED: object }> & { tenant: string },
  ) => {
    if (sku === "") throw fail("CLOSED");
    return `${(await env.shop.price({ sku })).data} for ${identity?.id} of ${tenant}`;
  },
});

describe("when a test calls a handler itself", () => {
  const identity = { id: "ada", scopes: [] };

  it("gives the handler the test's values, and stubs for its calls", async () => {
    const asked: unknown[] = [];
    const env = { shop: { price: (input: unknown) => (asked.push(input), 3) } };
    const context = testContext(checkout, { identity, tenant: "a test", env });
    expect(await checkout.handler({ sku: "lamp" }, context)).toBe("3 for ada of a test");
    expect(asked).toEqual([{ sku: "lamp" }]);
  });

  it("fails as a call does, with a declared code", async () => {
    await expect(checkout.handler({ sku: "" }, testContext(checkout))).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("names a call without a stub", async () => {
    const context = testContext(checkout, { env: { shop: { other: () => 1 } } });
    await expect(checkout.handler({ sku: "lamp" }, context)).rejects.toThrow(
      "The handler calls env.shop.price, and the test has no stub for it.",
    );
  });

  it("returns the items of a stub's stream as envelopes", async () => {
    const env = {
      shop: {
        async *prices() {
          yield 1;
        },
      },
    };
    const context = testContext(price, { env }) as unknown as { env: { shop: { prices(): Subscription<number> } } };
    const seen: unknown[] = [];
    for await (const { data, meta } of context.env.shop.prices()) seen.push(data, meta.source);
    expect(seen).toEqual([1, "local"]);
  });
});
