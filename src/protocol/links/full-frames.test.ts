/** Frames of very many events, and events of very many values. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import { createChannels } from "./channels.test-support.ts";
import { createChannelLink } from "./text-link.ts";

const COUNT = 60_000;
const credits = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ type: "call.credit", requestId: "r", n: from + index }));

function createReceiver() {
  const [channel, other] = createChannels();
  const counters = newCounters();
  const link = createChannelLink(channel, { limits: toProtocolLimits(), counters });
  const events: ReceivedEvent[] = [];
  link.listen({ event: (event) => void events.push(event), closed: () => undefined });
  return { other, link, counters, events, numbers: () => events.map((event) => (event as { n?: number }).n) };
}

describe("when a frame contains very many events", () => {
  it("delivers them over several turns of the event loop, and later events after them", async () => {
    const { other, events, numbers } = createReceiver();
    other.send(JSON.stringify(credits(1, COUNT)));
    other.send(JSON.stringify(credits(COUNT + 1, 3)));
    const seen = new Set<number>();
    while (events.length < COUNT + 3) {
      await turn();
      seen.add(events.length);
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(numbers()).toEqual(Array.from({ length: COUNT + 3 }, (_, index) => index + 1));
  });

  it("delivers them before it reports the end of the connection", async () => {
    const { other, link, events } = createReceiver();
    other.send(JSON.stringify(credits(1, COUNT)));
    other.destroy();
    await until(() => link.closedBy !== undefined, { what: "the link has ended" });
    expect(events.length).toBe(COUNT);
  });

  it("delivers nothing after the link was closed in between", async () => {
    const { other, link, events } = createReceiver();
    link.listen({ event: () => events.length === 1000 && link.close(), closed: () => undefined });
    other.send(JSON.stringify(credits(1, COUNT)));
    await until(() => link.closedBy !== undefined, { what: "the link is closed" });
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(events.length).toBe(1000);
  });
});

describe("when a frame would take long to parse", () => {
  it("ends the link, unread", async () => {
    const { other, link, counters } = createReceiver();
    other.send(`[${"{},".repeat(1_000_000)}{}]`);
    await until(() => link.closedBy !== undefined, { what: "the link has ended" });
    expect(link.closedBy?.message).toContain("more values");
    expect(counters.malformedFrames).toBe(1);
  });

  it("is never sent: the sender gets the error", () => {
    const { link } = createReceiver();
    const input = Array.from({ length: 500_000 }, () => ({}));
    expect(() => link.send({ type: "call.requested", requestId: "r", operationId: "a.b", input })).toThrow(
      expect.objectContaining({ code: "PAYLOAD_TOO_LARGE", phase: "notStarted" }),
    );
  });
});
