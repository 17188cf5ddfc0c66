/** Endless streams for readers that take one item per 50 ms, over every link at the same time, for 30 seconds. */
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { Contract } from "./link-pair.ts";
import type { MakePair } from "./link-pair.ts";
import { busPair, connectBroker, memoryPair, SharedBrokers, webSocketPair } from "./link-pairs.ts";

const RUN_MS = 30_000;
const TAKE_EVERY_MS = 50;
/** After this time every window is full and the code is warm. */
const WARM_UP_MS = 5000;
const MIB = 1024 * 1024;

interface Case {
  readonly name: string;
  readonly makePair: MakePair;
  readonly window: number;
  readonly itemBytes: number;
}

interface Outcome {
  readonly taken: number;
  /** Whether the items arrived in order, without a gap. */
  readonly isInOrder: boolean;
  /** The largest lead of the handler over the reader, in items. */
  readonly mostAhead: number;
  /** The most bytes that waited to be sent. */
  readonly mostQueued: number;
}

const brokers = new SharedBrokers();
const brokerKinds = (["redis", "nats"] as const).filter((kind) => !isLeftOut(kind));
/** Credit arrives in halves of a window. Windows are small, so that many credits arrive in one run. */
const small = { window: 64, itemBytes: 10_000 };
const large = { window: 16, itemBytes: 200_000 };
const cases: Case[] = [
  { name: "memory", makePair: memoryPair, ...small },
  { name: "WebSocket", makePair: webSocketPair, ...small },
  { name: "WebSocket, large items", makePair: webSocketPair, ...large },
  ...brokerKinds.flatMap((kind) => [
    { name: kind, makePair: brokers.pair(kind), ...small },
    { name: `${kind}, large items`, makePair: brokers.pair(kind), ...large },
  ]),
];

afterAll(() => brokers.stop());

describe("when the reader is slow for 30 seconds", () => {
  const outcomes = new Map<string, Outcome>();
  const memory: number[] = [];

  beforeAll(async () => {
    const until = Date.now() + RUN_MS;
    const running = Promise.all(cases.map(async (each) => outcomes.set(each.name, await readSlowly(each, until))));
    await Promise.all([running, watchMemory(memory, until)]);
  }, RUN_MS + 60_000);

  it.each(cases)("is at most one window ahead of it, over $name", ({ name, window, itemBytes }) => {
    const { taken, isInOrder, mostAhead, mostQueued } = outcomes.get(name) as Outcome;
    // The number depends on the machine, which may pause for seconds.
    expect(taken).toBeGreaterThan(0);
    expect(isInOrder).toBe(true);
    // One item that the handler has made but may not send yet.
    expect(mostAhead).toBeLessThanOrEqual(window + 1);
    // A stream adds nothing while a mebibyte waits. Anything beyond that was made in one turn.
    expect(mostQueued).toBeLessThan(2 * MIB + itemBytes);
  });

  it("keeps memory flat", () => {
    const third = Math.floor(memory.length / 3);
    expect(third).toBeGreaterThan(0);
    const [first, last] = [Math.min(...memory.slice(0, third)), Math.min(...memory.slice(-third))];
    // The handlers could make hundreds of mebibytes in each second.
    expect(last - first).toBeLessThan(32 * MIB);
  });
});

describe.each(brokerKinds)("when no bytes reach %s", (kind) => {
  it("makes few large items, and continues without a gap when the connection recovers", async () => {
    const { port } = await brokers.server(kind);
    const proxy = await startTcpProxy(port);
    const ports = [port, proxy.port];
    const contract = await Contract.make(busPair(() => connectBroker(kind, ports.shift() ?? port)));
    try {
      const stream = contract.caller.subscribe("test.endless", { text: "x".repeat(200_000) });
      await stream.next();
      proxy.pause("up");
      const left = contract.seen.produced;
      let produced: number;
      do {
        ({ produced } = contract.seen);
        await sleep(500);
      } while (contract.seen.produced > produced);
      // Not the whole window: a mebibyte, and what the system's buffers hold.
      expect(produced - left).toBeLessThan(150);
      proxy.resume();
      for (let n = 2; n < 200; n++) expect((await stream.next()).value?.data).toMatchObject({ n });
      await stream.return();
      await contract.expectNothingLeft();
    } finally {
      await contract.pair.close();
      await proxy.close();
    }
  });
});

async function readSlowly({ makePair, window, itemBytes }: Case, until: number): Promise<Outcome> {
  const contract = await Contract.make(makePair, { limits: { window } });
  const { seen } = contract;
  let [taken, mostAhead, mostQueued, isInOrder] = [0, 0, 0, true];
  for await (const { data } of contract.caller.subscribe("test.endless", { text: "x".repeat(itemBytes) })) {
    taken++;
    isInOrder &&= (data as { n: number }).n === taken;
    mostAhead = Math.max(mostAhead, seen.produced - taken);
    mostQueued = Math.max(mostQueued, contract.pair.far.queuedBytes);
    if (Date.now() > until) break;
    await sleep(TAKE_EVERY_MS);
  }
  await vi.waitFor(
    () => expect([seen.finished, contract.caller.size, contract.handler.size]).toEqual([1, 0, 0]),
    20_000,
  );
  await contract.pair.close();
  return { taken, isInOrder, mostAhead, mostQueued };
}

/** Memory in use after a garbage collection. */
async function watchMemory(into: number[], until: number): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  await sleep(WARM_UP_MS);
  while (Date.now() < until) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    into.push(heapUsed + external);
    await sleep(1000);
  }
}
