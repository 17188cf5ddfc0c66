import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { Bus } from "../ports/bus.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";
import { BusEnd } from "./bus-end.ts";
import { createMemoryBroker } from "./memory-bus.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";

describe("when a broker does not accept what is published", () => {
  it("ends the link whose answers make too many bytes wait", async () => {
    const memory = createMemoryBroker().connect();
    let bufferedBytes = 0;
    const bus: Bus = {
      ...memory,
      state: "connected",
      get bufferedBytes() {
        return bufferedBytes;
      },
    };
    const limits = toProtocolLimits({ maxQueuedBytes: 10_000 });
    const { link } = new BusEnd({ bus, limits, from: "self", peerId: "other", topic: "other" });
    link.send({ type: "peer.heartbeat" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(link.closedBy).toBeUndefined();
    bufferedBytes = 10_001;
    expect(() => link.send({ type: "call.requested", requestId: "a", operationId: "a.b" })).toThrow(/maxQueuedBytes/);
    expect(link.closedBy).toBeUndefined();
    link.send({ type: "call.completed", requestId: "b", seq: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(link.closedBy).toMatchObject({ code: "CONNECTION_LOST", message: expect.stringContaining("10000 bytes") });
  });
});

describe("when a frame of a bus contains very many events", () => {
  const events = (count: number, from = 0): ReceivedEvent[] =>
    Array.from({ length: count }, (_, index) => ({ type: "call.completed", requestId: `r${from + index}`, seq: 1 }));

  const someTurns = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  function newEnd(): { end: BusEnd; received: string[] } {
    const bus = createMemoryBroker().connect();
    const end = new BusEnd({ bus, limits: toProtocolLimits({}), from: "self", peerId: "other", topic: "other" });
    const received: string[] = [];
    end.link.receive = (batch) => {
      for (const event of batch) received.push((event as { requestId: string }).requestId);
      const busyUntil = performance.now() + 5;
      while (performance.now() < busyUntil);
    };
    return { end, received };
  }

  it("delivers them in parts, in order and before those of later frames, and lets other work run", async () => {
    const { end, received } = newEnd();
    expect(end.receive(1, events(2000))).toBe(true);
    expect(received.length).toBeLessThan(2000);
    expect(end.receive(2, events(1, 2000))).toBe(true);
    let turns = 0;
    while (received.length < 2001) {
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(turns).toBeGreaterThan(3);
    expect(received).toEqual(events(2001).map((event) => (event as { requestId: string }).requestId));
    expect(end.receive(3, events(1, 2001))).toBe(true);
    await expect.poll(() => received.length).toBe(2002);
  });

  it("ends a link when more events wait than can be read, and reads none of them", async () => {
    const { end, received } = newEnd();
    const many = events(128);
    let frames = 0;
    expect(end.receive(++frames, events(2000))).toBe(true);
    const read = received.length;
    while (end.receive(++frames, many)) expect(frames).toBeLessThan(3000);
    await someTurns();
    expect(received.length).toBe(read);
  });

  it("reads nothing more once the link has ended", async () => {
    const { end, received } = newEnd();
    expect(end.receive(1, events(2000))).toBe(true);
    const read = received.length;
    end.link.lose(new CallError("CONNECTION_LOST", "The peer has gone."));
    await someTurns();
    expect(received.length).toBe(read);
  });
});
