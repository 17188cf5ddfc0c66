import { AsyncResource } from "node:async_hooks";
import { expect, it } from "vitest";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { collectGarbage } from "../../../shared/collect-garbage.test-support.ts";
import { CallerTracker } from "./caller-tracker.ts";

it("lets go of a call that has ended, although a connection that the call has opened lives on", async () => {
  const tracker = new CallerTracker(true);
  const connections: AsyncResource[] = [];
  const contexts: Array<WeakRef<object>> = [];
  for (let count = 0; count < 20; count++) {
    const context = { requestId: String(count) } as OperationContext;
    contexts.push(new WeakRef(context));
    await tracker.during(context, async (call) => {
      const connection = new AsyncResource("connection");
      connections.push(connection);
      tracker.sent(call, count);
      expect(connection.runInAsyncScope(() => tracker.find())).toEqual({ call });
    });
  }
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  // The last few may still be on the stack.
  expect(contexts.filter((context) => context.deref() !== undefined).length).toBeLessThan(5);
  expect(connections.map((connection) => connection.runInAsyncScope(() => tracker.find().call))).toEqual(
    connections.map(() => undefined),
  );
});
