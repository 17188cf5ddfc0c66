import { Type } from "typebox";
import { afterAll, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { connectBus } from "./bus-peer.ts";
import { createMemoryLinks } from "../links/memory-link.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import { Spoke } from "./spoke.ts";

it("does not report notStarted for a call that was forwarded and may have run", async () => {
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

describe("when a handler rethrows an error of its own call to another peer", () => {
  const closed = new PendingRequestMap(createMemoryLinks()[0]);
  closed.close();
  const alone = connectBus({ transport: createMemoryBroker().connect() });
  const spoke = new Spoke({ url: "ws://nowhere", open: () => new Promise(() => undefined) });
  const invalid = { deadline: Number.NaN };

  it.each<[string, () => Promise<unknown>, string]>([
    ["over a closed link", () => closed.call("demo.echo"), "CONNECTION_LOST"],
    ["of a stream over such a link", () => closed.subscribe("demo.echo").next(), "CONNECTION_LOST"],
    ["with invalid options", () => closed.call("demo.echo", 1, invalid), "VALIDATION_ERROR"],
    ["by a spoke that is not connected", () => spoke.call("demo.echo"), "CONNECTION_LOST"],
    ["on a bus where no peer offers it", async () => await (await alone).call("demo.echo"), "NO_RESPONDER"],
    ["of a stream on such a bus", async () => await (await alone).subscribe("demo.echo").next(), "NO_RESPONDER"],
  ])("says that the handler has started, and does not run it again: %s", async (_, callOn, code) => {
    const broker = createMemoryBroker();
    let runs = 0;
    const responders = await Promise.all(
      [1, 2].map(() =>
        connectBus({
          transport: broker.connect(),
          registry: new OperationRegistry().register(
            defineOperation({
              name: "order",
              namespace: "shop",
              version: "1.0.0",
              type: "MUTATION",
              description: "",
              inputSchema: Type.Object({}),
              outputSchema: Type.Unknown(),
              accessControl: { requiredScopes: [] },
              handler: async () => {
                runs++;
                return await callOn();
              },
            }),
          ),
        }),
      ),
    );
    const caller = await connectBus({ transport: broker.connect() });
    await expect.poll(() => caller.peers().length).toBe(2);
    await caller.waitFor("shop.order");
    await expect(caller.registry.execute("shop.order", {})).rejects.toMatchObject({ code, phase: "started" });
    expect(runs).toBe(1);
    await Promise.all([caller, ...responders].map((peer) => peer.close({ graceMs: 0 })));
  });

  afterAll(async () => {
    spoke.close();
    await (await alone).close();
  });
});
