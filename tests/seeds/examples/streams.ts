// Seed 001: `subscribe()` and `PendingRequestMap.subscribe()` are async generators of envelopes.
import assert from "node:assert/strict";
import { buildCallHandler, createMemoryLinks, OperationRegistry, OperationType, PendingRequestMap, subscribe, Type } from "@alkdev/operations";
import { defineOperation, type ResponseEnvelope } from "@alkdev/operations";

let ended = 0;
const registry = new OperationRegistry();
registry.register(
  defineOperation({
    name: "ticks",
    namespace: "demo",
    version: "1.0.0",
    type: OperationType.SUBSCRIPTION,
    description: "Counts, then waits",
    inputSchema: Type.Object({}),
    outputSchema: Type.Integer(),
    accessControl: { requiredScopes: [] },
    async *handler(_input, { signal }) {
      try {
        yield 1;
        yield 2;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      } finally {
        ended++;
      }
    },
  }),
);
const [near, far] = createMemoryLinks();
buildCallHandler({ registry, callMap: new PendingRequestMap(far) });
const callMap = new PendingRequestMap(near);

const local = (): AsyncGenerator<ResponseEnvelope, void, unknown> => subscribe(registry, "demo.ticks", {});
const remote = (): AsyncGenerator<ResponseEnvelope, void, unknown> => callMap.subscribe("demo.ticks", {});

// Seed 001: "Publish `call.responded` via `callMap.respond(requestId, envelope)`": also seen by a spy.
{
  const [here, there] = createMemoryLinks();
  const answering = new PendingRequestMap(there);
  const responded: unknown[] = [];
  const original = answering.respond.bind(answering);
  answering.respond = (requestId, envelope, ...further) => {
    responded.push(envelope.data);
    original(requestId, envelope, ...further);
  };
  buildCallHandler({ registry, callMap: answering });
  const asking = new PendingRequestMap(here);
  const stream = asking.subscribe("demo.ticks", {});
  await stream.next();
  await stream.next();
  await stream.return();
  await endedBecomes(1);
  assert.deepEqual(responded, [1, 2]);
  registry.register({
    name: "one", namespace: "demo", version: "1.0.0", type: OperationType.QUERY, description: "One",
    inputSchema: Type.Object({}), outputSchema: Type.Integer(), accessControl: { requiredScopes: [] }, handler: () => 3,
  });
  await asking.call("demo.one", {});
  assert.deepEqual(responded, [1, 2, 3]);
}

async function endedBecomes(count: number): Promise<void> {
  while (ended < count) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(ended, count);
}

for (const open of [local, remote]) {
  ended = 0;
  // `throw()` ends the stream, runs the handler's `finally`, and rejects with what was thrown.
  const thrown = open();
  assert.equal((await thrown.next()).value?.data, 1);
  const reason = new Error("enough");
  await assert.rejects(thrown.throw(reason), reason);
  assert.deepEqual(await thrown.next(), { done: true, value: undefined });
  await endedBecomes(1);

  // Before the start and after the end too, as of any generator.
  const unused = open();
  await assert.rejects(unused.throw(reason), reason);
  assert.equal((await unused.next()).done, true);
  await assert.rejects(unused.throw(reason), reason);

  // `return()` does not wait for a `next()` that waits.
  const waiting = open();
  await waiting.next();
  await waiting.next();
  const pending = waiting.next();
  assert.deepEqual(await waiting.return(), { done: true, value: undefined });
  assert.deepEqual(await pending, { done: true, value: undefined });
  await endedBecomes(2);

  // A generator's `return()` may be given its value.
  const returned = (open === local ? subscribe(registry, "demo.ticks", {}) : callMap.subscribe("demo.ticks", {}));
  assert.deepEqual(await returned.return(undefined), { done: true, value: undefined });

  // `await using`
  const disposed = open();
  await disposed.next();
  await disposed[Symbol.asyncDispose]();
  await endedBecomes(3);

  // Delegation, as from one generator to another.
  const items: unknown[] = [];
  const delegating = async function* (): AsyncGenerator<ResponseEnvelope, void, unknown> {
    yield* open();
  };
  const outer = delegating();
  items.push((await outer.next()).value?.data);
  await assert.rejects(outer.throw(reason), reason);
  assert.deepEqual(items, [1]);
  await endedBecomes(4);
}
