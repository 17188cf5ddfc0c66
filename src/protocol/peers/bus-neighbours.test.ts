import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { BusNeighbours } from "./bus-neighbours.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";

const A_DAY = 24 * 60 * 60 * 1000;

describe("when a sender announces peers that do not exist", () => {
  const counters = newCounters();
  let neighbours: BusNeighbours;
  let broker: ReturnType<typeof createMemoryBroker>;

  beforeEach(() => {
    broker = createMemoryBroker();
    const registry = new OperationRegistry();
    neighbours = new BusNeighbours({
      ownId: "self",
      bus: broker.connect(),
      registry,
      imports: registry,
      identity: undefined,
      offer: undefined,
      limits: toProtocolLimits(),
      counters,
      topicOf: (peerId) => peerId,
      onError: (error) => expect.unreachable(String(error)),
    });
  });

  afterEach(() => neighbours.close());

  it("forgets them, however long a silence they announce", () => {
    const hello = { type: "peer.hello", protocol: 1, peerId: "ghost", heartbeatMs: 1e300 } as const;
    neighbours.hear({ from: "ghost", events: [hello] });
    neighbours.receive({ from: "wraith", link: "l", n: 1, events: [hello], dropped: 0 });
    expect(neighbours.ids()).toEqual(["ghost", "wraith"]);
    neighbours.look(Date.now() + A_DAY);
    expect(neighbours.ids()).toEqual([]);
  });

  it("says in whole milliseconds how long a peer was silent", async () => {
    const texts: string[] = [];
    await broker.connect().subscribe("ghost", { text: (text) => void texts.push(text) });
    neighbours.hear({ from: "ghost", events: [{ type: "peer.hello", protocol: 1, peerId: "ghost" }] });
    neighbours.look(performance.now() + A_DAY);
    await expect.poll(() => texts.join("\n")).toMatch(/ghost has been silent for \d+ ms\./);
  });

  it("knows at most 10,000, and counts the others", () => {
    for (let index = 0; index < 10_002; index++)
      neighbours.hear({ from: `ghost-${index}`, events: [{ type: "peer.heartbeat" }] });
    expect(neighbours.ids()).toHaveLength(10_000);
    expect(counters.refusedHandshakes).toBe(2);
  });
});
