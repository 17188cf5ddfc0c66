import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WaitingBytes } from "./waiting-bytes.ts";
import type { CutReason, Waiting, WaitingOptions } from "./waiting-bytes.ts";

interface Connection {
  bytes: number;
  sent: number;
  readonly waiting: Waiting;
  readonly cut: () => CutReason | undefined;
}

function connect(all: WaitingBytes, client: string, options: Partial<WaitingOptions> = {}): Connection {
  let reason: CutReason | undefined;
  const connection = { bytes: 0, sent: 0 };
  const waiting = all.open({
    client,
    bytes: () => connection.bytes,
    progress: () => connection.sent,
    cut: (why) => (reason = why),
    ...options,
  });
  return Object.assign(connection, { waiting, cut: () => reason });
}

function add(connection: Connection, bytes: number): void {
  connection.bytes += bytes;
  connection.waiting.look();
}

const bounds = { maxWaitingBytes: 100, maxWaitingBytesPerClient: 60, stallTimeout: 30_000 };

describe("when bytes wait for clients", () => {
  it("cuts off the connection with which a client exceeds its limit, and no other", () => {
    const all = new WaitingBytes(bounds);
    const [first, second, other] = [connect(all, "ada"), connect(all, "ada"), connect(all, "bob")];
    add(first, 40);
    add(other, 20);
    add(second, 30);
    expect([first.cut(), second.cut(), other.cut()]).toEqual([undefined, "overflow", undefined]);
    expect([all.total, all.cutOff]).toEqual([60, { overflow: 1, stalled: 0 }]);
  });

  it("cuts off the client with the most waiting bytes when all clients together exceed the limit", () => {
    const all = new WaitingBytes(bounds);
    const [large, small, late] = [connect(all, "ada"), connect(all, "bob"), connect(all, "eve")];
    add(large, 55);
    add(small, 30);
    add(late, 20);
    expect([large.cut(), small.cut(), late.cut()]).toEqual(["overflow", undefined, undefined]);
    expect(all.total).toBe(50);
  });

  it("counts what clients have read meanwhile before it cuts one off", () => {
    const all = new WaitingBytes(bounds);
    const [reader, other] = [connect(all, "ada"), connect(all, "bob")];
    add(reader, 60);
    reader.bytes = 0;
    add(other, 60);
    expect([reader.cut(), other.cut(), all.total]).toEqual([undefined, undefined, 60]);
  });

  it("lets one whole answer exceed the limits while nothing else waits", () => {
    const all = new WaitingBytes(bounds);
    const large = connect(all, "ada", { isWhole: true });
    add(large, 500);
    expect(large.cut()).toBeUndefined();
    const next = connect(all, "bob", { isWhole: true });
    add(next, 10);
    expect([large.cut(), next.cut(), all.total]).toEqual(["overflow", undefined, 10]);
  });

  it("counts a connection for its client, once the client is known", () => {
    const all = new WaitingBytes(bounds);
    const [first, second] = [connect(all, "address 1"), connect(all, "ada")];
    add(first, 40);
    add(second, 40);
    first.waiting.client = "ada";
    add(first, 1);
    expect(first.cut()).toBe("overflow");
  });

  it("forgets ended connections", () => {
    const all = new WaitingBytes(bounds);
    const one = connect(all, "ada");
    add(one, 50);
    one.waiting.close();
    one.waiting.look();
    expect(all.total).toBe(0);
  });
});

describe("when nothing moves on a connection", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("cuts it off after the time limit, and leaves active and idle connections alone", () => {
    const all = new WaitingBytes(bounds);
    const [stalled, moving, idle] = [connect(all, "ada"), connect(all, "bob"), connect(all, "eve")];
    add(stalled, 10);
    add(moving, 10);
    for (let seconds = 0; seconds < 60; seconds++) {
      moving.sent++;
      vi.advanceTimersByTime(1000);
    }
    expect([stalled.cut(), moving.cut(), idle.cut()]).toEqual(["stalled", undefined, undefined]);
    expect(all.cutOff).toEqual({ overflow: 0, stalled: 1 });
    for (const { waiting } of [stalled, moving, idle]) waiting.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("measures the time since bytes began to wait", () => {
    const all = new WaitingBytes(bounds);
    const late = connect(all, "ada");
    vi.advanceTimersByTime(60_000);
    add(late, 10);
    vi.advanceTimersByTime(20_000);
    expect(late.cut()).toBeUndefined();
    vi.advanceTimersByTime(20_000);
    expect(late.cut()).toBe("stalled");
  });
});
