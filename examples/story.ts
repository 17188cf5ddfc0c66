/**
 * A story in one process: it registers, calls, nests and streams operations. It prints what happens, and exits non-zero
 * if that is not what it expects.
 */
import assert from "node:assert/strict";
import {
  buildEnv,
  CallError,
  defineOperation,
  dispatch,
  OperationRegistry,
  OperationType,
  subscribe,
  Type,
  unwrap,
} from "../src/entries/index.ts";
import type { OperationContext, OperationEnv } from "../src/entries/index.ts";

const say = (text: string): void => console.log(text);

// 1. Declare. Handlers are typed by their schemas.
const openAccess = { requiredScopes: [] };

const convert = defineOperation({
  name: "convert",
  namespace: "weather",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Converts degrees Celsius to Fahrenheit",
  inputSchema: Type.Object({ celsius: Type.Number() }),
  outputSchema: Type.Object({ fahrenheit: Type.Number() }),
  accessControl: openAccess,
  handler: ({ celsius }) => ({ fahrenheit: celsius * 1.8 + 32 }),
});

const readings = new Map<string, number>();

const record = defineOperation({
  name: "record",
  namespace: "weather",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Records a reading; needs the scope weather:write",
  inputSchema: Type.Object({ city: Type.String({ minLength: 1 }), celsius: Type.Number() }),
  outputSchema: Type.Object({ readings: Type.Integer() }),
  accessControl: { requiredScopes: ["weather:write"] },
  handler: ({ city, celsius }) => {
    readings.set(city, celsius);
    return { readings: readings.size };
  },
});

const report = defineOperation({
  name: "report",
  namespace: "weather",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Records a reading and answers in Fahrenheit by calling the other two",
  inputSchema: record.inputSchema,
  outputSchema: Type.String(),
  accessControl: openAccess,
  handler: async (input, { env }: OperationContext<OperationEnv<[typeof convert, typeof record]>>) => {
    const { fahrenheit } = unwrap(await env.weather.convert({ celsius: input.celsius }));
    await env.weather.record(input);
    return `${input.city}: ${fahrenheit} °F`;
  },
});

const watch = defineOperation({
  name: "watch",
  namespace: "weather",
  version: "1.0.0",
  type: OperationType.SUBSCRIPTION,
  description: "Streams a temperature that rises forever",
  inputSchema: Type.Object({ from: Type.Number() }),
  outputSchema: Type.Object({ celsius: Type.Number() }),
  accessControl: openAccess,
  handler: async function* ({ from }) {
    try {
      for (let celsius = from; ; celsius++) yield { celsius };
    } finally {
      say("   (the stream's `finally` ran)");
    }
  },
});

// 2. Register.
const operations = [convert, record, report, watch] as const;
const registry = new OperationRegistry().registerAll(operations);
say(`1. Registered ${registry.list().length} operations in "weather".`);

// 3. Call. The answer looks the same for every source.
const { data, meta } = await registry.execute(convert, { celsius: 20 });
assert.equal(data.fahrenheit, 68);
assert.equal(meta.source, "local");
say(`2. weather.convert answered ${JSON.stringify(data)}, from a ${meta.source} handler.`);

// 4. The registry refuses bad input with paths, before the handler runs.
const refused = await registry
  .execute("weather.record", { city: "", celsius: "warm" })
  .catch((error: unknown) => error);
assert.ok(refused instanceof CallError && refused.code === "VALIDATION_ERROR");
say(`3. Bad input was refused: ${refused.message}`);

// 5. Nest. The caller's identity travels along, and its rights apply at every depth.
const bob = { id: "bob", scopes: ["weather:write"] };
const nested = await dispatch(registry, {
  id: "weather.report",
  input: { city: "Oslo", celsius: 5 },
  context: { identity: bob },
});
assert.equal(nested.data, "Oslo: 41 °F");
say(`4. weather.report called the other two for ${bob.id}: ${nested.data}.`);

const denied = await dispatch(registry, {
  id: "weather.report",
  input: { city: "Rome", celsius: 25 },
  context: { identity: { id: "eve", scopes: [] } },
}).catch((error: unknown) => error);
assert.ok(denied instanceof CallError && denied.code === "ACCESS_DENIED");
say(`5. For eve it was refused: ${denied.message}`);

// 6. Stream, and stop.
for await (const item of subscribe(registry, watch, { from: 20 })) {
  say(`6. weather.watch sent ${JSON.stringify(item.data)}`);
  if (item.data.celsius === 22) break;
}

// 7. A deadline ends a call that would never finish.
registry.register({
  ...convert,
  name: "stuck",
  outputSchema: Type.Unknown(),
  handler: (_input: unknown, { signal }: OperationContext) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
});
const env = buildEnv({ registry, context: { deadline: Date.now() + 50 } });
const late = await env["weather"]?.["stuck"]?.({ celsius: 1 }).catch((error: unknown) => error);
assert.ok(late instanceof CallError && late.code === "TIMEOUT");
say(`7. A call that never ends was ended by its deadline: ${late.code}, phase ${late.phase}.`);
