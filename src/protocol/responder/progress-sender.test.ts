import { afterEach, describe, expect, it } from "vitest";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { createChannelLink } from "../links/text-link.ts";
import { createChannels } from "../links/channels.test-support.ts";
import { settle } from "../peers/peers.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import { ProgressSender } from "./progress-sender.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";

function createSender(limits = {}) {
  const [channel] = createChannels();
  const link = createChannelLink(channel, { limits: toProtocolLimits(limits), counters: newCounters() });
  const sent = () => channel.sent.flatMap((text) => JSON.parse(text) as Array<Record<string, unknown>>);
  const accepted: number[] = [];
  const sender = new ProgressSender({ requestId: "r", link, accept: () => accepted.push(sent().length) });
  return { sender, channel, link, sent, accepted };
}

const senders: ProgressSender[] = [];

afterEach(() => {
  for (const sender of senders.splice(0)) sender.cut();
  expect(waitingDeadlines()).toBe(0);
});

describe("when a handler reports", () => {
  it("sends the latest of a tick, after the acceptance of the call", async () => {
    const { sender, sent, accepted } = createSender();
    senders.push(sender);
    for (let progress = 1; progress <= 1000; progress++) sender.report({ progress, total: 1000 });
    await settle();
    expect(sent()).toEqual([{ type: "call.progress", requestId: "r", progress: 1000, total: 1000 }]);
    expect(accepted).toEqual([0]);
  });

  it("delays a later report, and sends the first one after a silence at once", async () => {
    const { sender, sent } = createSender();
    senders.push(sender);
    sender.report({ progress: 1 });
    await settle();
    sender.report({ progress: 2 });
    sender.report({ progress: 3 });
    await settle(1);
    await until(() => sent().length === 2);
    await until(() => waitingDeadlines() === 0);
    sender.report({ progress: 4 });
    await settle();
    expect(sent().map(({ progress }) => progress)).toEqual([1, 3, 4]);
  });

  it("keeps the report unchanged, even if its object changes", async () => {
    const { sender, sent } = createSender();
    senders.push(sender);
    const report = { progress: 1, message: "first" };
    sender.report(report);
    report.progress = NaN;
    report.message = "second";
    await settle();
    expect(sent()).toMatchObject([{ progress: 1, message: "first" }]);
  });

  it("leaves out values that JSON cannot express, and cuts long messages", async () => {
    const { sender, sent } = createSender();
    senders.push(sender);
    sender.report({ progress: 1, total: Infinity, message: "x".repeat(5000) });
    sender.report({ progress: NaN });
    await settle();
    expect(sent()).toEqual([{ type: "call.progress", requestId: "r", progress: 1, message: "x".repeat(4096) }]);
  });

  it("drops a report that is too large for the link's frames", async () => {
    const { sender, sent } = createSender({ maxFrameBytes: 1024 });
    senders.push(sender);
    sender.report({ progress: 1, message: "x".repeat(5000) });
    await settle();
    expect(sent()).toEqual([]);
    sender.report({ progress: 2 });
    sender.end();
    await settle();
    expect(sent()).toMatchObject([{ progress: 2 }]);
  });

  it("waits while the other side does not keep up, and then sends the latest", async () => {
    const { sender, sent, channel } = createSender();
    senders.push(sender);
    channel.bufferedBytes = 1024 * 1024;
    sender.report({ progress: 1 });
    await settle();
    sender.report({ progress: 2 });
    await settle();
    expect(sent()).toEqual([]);
    channel.bufferedBytes = 0;
    await until(() => sent().length > 0);
    expect(sent()).toMatchObject([{ progress: 2 }]);
  });
});

describe("when the call ends", () => {
  it("sends the last report at once, and no other", async () => {
    const { sender, sent } = createSender();
    sender.report({ progress: 1 });
    sender.end();
    sender.report({ progress: 2 });
    sender.end();
    await settle();
    expect(sent()).toMatchObject([{ progress: 1 }]);
  });

  it("sends nothing to a caller that has left, or over a closed link", async () => {
    const gone = createSender();
    gone.sender.report({ progress: 1 });
    gone.sender.cut();
    await settle();
    expect(gone.sent()).toEqual([]);
    const lost = createSender();
    lost.link.close();
    lost.sender.report({ progress: 1 });
    lost.sender.end();
    await settle();
    expect(lost.sent().map(({ type }) => type)).toEqual(["peer.closed"]);
  });
});
