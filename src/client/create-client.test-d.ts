/** Types of remote clients, checked by `npm run typecheck`. */
import { Type } from "typebox";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { safe } from "../operation/declared-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { ElicitationRequest } from "../operation/caller-request.ts";
import type { Progress } from "../operation/operation-context.ts";
import type { OperationEnv, Subscription, UntypedEnv } from "../operation/operation-env.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import type { ClientCallOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { overHTTP } from "./over-http.ts";
import { overWebSocket } from "./over-websocket.ts";
import type { OperationClient, RemoteCaller } from "./create-client.ts";
import { PendingRequestMap } from "../protocol/caller/pending-request-map.ts";

const common = { version: "1.0.0", description: "For the type tests", accessControl: { requiredScopes: [] } };

const add = defineOperation({
  ...common,
  name: "add",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number()) }),
  outputSchema: Type.Object({ sum: Type.Number() }),
  handler: ({ a, b = 0 }) => ({ sum: a + b }),
});

const ticks = defineOperation({
  ...common,
  name: "ticks",
  namespace: "math.time",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  async *handler() {
    yield 1;
  },
});

const when = defineOperation({
  ...common,
  name: "when",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: z.object({ at: z.date() }),
  outputSchema: z.object({ at: z.date(), bytes: z.instanceof(Uint8Array), list: z.array(z.date()).optional() }),
  errorSchemas: { LATE: { schema: z.object({ since: z.date() }) } },
  handler: ({ at }) => ({ at, bytes: new Uint8Array() }),
});

const operations = [add, ticks] as const;
const caller = new PendingRequestMap();

const byType = createClient<typeof operations>(caller);
const byValue = createClient(caller, operations, { timeoutMs: 100 });
const byModule = createClient(caller, { add, ticks });

expectTypeOf(byType).toEqualTypeOf<OperationClient<typeof operations>>();
expectTypeOf(byValue).toEqualTypeOf<OperationClient<typeof operations>>();
expectTypeOf(byType).toExtend<OperationEnv<typeof operations>>();
expectTypeOf(byModule.math.add).returns.toEqualTypeOf<Promise<ResponseEnvelope<{ sum: number }>>>();
expectTypeOf(byType.math.time.ticks).returns.toEqualTypeOf<Subscription<number>>();
expectTypeOf(createClient(caller)).toExtend<UntypedEnv>();
expectTypeOf(byType.math.add).parameter(1).toEqualTypeOf<ClientCallOptions | undefined>();
void createClient(caller)["math"]?.["add"]?.({ a: 1 }, { timeoutMs: 100 });
void byType.math.time.ticks(undefined, { window: 1 });
// @ts-expect-error an option that is none
void byType.math.add({ a: 1 }, { timeout: 100 });
// @ts-expect-error the index of an element is no option
void [{ a: 1 }].map(byType.math.add);
// @ts-expect-error a wrong input
void byType.math.add({ a: "1" });
// @ts-expect-error an operation that is not there
void byType.math.subtract;

// After its journey, data is what JSON made of it.
const dates = createClient<[typeof when]>(caller);
expectTypeOf(dates.math.when).parameter(0).toEqualTypeOf<{ at: string }>();
const answered = await safe(dates.math.when({ at: "2026-11-17T00:00:00Z" }));
if (answered.ok) {
  expectTypeOf(answered.data.at).toEqualTypeOf<string>();
  expectTypeOf(answered.data.list).toEqualTypeOf<string[] | undefined>();
  expectTypeOf(answered.data.bytes).toExtend<Uint8Array>();
} else if (answered.declared && answered.error.code === "LATE") {
  expectTypeOf(answered.error.details.since).toEqualTypeOf<string>();
}
expectTypeOf(overHTTP({ url: "https://hub.example" })).toExtend<RemoteCaller>();
expectTypeOf(overWebSocket).returns.toExtend<RemoteCaller>();

void caller.call(
  "math.add",
  {},
  {
    onProgress: (report) => expectTypeOf(report).toEqualTypeOf<Progress>(),
    onElicitation: (question) => {
      expectTypeOf(question).toEqualTypeOf<ElicitationRequest>();
      return { action: "decline" };
    },
  },
);
// @ts-expect-error an answer that is none
void caller.call("math.add", {}, { onElicitation: () => "yes" });

expectTypeOf<PendingRequestMap>().toExtend<RemoteCaller>();
expectTypeOf<OperationRegistry>().not.toExtend<RemoteCaller>();
