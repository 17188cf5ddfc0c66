/** Types of declared errors, checked by `npm run typecheck`. */
import { Type } from "typebox";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { isDeclaredError, safe } from "./declared-error.ts";
import type { Answer, DeclaredCallError } from "./declared-error.ts";
import { defineOperation } from "./define-operation.ts";
import type { AnyOperation } from "./define-operation.ts";
import type { OperationContext } from "./operation-context.ts";
import type { OperationEnv } from "./operation-env.ts";
import { OperationType } from "./operation-type.ts";
import type { GeneratedOperations } from "./operation-types.ts";

const common = { version: "1.0.0", description: "For the type tests", accessControl: { requiredScopes: [] } };

const buy = defineOperation({
  ...common,
  name: "buy",
  namespace: "shop",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({ sku: Type.String() }),
  outputSchema: Type.Object({ order: Type.String() }),
  errorSchemas: {
    OUT_OF_STOCK: { schema: Type.Object({ left: Type.Integer() }), httpStatus: 409 },
    CARD_REFUSED: { schema: z.object({ until: z.string().transform((text) => new Date(text)) }) },
    LIMIT: { schema: { type: "object", properties: { most: { type: "number" } }, required: ["most"] } as const },
    CLOSED: { description: "The shop is closed" },
  },
  handler: ({ sku }, { fail }) => {
    if (sku === "1") fail("OUT_OF_STOCK", { left: 2 });
    if (sku === "2") fail("CARD_REFUSED", { until: "2027-01-01" }, "The card is refused.");
    if (sku === "3") fail("LIMIT", { most: 1 });
    if (sku === "4") fail("CLOSED");
    // @ts-expect-error a code that is not declared
    if (sku === "5") fail("SOLD_OUT", { left: 2 });
    // @ts-expect-error details that do not fit
    if (sku === "6") fail("OUT_OF_STOCK", { left: "two" });
    // @ts-expect-error details that are missing
    if (sku === "7") fail("OUT_OF_STOCK");
    throw fail("CLOSED");
  },
});

const ping = defineOperation({
  ...common,
  name: "ping",
  namespace: "shop",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  // @ts-expect-error an operation that declares no errors has none to fail with
  handler: (_input, context) => context.fail("CLOSED"),
});

/** A context named in the handler itself: its env is known, its errors are not. */
const named = defineOperation({
  ...common,
  name: "named",
  namespace: "shop",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  errorSchemas: { CLOSED: {} },
  handler: (_input, { env }: OperationContext<OperationEnv<[typeof buy]>>) => env.shop.buy({ sku: "1" }),
});
expectTypeOf(buy).toExtend<AnyOperation>();
expectTypeOf(named).toExtend<AnyOperation>();

declare const env: OperationEnv<[typeof buy, typeof ping]>;
declare const registry: OperationRegistry;

interface BuyErrors {
  readonly OUT_OF_STOCK: { left: number };
  readonly CARD_REFUSED: { until: Date };
  readonly LIMIT: { most: number };
  readonly CLOSED: unknown;
}
expectTypeOf(env.shop.buy({ sku: "1" })).toExtend<Answer<{ order: string }, BuyErrors>>();
expectTypeOf(env.shop.ping()).toEqualTypeOf<Promise<ResponseEnvelope<string>>>();

for (const call of [env.shop.buy({ sku: "1" }), registry.execute(buy, { sku: "1" })]) {
  const bought = await safe(call);
  if (bought.ok) {
    expectTypeOf(bought.data).toEqualTypeOf<{ order: string }>();
  } else if (bought.declared) {
    const { error } = bought;
    if (error.code === "OUT_OF_STOCK") expectTypeOf(error.details.left).toEqualTypeOf<number>();
    if (error.code === "CARD_REFUSED") expectTypeOf(error.details.until).toEqualTypeOf<Date>();
    if (error.code === "CLOSED") expectTypeOf(error.details).toEqualTypeOf<unknown>();
    // @ts-expect-error a code that is not declared
    if (error.code === "SOLD_OUT") throw error;
  } else {
    expectTypeOf(bought.error).toEqualTypeOf<CallError>();
  }
}

try {
  await registry.execute(buy, { sku: "1" });
} catch (error) {
  if (isDeclaredError(error, buy) && error.code === "OUT_OF_STOCK")
    expectTypeOf(error).toEqualTypeOf<DeclaredCallError<"OUT_OF_STOCK", { left: number }>>();
}

/** An imported HTTP operation as `operations types` writes it: narrowed by the status. */
interface Generated extends GeneratedOperations {
  github: {
    get: {
      kind: "QUERY";
      input: { id: number };
      output: { title: string };
      errors: { EXECUTION_ERROR: { status: 404; body: { message: string } } | { status: number; body?: unknown } };
    };
  };
}
declare const generated: OperationEnv<Generated>;
const got = await safe(generated.github.get({ id: 1 }));
if (!got.ok && got.declared && got.error.details.status === 404)
  expectTypeOf(got.error.details.body.message).toEqualTypeOf<string>();

const untyped = await safe(registry.execute("some.operation", {}));
if (!untyped.ok) expectTypeOf(untyped.error).toEqualTypeOf<CallError>();
