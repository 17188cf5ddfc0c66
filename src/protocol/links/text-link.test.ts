import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { createChannelLink } from "./text-link.ts";
import type { TextLink } from "./text-link.ts";
import { createChannels } from "./channels.test-support.ts";
import type { TestChannel } from "./channels.test-support.ts";
import { settle } from "../peers/peers.test-support.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolEvent, ReceivedEvent } from "../wire/protocol-event.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

interface End {
  readonly link: TextLink;
  readonly channel: TestChannel;
  readonly events: ReceivedEvent[];
  readonly ends: CallError[];
  readonly counters: ReturnType<typeof newCounters>;
}

function createEnds(limits: Partial<ProtocolLimits> = {}): [End, End] {
  const end = (channel: TestChannel): End => {
    const counters = newCounters();
    const link = createChannelLink(channel, { limits: toProtocolLimits(limits), counters });
    const events: ReceivedEvent[] = [];
    const ends: CallError[] = [];
    link.listen({ event: (event) => void events.push(event), closed: (reason) => void ends.push(reason) });
    return { link, channel, events, ends, counters };
  };
  const [first, second] = createChannels();
  return [end(first), end(second)];
}

const credit = (n: number): ProtocolEvent => ({ type: "call.credit", requestId: "r", n });

describe("when events go over a channel of texts", () => {
  it("sends those of one tick in one frame", async () => {
    const [near, far] = createEnds();
    for (const n of [1, 2, 3]) near.link.send(credit(n));
    await settle();
    expect(near.channel.sent).toHaveLength(1);
    expect(far.events).toEqual([credit(1), credit(2), credit(3)]);
  });

  it("makes no frame larger than either side accepts", async () => {
    const [near] = createEnds({ maxFrameBytes: 4096 });
    near.link.limitFrames(1024);
    for (let n = 1; n <= 100; n++) near.link.send(credit(n));
    await settle();
    expect(near.channel.sent.length).toBeGreaterThan(4);
    expect(Math.max(...near.channel.sent.map((frame) => frame.length))).toBeLessThanOrEqual(1024);
    near.link.limitFrames(1_000_000);
    expect(() =>
      near.link.send({ type: "call.requested", requestId: "r", operationId: "a.b", input: "x".repeat(2000) }),
    ).toThrow(expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" }));
  });

  it("counts malformed frames and events, and continues", () => {
    const [{ channel, events, counters, ends }] = createEnds();
    channel.garbage();
    channel.deliver("{}");
    channel.deliver('[{"type":"x"},{"type":"peer.heartbeat"},{"type":"call.credit"}]');
    expect(events).toEqual([{ type: "peer.heartbeat" }]);
    expect(counters).toMatchObject({ malformedFrames: 2, malformedEvents: 2 });
    expect(ends).toEqual([]);
  });
});

describe("when such a link ends", () => {
  it("says why, lets what was sent arrive, and ends on both sides once", async () => {
    const [near, far] = createEnds();
    near.link.send(credit(1));
    near.link.close(new CallError("OVERLOADED", "Enough."));
    near.link.close();
    await settle();
    expect(far.events).toEqual([credit(1)]);
    expect(far.ends).toMatchObject([{ code: "CONNECTION_LOST", message: "second closed the connection: Enough." }]);
    expect(near.ends).toMatchObject([{ code: "OVERLOADED" }]);
    expect(() => far.link.send(credit(2))).toThrow(expect.objectContaining({ phase: "notStarted" }));
  });

  it("closes even if the reason is too long for its frames", async () => {
    const [near, far] = createEnds({ maxFrameBytes: 1024 });
    near.link.close(new CallError("CONNECTION_LOST", "\u0001".repeat(500)));
    await settle();
    expect([near.ends.length, far.ends.length]).toEqual([1, 1]);
  });

  it("delivers nothing that comes after its end in the same frame", () => {
    const [{ channel, events, ends }] = createEnds();
    channel.deliver('[{"type":"peer.closed","code":"X","message":"Bye."},{"type":"peer.heartbeat"}]');
    channel.deliver('[{"type":"peer.heartbeat"}]');
    expect(events).toEqual([]);
    expect(ends).toHaveLength(1);
  });

  it("ends at once and sends nothing to a peer that is gone", async () => {
    const [near, far] = createEnds();
    near.link.send(credit(1));
    near.link.destroy(new CallError("CONNECTION_LOST", "No sign of life."));
    await settle();
    expect(near.channel.sent).toEqual([]);
    expect(near.ends).toMatchObject([{ message: "No sign of life." }]);
    expect(far.ends).toMatchObject([{ code: "CONNECTION_LOST" }]);
  });

  it("ends when the other side reads nothing for too long", async () => {
    const [near] = createEnds({ maxQueuedBytes: 2000 });
    near.channel.bufferedBytes = 5000;
    near.link.send(credit(1));
    await settle();
    expect(near.ends).toMatchObject([{ code: "CONNECTION_LOST", message: expect.stringContaining("maxQueuedBytes") }]);
  });
});
