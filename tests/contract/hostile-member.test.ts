/** A member of a bus that reads and publishes everything, but lacks the others' secret. */
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectToNats, headers } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMemoryBroker } from "../../src/protocol/links/memory-bus.ts";
import type { BusPeer } from "../../src/protocol/peers/bus-peer.ts";
import type { Bus } from "../../src/protocol/ports/bus.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import { connectBus, natsBus, signedIdentity } from "../../src/entries/nats.ts";
import { redisBus } from "../../src/entries/redis.ts";
import { startBroker, type BrokerServer } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";

const SECRET = "a secret that all honest members of this bus share";
const ada = { id: "ada", scopes: ["bank"] };
const limits = { heartbeatMs: 300 };
const kinds = (["memory", "redis", "nats"] as const).filter((kind) => !isLeftOut(kind));

interface Heard {
  readonly topic: string;
  readonly text: string;
}

describe.each(kinds)("when a member without the secret attacks the others on %s", (kind) => {
  const memory = createMemoryBroker();
  let broker: BrokerServer | undefined;
  let mallory: Bus;
  let heard: Heard[];
  let caller: BusPeer;
  let bank: BusPeer;
  let runs: string[];

  const connect = async (): Promise<Bus> => {
    if (kind === "redis") return await redisBus({ url: broker?.url ?? "" });
    return kind === "nats" ? await natsBus({ servers: broker?.url ?? "" }) : memory.connect();
  };

  const operation = (by: string) =>
    defineOperation({
      name: "pay",
      namespace: "bank",
      version: "1.0.0",
      type: OperationType.MUTATION,
      description: "Pays",
      inputSchema: Type.Object({ to: Type.String() }),
      outputSchema: Type.Object({ by: Type.String() }),
      accessControl: { requiredScopes: ["bank"] },
      handler: async ({ to }, { identity }) => {
        runs.push(`${identity?.id} pays ${to}`);
        if (to.startsWith("slowly")) await sleep(300);
        return { by };
      },
    });

  const join = async (peerId: string, registry = new OperationRegistry()): Promise<BusPeer> =>
    await connectBus({
      transport: await connect(),
      registry,
      peerId,
      limits,
      identity: signedIdentity({ secret: SECRET, identity: ada }),
      onError: () => undefined,
    });

  beforeAll(async () => {
    if (kind !== "memory") broker = await startBroker(kind);
  });

  afterAll(async () => await broker?.stop());

  beforeEach(async () => {
    runs = [];
    heard = [];
    mallory = await connect();
    for (const topic of ["operations.peers", "operations.peer.caller", "operations.peer.bank"])
      await mallory.subscribe(topic, { text: (text) => void heard.push({ topic, text }) });
    bank = await join("bank", new OperationRegistry().register(operation("bank")));
    caller = await join("caller");
    await caller.waitFor("bank.pay", 30_000);
  });

  afterEach(async () => {
    await Promise.all([caller.close({ graceMs: 0 }), bank.close({ graceMs: 0 }), mallory.close()]);
  });

  /** By now, both have refused this many texts. */
  const refused = async (peer: BusPeer, atLeast: number): Promise<void> =>
    await until(() => peer.counters.unsealedTexts >= atLeast);

  /** Calls until an answer arrives: on a machine that pauses, links end by themselves. */
  const pay = async (to: string): Promise<unknown> => {
    for (;;) {
      await caller.waitFor("bank.pay", 30_000);
      const answer = await caller.call("bank.pay", { to }).catch((error: unknown) => error);
      if (!(answer instanceof Error)) return (answer as { data: unknown }).data;
      if ((answer as { phase?: string }).phase === "started") throw answer;
    }
  };

  /** The frame inside a sealed text. */
  const frameIn = (text: string): Record<string, unknown> =>
    JSON.parse(text.slice(text.indexOf("{"))) as Record<string, unknown>;

  it("cannot offer operations, or replace those of others", async () => {
    const { inputSchema, outputSchema, ...spec } = operation("mallory");
    const offer = { ...spec, handler: undefined, inputSchema, outputSchema };
    for (const from of ["mallory", "bank"]) {
      const head = { from, link: "m", n: 1 };
      const hello = { type: "peer.hello", protocol: 1, peerId: from };
      mallory.publish("operations.peers", JSON.stringify({ from, instance: "m", n: 1, events: [hello] }));
      const offers = { type: "peer.offered", operations: [{ ...offer, name: "steal" }, offer] };
      mallory.publish("operations.peer.caller", JSON.stringify({ ...head, events: [hello, offers] }));
    }
    await refused(caller, 4);
    expect(caller.registry.has("bank.steal")).toBe(false);
    expect(caller.peers()).toEqual(["bank"]);
    expect(await pay("bob")).toEqual({ by: "bank" });
  });

  it("cannot answer a call, although it knows the call and both ends of the link", async () => {
    await mallory.subscribe("operations.peer.bank", {
      text(text) {
        const { from, link, to, n, events } = frameIn(text) as {
          n: number;
          events: Array<Record<string, unknown>>;
        } & Record<string, unknown>;
        for (const { type, requestId } of events) {
          if (type !== "call.requested") continue;
          const meta = { source: "local", operationId: "bank.pay", timestamp: 0 };
          const answer = { type: "call.responded", requestId, output: { data: { by: "mallory" }, meta } };
          for (let ahead = 0; ahead < 5; ahead++)
            mallory.publish(
              `operations.peer.${String(from)}`,
              JSON.stringify({ from: "bank", link: to, to: link, n: n + ahead, events: [answer] }),
            );
        }
      },
    });
    for (let index = 0; index < 5; index++) expect(await pay(`bob-${index}`)).toEqual({ by: "bank" });
    await refused(caller, 5);
  });

  it("finds no token in what it reads, and cannot reuse the text of a call", async () => {
    expect(await pay("bob")).toEqual({ by: "bank" });
    const calls = heard.filter(({ text }) => text.includes("call.requested"));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.some(({ text }) => text.includes('"token"'))).toBe(false);
    for (const { topic, text } of calls) {
      // The same text again: unchanged, on another topic, with another payee, for another operation, with another
      // text's seal.
      mallory.publish(topic, text);
      mallory.publish("operations.peers", text);
      mallory.publish(topic, text.replace("bob", "eve"));
      mallory.publish(topic, text.replace("bank.pay", "bank.all"));
      mallory.publish(topic, `${calls[0]?.text.slice(0, 43)}${text.slice(43).replace("bob", "eve")}`);
      mallory.publish(topic, text.slice(43));
    }
    await refused(bank, 5);
    expect(await pay("carol")).toEqual({ by: "bank" });
    expect(runs).toEqual(["ada pays bob", "ada pays carol"]);
  });

  it("cannot keep a departed peer alive with its own or replayed heartbeats", async () => {
    const signs = heard.filter(({ topic, text }) => topic === "operations.peers" && frameIn(text)["from"] === "bank");
    expect(signs.length).toBeGreaterThan(0);
    await bank.close({ graceMs: 0 });
    let n = 0;
    const timer = setInterval(() => {
      const forged = { from: "bank", instance: "m", n: ++n, events: [{ type: "peer.heartbeat" }] };
      mallory.publish("operations.peers", JSON.stringify(forged));
      for (const { topic, text } of signs) mallory.publish(topic, text);
    }, 50);
    try {
      await until(() => caller.peers().length === 0, { withinMs: 30_000 });
      const { unsealedTexts, strayAnswers } = caller.counters;
      await until(() => caller.counters.unsealedTexts > unsealedTexts + 20);
      expect(caller.counters.strayAnswers).toBeGreaterThan(strayAnswers);
      expect(caller.peers()).toEqual([]);
      const failure = await caller.call("bank.pay", { to: "bob" }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ phase: "notStarted" });
    } finally {
      clearInterval(timer);
    }
  });

  it("cannot end a link, report that a peer has left, or take a peer's id", async () => {
    expect(await pay("bob")).toEqual({ by: "bank" });
    const closed = { type: "peer.closed", code: "CONNECTION_LOST", message: "gone" };
    const hello = { type: "peer.hello", protocol: 1, peerId: "bank" };
    for (const events of [[closed], [hello]]) {
      mallory.publish("operations.peers", JSON.stringify({ from: "bank", instance: "m", n: 99, events }));
      mallory.publish("operations.peer.caller", JSON.stringify({ from: "bank", link: "m", n: 1, events }));
    }
    mallory.publish("operations.peer.caller", `{"from":"bank","events":["${"x".repeat(70_000)}"]}`);
    await refused(caller, 5);
    await refused(bank, 2);
    expect(bank.counters.conflictingPeerIds).toBe(0);
    expect(caller.peers()).toEqual(["bank"]);
    expect(await pay("carol")).toEqual({ by: "bank" });
  });

  it.runIf(kind === "nats")("cannot say in the name of the broker that nobody listens", async () => {
    const eve = await connectToNats({ servers: broker?.url ?? "" });
    let said = 0;
    eve.subscribe("operations.peer.bank", {
      callback: (_error, { reply }) => {
        if (reply !== undefined && reply !== "") eve.publish(reply, "", { headers: headers(503, "No Responders") });
        said++;
      },
    });
    await eve.flush();
    await caller.waitFor("bank.pay", 30_000);
    const before = said;
    // Not repeated, as a call that certainly did not start would be.
    expect(await caller.call("bank.pay", { to: "slowly bob" }).catch((error: unknown) => error)).toMatchObject({
      data: { by: "bank" },
    });
    expect(said).toBeGreaterThan(before);
    expect(runs).toEqual(["ada pays slowly bob"]);
    await eve.close();
  });

  it("is ignored with a wrong secret, and learns what is missing without one", async () => {
    const errors: string[] = [];
    const onError = (error: unknown): void => void errors.push((error as Error).message);
    const stranger = await connectBus({
      transport: await connect(),
      registry: new OperationRegistry().register(operation("stranger")),
      identity: signedIdentity({ secret: `${SECRET}, or another` }),
      limits,
      onError,
    });
    const unarmed = await connectBus({ transport: await connect(), limits, onError });
    await refused(caller, 2);
    await until(() => errors.some((error) => error.includes("this peer has none")));
    expect([stranger.peers(), unarmed.peers()]).toEqual([[], []]);
    expect(caller.peers()).toEqual(["bank"]);
    await Promise.all([stranger.close({ graceMs: 0 }), unarmed.close({ graceMs: 0 })]);
  });
});
