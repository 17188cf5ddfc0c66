import { Type } from "typebox";
import { expect, it } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { connectBus } from "./bus-peer.ts";
import { createMemoryBroker } from "./memory-bus.ts";

it("does not say notStarted of a call that was forwarded before, and may have run then", async () => {
  const broker = createMemoryBroker();
  let runs = 0;
  const offered = new OperationRegistry().register(
    defineOperation({
      name: "pay",
      namespace: "bank",
      version: "1.0.0",
      type: "MUTATION",
      idempotent: true,
      description: "",
      inputSchema: Type.Object({}),
      outputSchema: Type.Integer(),
      accessControl: { requiredScopes: [] },
      handler: () => {
        runs++;
        throw new CallError("OVERLOADED", "Later.", undefined, { retryable: true, phase: "started" });
      },
    }),
  );
  const verify = async () => ({ identity: { id: "ada", scopes: [] }, expiresAt: Date.now() + 60_000 });
  const sign = async () => undefined;
  const bank = await connectBus({ transport: broker.connect(), registry: offered, identity: { sign, verify } });
  const controller = new AbortController();
  let signings = 0;
  const caller = await connectBus({
    transport: broker.connect(),
    identity: {
      async sign() {
        // Too short to be kept.
        if (++signings === 1) return { token: "t", expiresAt: Date.now() };
        controller.abort();
        return await new Promise<never>(() => undefined);
      },
      verify,
    },
  });
  caller.registry.use(async (_call, next) => await next().catch(next));
  await caller.waitFor("bank.pay");
  const call = caller.registry.execute("bank.pay", {}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({
    code: "ABORTED",
    phase: expect.not.stringMatching("notStarted") as string,
  });
  expect([runs, signings]).toEqual([1, 2]);
  await caller.close({ graceMs: 0 });
  await bank.close({ graceMs: 0 });
});
