import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { connectBus } from "./bus-peer.ts";
import type { BusPeer, ConnectBusOptions } from "./bus-peer.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";

const limits = { heartbeatMs: 60 };

let broker: ReturnType<typeof createMemoryBroker>;
let peers: BusPeer[];
let problems: string[];

beforeEach(() => {
  broker = createMemoryBroker();
  peers = [];
  problems = [];
});

afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close({ graceMs: 0 })));
});

async function join(options: Partial<ConnectBusOptions> = {}): Promise<BusPeer> {
  const onError = (error: unknown): void => void problems.push(String(error));
  const peer = await connectBus({ transport: broker.connect(), limits, onError, ...options });
  peers.push(peer);
  return peer;
}

const who = (name: string): OperationRegistry =>
  new OperationRegistry().register(
    defineOperation({
      name: "name",
      namespace: "who",
      version: "1.0.0",
      type: "QUERY",
      description: "",
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      accessControl: { requiredScopes: [] },
      handler: () => name,
    }),
  );

const answerTo = (caller: BusPeer) => async (): Promise<unknown> =>
  (await caller.call("who.name", {}).catch(() => undefined))?.data;

describe("when two processes join a bus under the same id", () => {
  it("gives it to the last one, informs both, and counts the conflict", async () => {
    const caller = await join();
    const first = await join({ peerId: "twin", registry: who("first") });
    await caller.waitFor("who.name");
    const second = await join({ peerId: "twin", registry: who("second") });
    await expect.poll(() => problems.length).toBe(3);
    expect(
      problems.filter((problem) => problem.includes('uses the peerId "twin": give each process its own')),
    ).toHaveLength(2);
    expect(problems.filter((problem) => problem.includes("this one gives way until that one has left"))).toHaveLength(
      1,
    );
    await expect.poll(answerTo(caller)).toBe("second");
    expect(first.peers()).toEqual([]);
    expect(second.peers()).toEqual([caller.id]);
    expect(first.counters.conflictingPeerIds).toBeGreaterThan(0);
    expect(second.counters.conflictingPeerIds).toBeGreaterThan(0);
    expect(caller.counters.conflictingPeerIds).toBe(0);
    await expect(first.call("who.name", {})).rejects.toMatchObject({ phase: "notStarted" });
  });

  it("gives the id back to the first when the second has left, or has fallen silent", async () => {
    const caller = await join();
    const first = await join({ peerId: "twin", registry: who("first") });
    const second = await join({ peerId: "twin", registry: who("second") });
    await expect.poll(answerTo(caller)).toBe("second");
    await second.close();
    await expect.poll(answerTo(caller)).toBe("first");
    const transport = broker.connect();
    await join({ peerId: "twin", registry: who("third"), transport });
    await expect.poll(answerTo(caller)).toBe("third");
    await transport.close();
    await expect.poll(answerTo(caller)).toBe("first");
    expect(first.peers()).toEqual([caller.id]);
  });

  it("does not disturb the other when the one that yielded leaves", async () => {
    const caller = await join();
    const first = await join({ peerId: "twin", registry: who("first") });
    await join({ peerId: "twin", registry: who("second") });
    await expect.poll(() => first.peers()).toEqual([]);
    await expect.poll(answerTo(caller)).toBe("second");
    await first.close();
    expect(await answerTo(caller)()).toBe("second");
  });

  it("settles on one of them if they join at the same moment", async () => {
    const caller = await join();
    const twins = await Promise.all(["first", "second"].map((name) => join({ peerId: "twin", registry: who(name) })));
    await expect.poll(() => twins.filter((peer) => peer.peers().length === 0)).toHaveLength(1);
    await expect.poll(answerTo(caller)).toBeTypeOf("string");
  });
});

describe("when a sender only claims to be this peer", () => {
  it("keeps its id, and reports the claim once", async () => {
    const peer = await join({ peerId: "self", registry: who("self") });
    const caller = await join();
    await caller.waitFor("who.name");
    const mallory = broker.connect();
    const say = (topic: string, frame: object): boolean =>
      mallory.publish(`operations.${topic}`, JSON.stringify(frame));
    const hello = { type: "peer.hello", protocol: 1, peerId: "self" };
    say("peers", { from: "self", instance: "guessed", events: [hello] });
    say("peers", { from: "self", events: [{ type: "peer.heartbeat" }] });
    say("peer.self", { from: "self", instance: "guessed", to: "guessed", events: [] });
    say("peer.self", { from: "self", link: "question", events: [] });
    await expect.poll(() => peer.counters.conflictingPeerIds).toBe(4);
    await expect.poll(answerTo(caller)).toBe("self");
    expect(problems).toHaveLength(1);
    await mallory.close();
  });
});

describe("when a peer is alone with its id", () => {
  it("does not mistake its own messages for those of another", async () => {
    const peer = await join({ peerId: "self" });
    await join();
    await expect.poll(() => peer.peers().length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, limits.heartbeatMs * 3));
    expect(peer.counters.conflictingPeerIds).toBe(0);
    expect(problems).toEqual([]);
  });
});
