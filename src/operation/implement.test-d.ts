/** Types of contracts and of typed middleware, checked by `npm run typecheck`. */
import { Type } from "typebox";
import { expectTypeOf } from "vitest";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { defineOperation } from "./define-operation.ts";
import type { AnyOperation } from "./define-operation.ts";
import { defineSpec, implement } from "./implement.ts";
import { defineMiddleware } from "./middleware.ts";
import type { OperationContext } from "./operation-context.ts";
import type { OperationEnv, Subscription } from "./operation-env.ts";
import { OperationType } from "./operation-type.ts";
import type { GeneratedOperations } from "./operation-types.ts";

const common = { version: "1.0.0", description: "For the type tests", accessControl: { requiredScopes: [] } };

const buy = defineSpec({
  ...common,
  name: "buy",
  namespace: "shop",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.Object({ order: Type.Integer() }),
  errorSchemas: { OUT_OF_STOCK: { schema: Type.Object({ left: Type.Integer() }) } },
});
const prices = defineSpec({
  ...common,
  name: "prices",
  namespace: "shop",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.Number(),
});
const contract = { buy, prices, notASpec: 1 };

const operations = implement(contract, {
  buy: ({ sku }, { fail }) => {
    expectTypeOf(sku).toEqualTypeOf<string>();
    if (sku === "") throw fail("OUT_OF_STOCK", { left: 0 });
    return { order: 1 };
  },
  prices: async function* ({ sku }) {
    expectTypeOf(sku).toEqualTypeOf<string>();
    yield 1;
  },
});
expectTypeOf(operations).toEqualTypeOf<AnyOperation[]>();

const one = implement(buy, ({ sku }) => ({ order: sku.length }));
expectTypeOf(one).toExtend<AnyOperation>();
expectTypeOf(one.handler).returns.toExtend<unknown>();

// @ts-expect-error a result that does not fit
implement(buy, () => ({ order: "1" }));
// @ts-expect-error a handler is missing
implement(contract, { buy: () => ({ order: 1 }) });
implement(contract, {
  buy: () => ({ order: 1 }),
  // @ts-expect-error a SUBSCRIPTION needs an async iterable
  prices: () => 1,
});
implement(buy, (_input, { fail }) => {
  // @ts-expect-error a code that is not declared
  throw fail("SOLD_OUT", { left: 0 });
});

declare const registry: OperationRegistry;
registry.registerHandler(buy, ({ sku }) => ({ order: sku.length }));
registry.registerHandler(prices, async function* ({ sku }) {
  yield sku.length;
});
registry.registerHandler("shop.buy", () => "untyped");
// @ts-expect-error a result that does not fit
registry.registerHandler(buy, () => ({ order: "1" }));
// @ts-expect-error an input that the schema does not have
registry.registerHandler(buy, ({ price }: { price: number }) => ({ order: price }));
// @ts-expect-error a SUBSCRIPTION needs an async iterable
registry.registerHandler(prices, () => 1);

// @ts-expect-error a SUBSCRIPTION cannot be executed
void registry.execute(prices, { sku: "1" });
// @ts-expect-error a MUTATION cannot be subscribed to
void subscribe(registry, buy, { sku: "1" });
expectTypeOf(subscribe(registry, prices, { sku: "1" })).toEqualTypeOf<Subscription<number>>();

declare const env: OperationEnv<typeof contract>;
expectTypeOf(env.shop.prices).returns.not.toHaveProperty("then");
expectTypeOf(env.shop.buy).returns.not.toHaveProperty("next");

interface Generated extends GeneratedOperations {
  shop: { prices: { kind: "SUBSCRIPTION"; input: { sku: string }; output: number; errors: {} } };
}
declare const generated: OperationEnv<Generated>;
expectTypeOf(generated.shop.prices).returns.toEqualTypeOf<Subscription<number>>();

const withTenant = defineMiddleware(async (call, next) => {
  const id = call.context.identity?.id;
  if (id === undefined) return next({ context: { tenant: { name: "nobody" } } });
  return next({ context: { tenant: { name: id } } });
});
const withLocale = defineMiddleware((_call, next) => next({ context: { locale: "en" as "en" | "de" } }));
const timing = defineMiddleware((_call, next) => next());

const used = defineOperation({
  ...common,
  name: "used",
  namespace: "shop",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  errorSchemas: { CLOSED: {} },
  use: [withTenant, timing, withLocale],
  handler: (_input, { tenant, locale, fail }) => {
    expectTypeOf(tenant).toEqualTypeOf<{ name: string }>();
    expectTypeOf(locale).toEqualTypeOf<"en" | "de">();
    if (locale === "de") throw fail("CLOSED");
    return tenant.name;
  },
});
expectTypeOf(used).toExtend<AnyOperation>();

defineOperation({
  ...common,
  name: "unused",
  namespace: "shop",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  use: [withLocale],
  // @ts-expect-error no middleware of this operation adds a tenant
  handler: (_input, { tenant }) => tenant,
});

declare const context: OperationContext;
expectTypeOf(context.identity?.claims).toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
