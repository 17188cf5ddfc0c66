/** Types of definitions and envs, checked by `npm run typecheck`. */
import * as v from "valibot";
import { Type } from "typebox";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { defineOperation } from "./define-operation.ts";
import type { AnyOperation, IOperationDefinition } from "./define-operation.ts";
import type { OperationContext } from "./operation-context.ts";
import type { OperationEnv, Subscription } from "./operation-env.ts";
import { OperationType } from "./operation-type.ts";

const common = { version: "1.0.0", description: "For the type tests", accessControl: { requiredScopes: [] } };

const add = defineOperation({
  ...common,
  name: "add",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number()) }),
  outputSchema: Type.Object({ sum: Type.Number() }),
  handler: async (input, context) => {
    expectTypeOf(input).toEqualTypeOf<{ a: number; b?: number }>();
    expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
    return { sum: input.a + (input.b ?? 0) };
  },
});

const ticks = defineOperation({
  ...common,
  name: "ticks",
  namespace: "math.time",
  type: OperationType.SUBSCRIPTION,
  inputSchema: z.object({ count: z.coerce.number() }),
  outputSchema: v.pipe(v.number(), v.transform(String)),
  handler: async function* (input) {
    expectTypeOf(input).toEqualTypeOf<{ count: number }>();
    for (let i = 0; i < input.count; i++) yield i;
  },
});

const noInput = defineOperation({
  ...common,
  name: "now",
  namespace: "math.time",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  handler: () => Date.now(),
});

const composed = defineOperation({
  ...common,
  name: "composed",
  namespace: "math",
  type: OperationType.MUTATION,
  inputSchema: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } as const,
  outputSchema: Type.Unknown(),
  handler: async (input, { env }: OperationContext<OperationEnv<[typeof add]>>) => {
    expectTypeOf(input.x).toEqualTypeOf<number>();
    expectTypeOf(env.math.add).returns.toEqualTypeOf<Promise<ResponseEnvelope<{ sum: number }>>>();
    return env.math.add({ a: input.x });
  },
});

defineOperation({
  ...common,
  name: "wrong",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ sum: Type.Number() }),
  // @ts-expect-error the result does not fit the output schema
  handler: () => ({ sum: "three" }),
});

const operations = [add, ticks, noInput] as const;
declare const env: OperationEnv<typeof operations>;
declare const envOfModule: OperationEnv<{ add: typeof add; ticks: typeof ticks }>;

expectTypeOf(env.math.add).parameter(0).toEqualTypeOf<{ a: number; b?: number }>();
expectTypeOf(env.math.time.ticks).returns.toEqualTypeOf<Subscription<string>>();
expectTypeOf(env.math.time.now).toBeCallableWith();
expectTypeOf(envOfModule.math.time.ticks).returns.toEqualTypeOf<Subscription<string>>();
// @ts-expect-error an operation that is not there
void env.math.subtract;
// @ts-expect-error a wrong input
void env.math.add({ a: "1" });

expectTypeOf(add).toExtend<AnyOperation>();
expectTypeOf(ticks).toExtend<AnyOperation>();
expectTypeOf(composed).toExtend<AnyOperation>();

const satisfied = {
  ...common,
  name: "satisfied",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ name: Type.String() }),
  outputSchema: Type.Object({ result: Type.String() }),
  handler: async (input) => ({ result: `Hello, ${String(input["name"])}` }),
} satisfies IOperationDefinition;
expectTypeOf(satisfied).toExtend<AnyOperation>();
