import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { CallError, ResponseEnvelope } from "../../src/entries/index.ts";
import type { CallRequested, ProtocolEvent } from "../../src/protocol/wire/protocol-event.ts";
import type { Contract, ContractOptions } from "./link-pair.ts";

type Make = (options?: ContractOptions) => Promise<Contract>;

interface Taken {
  readonly items: unknown[];
  readonly error: CallError | undefined;
}

async function takeAll(stream: AsyncIterable<ResponseEnvelope>): Promise<Taken> {
  const items: unknown[] = [];
  try {
    for await (const { data } of stream) items.push(data);
  } catch (thrown) {
    return { items, error: thrown as CallError };
  }
  return { items, error: undefined };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** What every link guarantees about streams. */
export function describeStreams(make: Make): void {
  it("delivers every item in order, and then the end", async () => {
    const contract = await make();
    const { items, error } = await takeAll(contract.caller.subscribe("test.count", { to: 1000 }));
    expect(items).toEqual(upTo(1000));
    expect(error).toBeUndefined();
    await contract.expectNothingLeft();
  });

  it("delivers the items before an error, and then the error", async () => {
    const contract = await make();
    const { items, error } = await takeAll(contract.caller.subscribe("test.count", { to: 100, fail: true }));
    expect(items).toEqual(upTo(100));
    expect(error).toMatchObject({ code: "INSUFFICIENT_FUNDS", phase: "started" });
    await contract.expectNothingLeft();
  });

  it("carries 1,000 concurrent streams", async () => {
    const contract = await make();
    const streams = Array.from({ length: 1000 }, (_, index) =>
      takeAll(contract.caller.subscribe("test.count", { to: 70 + (index % 10) })),
    );
    const taken = await Promise.all(streams);
    expect(taken.every(({ items, error }, index) => items.length === 70 + (index % 10) && !error)).toBe(true);
    await contract.expectNothingLeft();
  });

  it("sends nothing before the reader asks for the first item", async () => {
    const contract = await make();
    const stream = contract.caller.subscribe("test.endless", {});
    await contract.caller.call("test.echo");
    expect(contract.caller.size).toBe(0);
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("stops the handler when the reader leaves", async () => {
    const contract = await make();
    for await (const { data } of contract.caller.subscribe("test.endless", {})) {
      expect(data).toMatchObject({ n: 1 });
      break;
    }
    await expect.poll(() => contract.seen.finished).toBe(1);
    await contract.expectNothingLeft();
  });

  it("stops the handler when the caller's signal fires", async () => {
    const contract = await make();
    const controller = new AbortController();
    const stream = contract.caller.subscribe("test.endless", { everyMs: 5 }, { signal: controller.signal });
    await stream.next();
    controller.abort();
    expect((await takeAll(stream)).error?.code).toBe("ABORTED");
    await expect.poll(() => contract.seen.finished).toBe(1);
    await contract.expectNothingLeft();
  });

  it("ends a stream whose deadline passes, while items flow and without a reader", async () => {
    const contract = await make();
    const now = Date.now();
    const flowing = takeAll(contract.caller.subscribe("test.endless", { everyMs: 5 }, { deadline: now + 1500 }));
    // Over before it is read: reading an endless stream over a memory link blocks all timers forever.
    const unread = contract.caller.subscribe("test.endless", {}, { deadline: now + 1200 });
    await unread.next();
    expect((await flowing).error).toMatchObject({ code: "TIMEOUT", phase: "started" });
    expect((await takeAll(unread)).error?.code).toBe("TIMEOUT");
    await expect.poll(() => contract.seen.finished).toBe(2);
    await contract.expectNothingLeft();
  });

  it.each(["near", "far"] as const)("ends with CONNECTION_LOST when the %s end closes the link", async (end) => {
    const contract = await make();
    const stream = contract.caller.subscribe("test.endless", { everyMs: 5 });
    await stream.next();
    contract.pair[end].close();
    expect((await takeAll(stream)).error).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    await expect.poll(() => contract.seen.finished).toBe(1);
    await contract.expectNothingLeft();
  });

  it("refuses to stream an operation that is not a SUBSCRIPTION", async () => {
    const contract = await make();
    expect((await takeAll(contract.caller.subscribe("test.echo", 1))).error?.code).toBe("PROTOCOL_ERROR");
    await contract.expectNothingLeft();
  });

  describe("when the reader is slow", () => {
    it("respects the caller's window and the responder's limit", async () => {
      const contract = await make({ limits: { maxWindow: 8 } });
      const small = contract.caller.subscribe("test.endless", {}, { window: 2 });
      await small.next();
      await sleep(50);
      expect(contract.seen.produced).toBeLessThanOrEqual(4);
      const before = contract.seen.produced;
      const large = contract.caller.subscribe("test.endless", {}, { window: 500 });
      await large.next();
      await sleep(50);
      expect(contract.seen.produced - before).toBeLessThanOrEqual(9);
      await Promise.all([small.return(), large.return()]);
      await contract.expectNothingLeft();
    });
  });

  describe("when the other side breaks the rules", () => {
    /** Answers every stream with these sequence numbers. */
    async function misbehave(sequence: readonly number[]): Promise<Taken> {
      const { pair, caller, handler, responder } = await make();
      handler.close();
      responder.answerWith({
        receive: (event) => {
          if (event.type !== "call.requested") return;
          for (const seq of sequence) pair.far.send(item(event, seq));
          pair.far.send({ type: "call.completed", requestId: event.requestId, seq: sequence.length });
        },
        closed: () => undefined,
      });
      return await takeAll(caller.subscribe("test.count", { to: 1 }, { window: 4 }));
    }

    it("ends with STREAM_GAP when an item is missing", async () => {
      const { items, error } = await misbehave([1, 2, 4]);
      expect(items).toEqual([1, 2]);
      expect(error?.code).toBe("STREAM_GAP");
    });

    it("ends with STREAM_GAP when an item comes twice", async () => {
      expect((await misbehave([1, 1])).error?.code).toBe("STREAM_GAP");
    });

    it("does not believe that a stream with items has not started", async () => {
      for (const items of [0, 1, 3])
        for (const phase of ["notStarted", "unknown", "started"] as const) {
          const { pair, caller, handler, responder } = await make();
          handler.close();
          responder.answerWith({
            receive: (event) => {
              if (event.type !== "call.requested") return;
              for (const seq of upTo(items)) pair.far.send(item(event, seq));
              const { requestId } = event;
              const error = { code: "OPERATION_NOT_FOUND", message: "It is gone.", retryable: false, phase };
              pair.far.send({ type: "call.error", requestId, ...error, seq: items });
            },
            closed: () => undefined,
          });
          const { error } = await takeAll(caller.subscribe("test.count", { to: 1 }, { window: 4 }));
          expect(error).toMatchObject({ code: "OPERATION_NOT_FOUND", phase: items === 0 ? phase : "started" });
        }
    });

    it("ends with PROTOCOL_ERROR when it gets more items than it asked for", async () => {
      const { items, error } = await misbehave(upTo(20));
      expect(items.length).toBeLessThan(20);
      expect(error?.code).toBe("PROTOCOL_ERROR");
    });
  });
}

const localMeta = { source: "local", operationId: "test.count", timestamp: 1 } as const;

function item({ requestId }: CallRequested, seq: number): ProtocolEvent {
  return { type: "call.responded", requestId, seq, output: { data: seq, meta: localMeta } };
}
