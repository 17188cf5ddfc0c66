import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import type { ElicitationAnswer } from "../../operation/caller-request.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { Bus } from "./bus.ts";
import { connectBus } from "../peers/bus-peer.ts";
import type { BusPeer, ConnectBusOptions } from "../peers/bus-peer.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

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

/** The messages to a topic. */
async function listen(topic: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  await wire.subscribe(topic, { text: (text) => void frames.push(JSON.parse(text) as Frame) });
  return frames;
}

const send = (topic: string, frame: Frame): boolean => wire.publish(topic, JSON.stringify(frame));
const hello = (peerId: string, protocol = 1): ProtocolEvent => ({ type: "peer.hello", protocol, peerId });
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
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

const bank = (handler: () => number | Promise<number> = () => 7): OperationRegistry =>
  new OperationRegistry().register(defineOperation({ ...spec, handler }));

/** A peer that mistakes another process for the bank, although that process does not know its end of the link. */
async function callerOfForger() {
  const seen = await listen("operations.peer.bank-1");
  const caller = await join({ peerId: "caller" });
  send("operations.peers", { from: "bank-1", events: [hello("bank-1")] });
  await expect.poll(() => seen.length).toBe(1);
  const offered: ProtocolEvent = { type: "peer.offered", operations: [spec] };
  send("operations.peer.caller", { from: "bank-1", link: "forged", n: 1, events: [offered] });
  await caller.waitFor("bank.balance");
  const requests = () => seen.flatMap(({ events }) => events).filter(({ type }) => type === "call.requested");
  return { caller, requests };
}

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
    const { caller, requests } = await callerOfForger();
    const outcome = outcomeOf(caller.call("bank.balance", {}, { deadline: Date.now() + 1000 }));
    await expect.poll(() => requests().length).toBe(1);
    const { requestId } = requests()[0] as { requestId: string };
    const output = { data: 0, meta: { source: "local" as const, operationId: "bank.balance", timestamp: 1 } };
    const events: ProtocolEvent[] = [{ type: "call.responded", requestId, output }];
    send("operations.peer.caller", { from: "bank-1", link: "forged", n: 2, events });
    expect(await outcome).toMatchObject({ code: "TIMEOUT" });
    expect(caller.counters.strayAnswers).toBe(1);
  });

  it("cannot report or ask anything in the name of a handler with a frame that does not know this end", async () => {
    const { caller, requests } = await callerOfForger();
    const heard: unknown[] = [];
    const onElicitation = (question: unknown): ElicitationAnswer => {
      heard.push(question);
      return { action: "accept" };
    };
    const options = { deadline: Date.now() + 1000, onProgress: (report: unknown) => heard.push(report), onElicitation };
    const outcome = outcomeOf(caller.call("bank.balance", {}, options));
    await expect.poll(() => requests()).toMatchObject([{ wants: ["progress", "questions"] }]);
    const { requestId } = requests()[0] as { requestId: string };
    const events: ProtocolEvent[] = [
      { type: "call.progress", requestId, progress: 1 },
      { type: "call.question", requestId, questionId: "1", mode: "form", message: "Your password?" },
      { type: "call.withdrawn", requestId, questionId: "1" },
    ];
    send("operations.peer.caller", { from: "bank-1", link: "forged", n: 2, events });
    expect(await outcome).toMatchObject({ code: "TIMEOUT" });
    expect([heard, caller.counters.strayAnswers]).toEqual([[], 3]);
  });

  it.each(["a b", "a.b", "*", ">", "a\r\nPUB x 0\r\n", 'a {"id":"ada"}', ""])(
    "is ignored under an id that cannot be part of a topic: %j",
    async (from) => {
      const peer = await join({ peerId: "victim" });
      send("operations.peers", { from, events: [{ type: "peer.heartbeat" }] });
      send("operations.peer.victim", { from, link: "l", n: 1, events: [] });
      await turn();
      expect(peer.peers()).toEqual([]);
      expect(peer.counters.malformedFrames).toBe(2);
    },
  );

  it("is not mistaken for the peer itself", async () => {
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

  it("cannot separate two peers for long with a forged link", async () => {
    const limits = { heartbeatMs: 100 };
    const responder = await join({ peerId: "bank-1", registry: bank(), limits });
    const caller = await join({ peerId: "caller", limits });
    await caller.waitFor("bank.balance");
    // Long enough that neither has anything left to send to the other.
    await new Promise((resolve) => setTimeout(resolve, limits.heartbeatMs * 3));
    for (const [from, to] of [
      ["bank-1", "caller"],
      ["caller", "bank-1"],
    ] as const) {
      send(`operations.peer.${to}`, { from, link: "forged", n: 1, events: [] });
      await turn();
      const balance = async () => (await caller.call("bank.balance", {}).catch(() => undefined))?.data;
      await expect.poll(balance).toBe(7);
    }
    await expect.poll(() => responder.peers()).toEqual(["caller"]);
  });

  it("is refused if it uses another version on the link itself", async () => {
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

/** A handwritten peer that answers everything that it receives, and so shows that it reads it. */
async function meet(peer: BusPeer, from: string) {
  const seen = await listen(`operations.peer.${from}`);
  send("operations.peers", { from, events: [hello(from)] });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const { link: to = "" } = seen.at(-1) as Frame;
  let n = 0;
  const link = `${from}'s end of ${to}`;
  const topic = `operations.peer.${peer.id}`;
  const say = (...events: ProtocolEvent[]): boolean => send(topic, { from, link, to, n: ++n, events });
  const head = (): string => `{"from":"${from}","link":"${link}","to":"${to}","n":${++n},"events":[`;
  say(hello(from));
  return { seen, topic, say, head };
}

const typesIn = (frames: readonly Frame[]): string[] => frames.flatMap(({ events }) => events.map(({ type }) => type));
const offersIn = (frames: readonly Frame[]): number => typesIn(frames).filter((type) => type === "peer.offered").length;

describe("when the id of a call is too long for its caller's frames", () => {
  const requestId = "\u0001".repeat(128);

  async function ask(event: Partial<ProtocolEvent>, handler?: () => number | Promise<number>) {
    const seen = await listen("operations.peer.tiny");
    const victim = await join({ peerId: "victim", registry: bank(handler).register(none) });
    const events = [{ ...hello("tiny"), maxFrameBytes: 1024 } as ProtocolEvent];
    send("operations.peer.victim", { from: "tiny", link: "end", n: 1, events });
    const request = { type: "call.requested", requestId, operationId: "bank.balance", input: {}, ...event };
    send("operations.peer.victim", { from: "tiny", link: "end", n: 2, events: [request as ProtocolEvent] });
    const reasons = () => seen.flatMap(({ events: heard }) => heard).filter(({ type }) => type === "peer.closed");
    return { victim, reasons };
  }

  const none = defineOperation({
    ...spec,
    name: "none",
    type: "SUBSCRIPTION",
    // oxlint-disable-next-line require-yield -- a stream without items
    async *handler(): AsyncGenerator<number> {
      await turn();
    },
  });

  it.each([
    ["a call", {}],
    ["a call of an unknown operation", { operationId: "bank.robbery" }],
    ["a stream without items", { operationId: "bank.none", window: 1 }],
  ])("ends the link for %s, which could not be answered", async (_, event) => {
    const { reasons } = await ask(event);
    await expect.poll(reasons).toMatchObject([{ code: "PROTOCOL_ERROR" }]);
  });

  it("leaves, even though it cannot tell the caller", async () => {
    let hasBegun = false;
    const { victim } = await ask({}, () => {
      hasBegun = true;
      return new Promise<number>(() => undefined);
    });
    await expect.poll(() => hasBegun).toBe(true);
    await expect(victim.close({ graceMs: 0 })).resolves.toBeUndefined();
  });
});

describe("when a process says hello for others", () => {
  it("sends offers only to a peer that reads its messages", async () => {
    const seen = await listen("operations.peer.ghost");
    await join({ peerId: "victim", registry: bank() });
    for (let times = 0; times < 10; times++) {
      send("operations.peers", { from: "ghost", events: [hello("ghost")] });
      await turn();
      send("operations.peer.victim", { from: "ghost", link: `l${times}`, n: 1, events: [hello("ghost")] });
      await turn();
    }
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(10);
    expect(new Set(typesIn(seen))).toEqual(new Set(["peer.hello", "peer.heartbeat"]));
  });

  it("announces its offers to a peer once, and again after a while, however often the peer returns", async () => {
    const heartbeatMs = 1200;
    const victim = await join({ peerId: "victim", registry: bank(), limits: { heartbeatMs } });
    const met = performance.now();
    const { seen } = await meet(victim, "friend");
    await expect.poll(() => offersIn(seen)).toBe(1);
    for (let times = 0; times < 10; times++) await meet(victim, "friend");
    await turn();
    // One, unless the machine has paused for so long that the next one was due.
    expect(offersIn(seen)).toBeLessThanOrEqual(1 + Math.floor((performance.now() - met) / heartbeatMs));
    await expect.poll(() => offersIn(seen)).toBe(2);
    const last = seen.findLast(({ events }) => events.some(({ type }) => type === "peer.offered"));
    expect(last?.link).toBe(seen.findLast(({ events }) => events.some(({ type }) => type === "peer.hello"))?.link);
  });

  it("does not repeat them because the peer claims to have left in between", async () => {
    const victim = await join({ peerId: "victim", registry: bank(), limits: { heartbeatMs: 60_000 } });
    const { seen } = await meet(victim, "friend");
    await expect.poll(() => offersIn(seen)).toBe(1);
    send("operations.peers", { from: "friend", events: [{ type: "peer.closed", code: "X", message: "" }] });
    await meet(victim, "friend");
    await turn();
    expect(offersIn(seen)).toBe(1);
  });
});

describe("when a frame is longer than this peer accepts", () => {
  const tooLong = "x".repeat(3000);

  it("does not read it, counts it, and ends its link at once with the phase of each call", async () => {
    const caller = await join({ peerId: "caller", limits: { maxFrameBytes: 2048 } });
    const { say, head, topic, seen } = await meet(caller, "bank-1");
    say({ type: "peer.offered", operations: [spec, { ...spec, name: "other" }] });
    await caller.waitFor("bank.balance");
    const outcomes = ["bank.balance", "bank.other"].map((id) => outcomeOf(caller.call(id, {})));
    await expect.poll(() => typesIn(seen).filter((type) => type === "call.requested").length).toBe(2);
    const requests = seen.flatMap(({ events }) => events).filter((event) => event.type === "call.requested");
    const { requestId = "" } = requests[0] ?? {};
    say({ type: "call.accepted", requestId, responderId: "bank-1", started: true });
    // Not JSON: parsing it would fail.
    wire.publish(topic, `${head()}${tooLong}`);
    const code = "CONNECTION_LOST";
    const message = expect.stringContaining("2048 bytes (maxFrameBytes)") as string;
    expect(await Promise.all(outcomes)).toEqual([
      expect.objectContaining({ code, phase: "started", message }),
      expect.objectContaining({ code, phase: "unknown", message }),
    ]);
    expect(caller.counters.malformedFrames).toBe(1);
    expect(typesIn(seen)).toContain("peer.closed");
  });

  it("counts it and continues if the sender does not know the link", async () => {
    const caller = await join({ peerId: "caller", limits: { maxFrameBytes: 2048 } });
    const { say, topic } = await meet(caller, "bank-1");
    say({ type: "peer.offered", operations: [spec] });
    await caller.waitFor("bank.balance");
    const forged = [
      `{"from":"bank-1","link":"forged","to":"forged","n":9,"events":["${tooLong}"]}`,
      `{"from":"bank-1","link":"forged","n":1,"events":["${tooLong}"]}`,
      `{"events":["${tooLong}"],"from":"bank-1","link":"forged","n":1}`,
      tooLong,
      "ü".repeat(1500),
    ];
    for (const text of forged) wire.publish(topic, text);
    wire.publish("operations.peers", `{"from":"bank-1","events":["${tooLong}"]}`);
    await turn();
    expect(caller.counters).toMatchObject({ malformedFrames: forged.length + 1, strayAnswers: 0 });
    expect(caller.registry.has("bank.balance")).toBe(true);
  });
});

describe("when a peer has left", () => {
  it("accepts no more peers while its subscriptions end", async () => {
    const transport = broker.connect();
    let stopped: () => void = () => undefined;
    const slow: Bus = {
      ...transport,
      get state() {
        return transport.state;
      },
      async subscribe(topic, receiver) {
        const subscription = await transport.subscribe(topic, receiver);
        return { stop: () => new Promise((resolve) => (stopped = () => resolve(subscription.stop()))) };
      },
    };
    const leaving = await connectBus({ transport: slow, peerId: "leaving" });
    const staying = await join({ peerId: "staying", registry: bank() });
    await leaving.waitFor("bank.balance");
    const seen = await listen("operations.peer.staying");
    void leaving.close({ graceMs: 0 });
    await expect.poll(() => staying.peers()).toEqual([]);
    const before = seen.length;
    send("operations.peers", { from: "staying", events: [{ type: "peer.heartbeat" }] });
    send("operations.peer.leaving", {
      from: "staying",
      link: "new",
      n: 1,
      events: [{ type: "peer.offered", operations: [spec] }],
    });
    await turn();
    stopped();
    expect(seen).toHaveLength(before);
    expect(leaving.registry.has("bank.balance")).toBe(false);
  });

  it("ends an unlimited wait for an operation", async () => {
    const peer = await join();
    const waiting = outcomeOf(peer.waitFor("bank.balance", Infinity));
    // A timer of this many milliseconds would fire at once.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await peer.close({ graceMs: 0 });
    expect(await waiting).toMatchObject({ message: "No peer offers bank.balance: this peer has left." });
  });

  it("ends a wait for an operation", async () => {
    const peer = await join();
    const outcome = outcomeOf(peer.waitFor("bank.balance", 60_000));
    await peer.close();
    expect(await outcome).toMatchObject({ code: "NO_RESPONDER" });
    await expect(peer.waitFor("bank.balance", 60_000)).rejects.toMatchObject({ code: "NO_RESPONDER" });
  });
});

describe("when the other side has begun over because of the end that this side has just begun", () => {
  it("pairs that end with the new one, and does not begin over in turn", async () => {
    const seen = await listen("operations.peer.friend");
    await join({ peerId: "caller", registry: bank() });
    const topic = "operations.peer.caller";
    // The hello of an end that its own side has given up meanwhile.
    send(topic, { from: "friend", link: "given-up", n: 1, events: [hello("friend")] });
    await expect.poll(() => seen.length).toBe(1);
    const [{ link = "" } = {}] = seen;
    send(topic, { from: "friend", link: "new", to: link, n: 1, events: [hello("friend")] });
    await expect.poll(() => offersIn(seen)).toBe(1);
    expect(new Set(seen.map((frame) => frame.link))).toEqual(new Set([link]));
    expect(seen.at(-1)?.to).toBe("new");
  });
});
