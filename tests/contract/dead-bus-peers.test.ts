/** What callers on a bus notice of peers that are killed, or stopped for a while. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/entries/client.ts";
import { connectBus } from "../../src/entries/nats.ts";
import type { BusPeer } from "../../src/entries/nats.ts";
import { subscribe } from "../../src/entries/index.ts";
import type { ResponseEnvelope } from "../../src/entries/index.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { startChildPeer } from "../support/child-peer.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { connectBroker, SharedBrokers } from "./link-pairs.ts";

const brokers = new SharedBrokers();
const kinds = (["nats", "redis"] as const).filter((kind) => !isLeftOut(kind));

afterAll(() => brokers.stop());

async function startPeer(kind: BrokerKind, name: string) {
  const { url } = await brokers.server(kind);
  let began = 0;
  const child = startChildPeer("tests/support/programs/counting-peer.ts", {
    args: [kind, url, name],
    onMessage: () => void began++,
  });
  onTestFinished(async () => void (await child.kill()));
  await child.ready;
  return { child, began: () => began };
}

async function startCaller(kind: BrokerKind, responders: number): Promise<BusPeer> {
  const { port } = await brokers.server(kind);
  const caller = await connectBus({ transport: await connectBroker(kind, port) });
  onTestFinished(() => caller.close({ graceMs: 0 }));
  await caller.waitFor("count.one");
  await until(() => caller.peers().length >= responders);
  // Every peer has answered once, so every link is in use.
  const names = new Set<unknown>();
  await until(async () => names.add((await caller.call("count.one", { ms: 0 })).data).size === responders);
  return caller;
}

/** Returns a function that waits until the broker itself knows that the only peer has gone. */
async function watchPeer(kind: BrokerKind, caller: BusPeer): Promise<() => Promise<void>> {
  const { port } = await brokers.server(kind);
  const bus = await connectBroker(kind, port);
  onTestFinished(() => bus.close());
  let isGone = false;
  bus.onUnheard(() => (isGone = true));
  const topic = `operations.peer.${caller.peers()[0]}`;
  const ask = (): boolean => {
    bus.publish(topic, "?", "asked");
    return isGone;
  };
  // Redis tells it only of a topic that had a subscriber before.
  ask();
  return () => until(ask);
}

interface Counted {
  readonly n: number;
  readonly by: string;
}

type Counting = AsyncIterable<ResponseEnvelope<Counted>>;

/** The ways to read a stream of another peer. */
const readers: ReadonlyArray<readonly [string, (caller: BusPeer) => Counting]> = [
  ["a client of the peer", (caller) => createClient(caller)["count"]?.["to"]?.({ end: 60 }) as unknown as Counting],
  ["the registry", (caller) => subscribe<Counted>(caller.registry, "count.to", { end: 60 })],
];

describe.each(kinds)("when a peer on %s is killed", (kind) => {
  it.each(readers)("continues streams with ids of %s at another peer, which also gets all calls", async (_by, read) => {
    const peers = { a: await startPeer(kind, "a"), b: await startPeer(kind, "b") };
    const caller = await startCaller(kind, 2);
    const got: Counted[] = [];
    for await (const { data } of read(caller)) {
      got.push(data);
      if (got.length === 20) void peers[data.by as "a" | "b"].child.kill();
    }
    expect(got.map(({ n }) => n)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(got.map(({ by }) => by)).size).toBe(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.call("count.one", { ms: 0 })));
    expect(new Set(answers.map(({ data }) => data))).toEqual(new Set([got.at(-1)?.by]));
  });

  it("fails calls as not started if it was the only one, and ends those that it had begun", async () => {
    const only = await startPeer(kind, "only");
    const caller = await startCaller(kind, 1);
    const running = failureOf(caller.call("count.one", { ms: 60_000 }));
    await until(() => only.began() === 1);
    // Its answer comes after the word that the first call has begun.
    await caller.call("count.one", { ms: 0 });
    const gone = await watchPeer(kind, caller);
    await only.child.kill();
    await gone();
    // Both learn of it from the broker: by its silence, they would learn of it within six seconds.
    const later = await failureOf(caller.call("count.one", { ms: 0 }));
    expect(later).toMatchObject({ phase: "notStarted", retryable: true });
    expect(await running).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
  });
});

describe.each(kinds)("when a peer on %s stands still for three seconds", (kind) => {
  it("loses no call", async () => {
    const { child, began } = await startPeer(kind, "only");
    const caller = await startCaller(kind, 1);
    const running = caller.call("count.one", { ms: 100 });
    await until(() => began() === 1);
    child.stop();
    const waiting = Array.from({ length: 20 }, () => caller.call("count.one", { ms: 0 }));
    await sleep(3000);
    child.continue();
    const answers = await Promise.all([running, ...waiting]);
    expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 21 }, () => "only"));
  });
});

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no failure",
    (thrown: unknown) => thrown,
  );
}
