import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bus } from "./bus.ts";
import { connectBus } from "./bus-peer.ts";
import type { BusPeer, ConnectBusOptions } from "./bus-peer.ts";
import { createMemoryBroker } from "./memory-bus.ts";
import type { ProtocolEvent } from "./protocol-event.ts";

interface Frame {
  readonly from: string;
  readonly link?: string;
  readonly to?: string;
  readonly n?: number;
  readonly events: readonly ProtocolEvent[];
}

let broker: ReturnType<typeof createMemoryBroker>;
let wire: Bus;
let peers: BusPeer[];

beforeEach(() => {
  broker = createMemoryBroker();
  wire = broker.connect();
  peers = [];
});

afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close({ graceMs: 0 })));
});

async function join(options: Partial<ConnectBusOptions> = {}): Promise<BusPeer> {
  const peer = await connectBus({ transport: broker.connect(), ...options });
  peers.push(peer);
  return peer;
}

/** What is sent to a topic. */
async function listen(topic: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  await wire.subscribe(topic, { text: (text) => void frames.push(JSON.parse(text) as Frame) });
  return frames;
}

const send = (topic: string, frame: Frame): boolean => wire.publish(topic, JSON.stringify(frame));
const hello = (peerId: string, protocol = 1): ProtocolEvent => ({ type: "peer.hello", protocol, peerId });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const spec = {
  name: "balance",
  namespace: "bank",
  version: "1.0.0",
  type: "QUERY" as const,
  description: "",
  inputSchema: Type.Object({}),
  outputSchema: Type.Integer(),
  accessControl: { requiredScopes: [] },
};

describe("when a peer on a bus is hostile", () => {
  it("cannot guess the ids of links to others from the id of its own", async () => {
    const seenByOne = await listen("operations.peer.one");
    const seenByTwo = await listen("operations.peer.two");
    await join({ peerId: "victim" });
    for (const from of ["one", "two"]) send("operations.peers", { from, events: [hello(from)] });
    await expect.poll(() => [seenByOne.length, seenByTwo.length]).toEqual([1, 1]);
    const [one, two] = [seenByOne[0]?.link ?? "", seenByTwo[0]?.link ?? ""];
    const parts = new Set(one.split("."));
    expect(two.split(".").filter((part) => parts.has(part))).toEqual([]);
  });

  it("cannot answer a call with a frame that does not know this end of the link", async () => {
    const seen = await listen("operations.peer.bank-1");
    const caller = await join({ peerId: "caller" });
    send("operations.peers", { from: "bank-1", events: [hello("bank-1")] });
    await expect.poll(() => seen.length).toBe(1);
    const offered: ProtocolEvent = { type: "peer.offered", operations: [spec] };
    send("operations.peer.caller", { from: "bank-1", link: "forged", n: 1, events: [offered] });
    await caller.waitFor("bank.balance");
    const answer = caller.call("bank.balance", {}, { deadline: Date.now() + 300 });
    const failed = expect(answer).rejects.toMatchObject({ code: "TIMEOUT" });
    const requests = () => seen.flatMap(({ events }) => events).filter(({ type }) => type === "call.requested");
    await expect.poll(() => requests().length).toBe(1);
    const { requestId } = requests()[0] as { requestId: string };
    const output = { data: 0, meta: { source: "local" as const, operationId: "bank.balance", timestamp: 1 } };
    const events: ProtocolEvent[] = [{ type: "call.responded", requestId, output }];
    send("operations.peer.caller", { from: "bank-1", link: "forged", n: 2, events });
    await failed;
    expect(caller.counters.strayAnswers).toBe(1);
  });

  it.each(["a b", "a.b", "*", ">", "a\r\nPUB x 0\r\n", 'a {"id":"ada"}', ""])(
    "is not met under an id that is no part of a topic: %j",
    async (from) => {
      const peer = await join({ peerId: "victim" });
      send("operations.peers", { from, events: [{ type: "peer.heartbeat" }] });
      send("operations.peer.victim", { from, link: "l", n: 1, events: [] });
      await turn();
      expect(peer.peers()).toEqual([]);
      expect(peer.counters.malformedFrames).toBe(2);
    },
  );

  it("is not taken for the peer itself", async () => {
    const peer = await join({ peerId: "victim" });
    send("operations.peer.victim", {
      from: "victim",
      link: "l",
      n: 1,
      events: [{ type: "peer.offered", operations: [spec] }],
    });
    await turn();
    expect(peer.peers()).toEqual([]);
    expect(peer.registry.has("bank.balance")).toBe(false);
  });

  it("is refused when it speaks another version on the link itself", async () => {
    const seen = await listen("operations.peer.later");
    const peer = await join({ peerId: "victim" });
    const events: ProtocolEvent[] = [hello("later", 2), { type: "peer.offered", operations: [spec] }];
    send("operations.peer.victim", { from: "later", link: "l", n: 1, events });
    await expect.poll(() => seen.flatMap((frame) => frame.events).at(-1)).toMatchObject({ code: "PROTOCOL_ERROR" });
    expect(peer.registry.has("bank.balance")).toBe(false);
    send("operations.peers", { from: "later", events: [{ type: "peer.heartbeat" }] });
    await turn();
    expect(seen).toHaveLength(1);
  });
});
