import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "./operation-registry.ts";
import { subscribe } from "./subscribe.ts";

const numbers = defineOperation({
  name: "numbers",
  namespace: "demo",
  version: "1.0.0",
  type: "SUBSCRIPTION",
  description: "",
  inputSchema: Type.Object({}),
  outputSchema: Type.Integer(),
  accessControl: { requiredScopes: [] },
  handler: async function* () {
    yield 1;
    yield 2;
  },
});

/** A stream through a middleware with its own way of asking for items. */
function streamThrough(next: (source: AsyncIterator<unknown>, count: number) => unknown) {
  const registry = new OperationRegistry().register(numbers);
  registry.use(async (_call, proceed) => {
    const source = ((await proceed()) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    let count = 0;
    return { [Symbol.asyncIterator]: () => ({ next: () => next(source, ++count) }) } as never;
  });
  return subscribe(registry, "demo.numbers", {});
}

describe("when the iterator of a middleware breaks the rules", () => {
  const throwing = (source: AsyncIterator<unknown>, count: number): unknown => {
    if (count > 1) throw new Error("broken");
    return source.next();
  };

  it.each([
    ["throws at once", throwing],
    [
      "answers with nothing",
      (source: AsyncIterator<unknown>, count: number) => (count > 1 ? undefined : source.next()),
    ],
  ])("ends a stream that %s, for every waiting reader", async (_what, next) => {
    const items = streamThrough(next);
    expect(await items.next()).toMatchObject({ value: { data: 1 } });
    const [failed, behind] = await Promise.allSettled([items.next(), items.next()]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code: "EXECUTION_ERROR" } });
    expect(behind).toMatchObject({ value: { done: true } });
    expect(await items.next()).toMatchObject({ done: true });
  });

  it("accepts an item without a promise", async () => {
    const items = streamThrough((_source, count) => ({ done: count > 2, value: count }));
    expect(await items.next()).toEqual({ done: false, value: 1 });
    expect(await items.next()).toEqual({ done: false, value: 2 });
    expect(await items.next()).toMatchObject({ done: true });
  });
});
