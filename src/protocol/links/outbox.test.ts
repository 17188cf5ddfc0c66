import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactly } from "../../shared/json/exact-json.ts";
import { isTooDense } from "../../shared/json/is-too-dense.ts";
import { atEndOfTick } from "../../shared/time/turns.ts";
import { decodeFrame } from "../wire/event-codec.ts";
import type { Delivery } from "../ports/link.ts";
import { Outbox } from "./outbox.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

interface TestOutbox {
  readonly outbox: Outbox;
  readonly frames: string[];
  buffered: number;
}

function createOutbox({ maxBytes = 1000, maxQueuedBytes = 1e6 } = {}): TestOutbox {
  const frames: string[] = [];
  const test: TestOutbox = {
    frames,
    buffered: 0,
    outbox: new Outbox({
      maxBytes,
      maxQueuedBytes,
      carrier: {
        get bufferedBytes() {
          return test.buffered;
        },
      },
      send: (events) => void frames.push(events),
    }),
  };
  return test;
}

const call = (input: unknown, requestId = "r"): ProtocolEvent => ({
  type: "call.requested",
  requestId,
  operationId: "a.b",
  input,
});

const newDelivery = (): Delivery => ({ isSent: false, frame: 0, isWithdrawn: false });
const endOfTick = (): Promise<void> => new Promise((resolve) => atEndOfTick(resolve));
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const inputsOf = (frames: readonly string[]): unknown[] =>
  frames.flatMap((frame) => decodeFrame(`[${frame}]`)?.events.map((event) => (event as { input?: unknown }).input));

describe("when events are sent", () => {
  it("sends those of one tick together, even if microtasks made them", async () => {
    const { outbox, frames } = createOutbox();
    outbox.add(call(1), undefined);
    void Promise.resolve()
      .then(() => outbox.add(call(2), undefined))
      .then(() => outbox.add(call(3), undefined));
    expect(frames).toEqual([]);
    await endOfTick();
    expect(frames).toHaveLength(1);
    expect(inputsOf(frames)).toEqual([1, 2, 3]);
    outbox.add(call(4), undefined);
    await endOfTick();
    expect(frames).toHaveLength(2);
  });

  it("sends credit for many items at once, with the events before it, and other credit at the end of the tick", async () => {
    const { outbox, frames } = createOutbox();
    const credit = (n: number): ProtocolEvent => ({ type: "call.credit", requestId: "r", n });
    outbox.add(credit(8), undefined);
    expect(frames).toEqual([]);
    outbox.add(credit(512), undefined);
    expect(frames.map((frame) => decodeFrame(`[${frame}]`)?.events)).toEqual([[credit(8), credit(512)]]);
    outbox.add(credit(63), undefined);
    expect(frames).toHaveLength(1);
    await endOfTick();
    expect(frames).toHaveLength(2);
  });

  it("sends an event in the state in which it was added", async () => {
    const { outbox, frames } = createOutbox();
    const input = { n: 1 };
    outbox.add(call(input), undefined);
    input.n = 2;
    await endOfTick();
    expect(inputsOf(frames)).toEqual([{ n: 1 }]);
  });

  it("makes no frame larger than its limit in bytes, whatever the alphabet, and keeps the order", () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "語", "😀", '"'), maxLength: 100 }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(texts, (inputs) => {
        const { outbox, frames } = createOutbox({ maxBytes: 1000 });
        for (const input of inputs) outbox.add(call(input), undefined);
        outbox.flush();
        expect(Math.max(0, ...frames.map(bytesOf))).toBeLessThanOrEqual(1000);
        expect(inputsOf(frames)).toEqual(inputs);
      }),
    );
  });

  it("accepts an event of exactly the limit, and none that is a byte larger", () => {
    for (const character of ["a", "é", "語"]) {
      const exact = bytesOf(JSON.stringify(call(character.repeat(100))));
      const { outbox, frames } = createOutbox({ maxBytes: exact });
      outbox.add(call(character.repeat(100)), undefined);
      expect(() => outbox.add(call(`${character.repeat(100)}a`), undefined)).toThrow(
        expect.objectContaining({ code: "PAYLOAD_TOO_LARGE", phase: "notStarted" }),
      );
      outbox.flush();
      expect(frames.map(bytesOf)).toEqual([exact]);
    }
  });

  it("fills a frame to the last byte before it begins another", () => {
    const size = bytesOf(JSON.stringify(call("x")));
    const { outbox, frames } = createOutbox({ maxBytes: size * 2 + 1 });
    for (let i = 0; i < 4; i++) outbox.add(call("x"), undefined);
    outbox.flush();
    expect(frames.map(bytesOf)).toEqual([size * 2 + 1, size * 2 + 1]);
  });

  it("keeps nothing of an event that cannot be sent", async () => {
    const { outbox, frames } = createOutbox();
    expect(() => outbox.add(call(1n), undefined)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
    expect(() => outbox.add(call("x".repeat(2000)), undefined)).toThrow();
    await endOfTick();
    expect(frames).toEqual([]);
  });
});

describe("when an event is withdrawn before it has left", () => {
  it("does not send it, and sends the others", () => {
    const { outbox, frames } = createOutbox();
    const [first, second] = [newDelivery(), newDelivery()];
    outbox.add(call(1), first);
    outbox.add(call(2), second);
    first.isWithdrawn = true;
    outbox.flush();
    expect(inputsOf(frames)).toEqual([2]);
    expect([first.isSent, second.isSent]).toEqual([false, true]);
  });

  it("sends no empty frame when all were withdrawn", () => {
    const { outbox, frames } = createOutbox();
    outbox.add(call(1), { isSent: false, frame: 0, isWithdrawn: true });
    outbox.flush();
    expect(frames).toEqual([]);
  });

  it("counts an event as sent only when its own frame goes out", () => {
    const second = newDelivery();
    const sentBefore: boolean[] = [];
    const outbox = new Outbox({
      maxBytes: 110,
      maxQueuedBytes: 1e6,
      carrier: { bufferedBytes: 0 },
      send: () => void sentBefore.push(second.isSent),
    });
    outbox.add(call("x".repeat(30)), undefined);
    outbox.add(call("x".repeat(30)), second);
    outbox.flush();
    expect(sentBefore).toEqual([false, true]);
  });
});

describe("when too much waits", () => {
  it("refuses calls, but still accepts answers, because a call must end", () => {
    const test = createOutbox({ maxQueuedBytes: 1000 });
    test.buffered = 990;
    expect(() => test.outbox.add(call(1), undefined)).toThrow(
      expect.objectContaining({ code: "OVERLOADED", phase: "notStarted", retryable: true }),
    );
    test.outbox.add({ type: "call.completed", requestId: "r", seq: 0 }, undefined);
    test.outbox.flush();
    expect(test.frames).toHaveLength(1);
    test.buffered = 0;
    test.outbox.add(call(1), undefined);
  });

  it("counts events that wait for the end of the tick", () => {
    const { outbox } = createOutbox({ maxQueuedBytes: 1000 });
    outbox.add(call("x".repeat(600)), undefined);
    expect(() => outbox.add(call("x".repeat(600)), undefined)).toThrow(expect.objectContaining({ code: "OVERLOADED" }));
    outbox.flush();
    outbox.add(call("x".repeat(600)), undefined);
  });
});

describe("when items of streams are sent", () => {
  const meta = { source: "local", operationId: "a.b", timestamp: 1 } as const;
  const item = (requestId: string, seq: number, data: unknown): ProtocolEvent => ({
    type: "call.responded",
    requestId,
    output: { data, meta },
    seq,
  });

  /** The items that arrive, each by itself. */
  function itemsOf(frames: readonly string[]): unknown[] {
    const events = frames.flatMap((frame) => decodeFrame(`[${frame}]`)?.events ?? []);
    return events.flatMap((event) => {
      if (event.type !== "call.responded") return [];
      const { requestId, output, seq = 0, more = [] } = event;
      return [output.data, ...more].map((value, index) => [requestId, seq + index, value]);
    });
  }

  const data = fc.oneof(
    { weight: 4, arbitrary: fc.record({ index: fc.integer(), label: fc.string({ unit: "binary", maxLength: 40 }) }) },
    fc.jsonValue(),
    fc.string({ unit: fc.constantFrom("a", "é", "語", "😀", '"'), maxLength: 50 }),
  );

  it("delivers the items of each stream in their order, whatever they are and whatever comes between", () => {
    const sent = fc.array(fc.tuple(fc.constantFrom("r", "s", "t"), data), { maxLength: 60 });
    fc.assert(
      fc.property(sent, fc.constantFrom(400, 1000, 100_000), (items, maxBytes) => {
        const { outbox, frames } = createOutbox({ maxBytes });
        const expected: Record<string, unknown[]> = { r: [], s: [], t: [] };
        for (const [requestId, value] of items) {
          const seq = (expected[requestId]?.length ?? 0) + 1;
          try {
            outbox.add(item(requestId, seq, value), undefined);
          } catch {
            continue;
          }
          expected[requestId]?.push([requestId, seq, parseExactly(JSON.stringify(value))]);
        }
        outbox.flush();
        const arrived = itemsOf(frames) as Array<[string]>;
        for (const id of ["r", "s", "t"]) expect(arrived.filter(([of]) => of === id)).toEqual(expected[id]);
        expect(Math.max(0, ...frames.map(bytesOf))).toBeLessThanOrEqual(maxBytes);
        expect(outbox.waitingBytes).toBe(0);
      }),
    );
  });

  it("makes no frame with more structure than its limit allows, however dense the items", () => {
    const maxBytes = 1_000_000;
    const { outbox, frames } = createOutbox({ maxBytes });
    const dense = Array.from({ length: 600 }, () => []);
    for (let seq = 1; seq <= 300; seq++) outbox.add(item("r", seq, dense), undefined);
    outbox.flush();
    expect(frames.filter((frame) => isTooDense(frame, maxBytes))).toEqual([]);
    expect(itemsOf(frames)).toHaveLength(300);
  });

  it("sends many items of a stream before the tick ends, and the rest at its end", async () => {
    const { outbox, frames } = createOutbox({ maxBytes: 1e6 });
    for (let seq = 1; seq <= 300; seq++) outbox.add(item("r", seq, { seq }), undefined);
    expect(itemsOf(frames)).toHaveLength(257);
    await endOfTick();
    expect(itemsOf(frames)).toEqual(Array.from({ length: 300 }, (_, index) => ["r", index + 1, { seq: index + 1 }]));
  });

  it("sends none that waited when it was cleared, also not with later ones", () => {
    const { outbox, frames } = createOutbox({ maxBytes: 1e6 });
    for (let seq = 1; seq <= 5; seq++) outbox.add(item("r", seq, { seq }), undefined);
    outbox.clear();
    for (let seq = 1; seq <= 2; seq++) outbox.add(item("s", seq, { seq }), undefined);
    outbox.flush();
    expect(itemsOf(frames)).toEqual([
      ["s", 1, { seq: 1 }],
      ["s", 2, { seq: 2 }],
    ]);
  });
});

describe("when it is cleared", () => {
  it("sends none of the waiting events, and marks none as sent", async () => {
    const { outbox, frames } = createOutbox();
    const delivery = newDelivery();
    outbox.add(call(1), delivery);
    outbox.clear();
    await endOfTick();
    expect(frames).toEqual([]);
    expect(delivery.isSent).toBe(false);
  });
});
