import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localEnvelope, mcpEnvelope } from "../../envelope/response-envelope.ts";
import { Type } from "typebox";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { collectGarbage } from "../../shared/collect-garbage.test-support.ts";
import { createMemoryLinks } from "../links/memory-link.ts";
import type { Link } from "../ports/link.ts";
import { PendingRequestMap } from "./pending-request-map.ts";
import { failureOf, linkKinds, peersUntilAfter, settle } from "../peers/peers.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";

const open = peersUntilAfter();

async function collect(items: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const { data } of items) collected.push(data);
  return collected;
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);
const made = (log: readonly string[]): number => log.filter((line) => line.startsWith("made")).length;

describe.each(linkKinds)("when a stream comes over a %s link", (kind) => {
  it("delivers its items in order, and ends", async () => {
    const { caller, log } = open({ kind });
    expect(await collect(caller.subscribe("demo.count", { to: 300 }))).toEqual(upTo(300));
    expect(log.at(-1)).toBe("ended");
  });

  it("never stalls and never runs more than a window ahead, whatever the window sizes", async () => {
    const window = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(window, window, fc.integer({ min: 0, max: 30 }), async (asked, maxWindow, to) => {
        const { caller, log } = open({ kind, limits: { maxWindow } });
        const stream = caller.subscribe("demo.count", { to }, { window: asked });
        const taken: unknown[] = [];
        let furthestAhead = 0;
        for await (const { data } of stream) {
          taken.push(data);
          await settle(4);
          furthestAhead = Math.max(furthestAhead, made(log) - taken.length);
        }
        expect(taken).toEqual(upTo(to));
        expect(furthestAhead).toBeLessThanOrEqual(Math.min(asked, maxWindow));
      }),
      { numRuns: 15 },
    );
  });

  it("does not stall at a smaller window of a responder that identifies the caller slowly", async () => {
    const identify = (): Promise<undefined> => settle().then(() => undefined);
    const { caller } = open({ kind, limits: { maxWindow: 4 }, handler: { identify } });
    expect(await collect(caller.subscribe("demo.count", { to: 30 }, { window: 100 }))).toEqual(upTo(30));
  });

  it("sends nothing before the reader asks for the first item", async () => {
    const { caller, log } = open({ kind });
    const stream = caller.subscribe("demo.count", { to: 1 });
    await settle();
    expect(log).toEqual([]);
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(log).toEqual([]);
  });

  it("reports an error after the items before it, without an internal message", async () => {
    const { caller } = open({ kind });
    const stream = caller.subscribe("demo.count", { to: 3, thenFail: true });
    await stream.next();
    await settle();
    expect((await stream.next()).value).toMatchObject({ data: 2 });
    expect((await stream.next()).value).toMatchObject({ data: 3 });
    expect(await failureOf(stream.next())).toMatchObject({
      code: "EXECUTION_ERROR",
      message: "The operation failed.",
      phase: "started",
    });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("answers several concurrent next() in order, and one of them with the error", async () => {
    const { caller } = open({ kind });
    const stream = caller.subscribe("demo.count", { to: 2, thenFail: true });
    const outcomes = await Promise.allSettled([stream.next(), stream.next(), stream.next(), stream.next()]);
    expect(outcomes).toMatchObject([
      { value: { value: { data: 1 } } },
      { value: { value: { data: 2 } } },
      { status: "rejected" },
      { value: { done: true } },
    ]);
  });

  it("stops the handler when the loop ends early, or when return() is called while an item is pending", async () => {
    const { caller, log } = open({ kind });
    for await (const { data } of caller.subscribe("demo.count", { to: 1e9 })) if (data === 3) break;
    await until(() => log.includes("ABORTED"));
    const stream = caller.subscribe("demo.stuck");
    await stream.next();
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await until(() => log.filter((line) => line === "ABORTED").length === 2);
  });

  it("ends by abort while it streams", async () => {
    const { caller, log } = open({ kind });
    const abort = new AbortController();
    const stream = caller.subscribe("demo.stuck", 0, { signal: abort.signal });
    await stream.next();
    const failure = failureOf(stream.next());
    abort.abort();
    expect(await failure).toMatchObject({ code: "ABORTED", phase: "started" });
    await until(() => log.includes("ABORTED"));
  });

  it("ends by its deadline while it streams", async () => {
    const { caller, log } = open({ kind });
    const stream = caller.subscribe("demo.stuck", 0, { deadline: Date.now() + 1000 });
    await stream.next();
    expect(await failureOf(stream.next())).toMatchObject({ code: "TIMEOUT", phase: "started" });
    await until(() => log.includes("TIMEOUT"));
  });

  it("ends by its deadline at both sides while the responder waits for credit", async () => {
    const { caller, log } = open({ kind });
    const stream = caller.subscribe("demo.count", { to: 1e9 }, { window: 2, deadline: Date.now() + 1000 });
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    await until(() => log.includes("TIMEOUT"));
    await until(() => caller.size === 0);
    const rest = await Promise.allSettled([stream.next(), stream.next(), stream.next()]);
    expect(rest.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "TIMEOUT" } }]);
  });

  it("ends as lost when the link closes, after the items that have arrived", async () => {
    const { caller, responder, log } = open({ kind });
    const stream = caller.subscribe("demo.stuck");
    await stream.next();
    const failure = failureOf(stream.next());
    responder.link.close();
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    await until(() => log.includes("CONNECTION_LOST"));
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2_000_000])("refuses a window of %d", async (window) => {
    const { caller } = open({ kind });
    const error = await failureOf(caller.subscribe("demo.count", { to: 1 }, { window }).next());
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
  });
});

/** A caller, and the bare link of its responder. */
async function subscribeUnanswered(window: number): Promise<{
  stream: ReturnType<PendingRequestMap["subscribe"]>;
  first: Promise<unknown>;
  send: (event: Record<string, unknown>) => void;
  told: ReceivedEvent[];
  caller: PendingRequestMap;
}> {
  open();
  const [near, far]: [Link, Link] = createMemoryLinks();
  const told: ReceivedEvent[] = [];
  far.listen({ event: (event) => void told.push(event), closed: () => undefined });
  const caller = new PendingRequestMap(near);
  const stream = caller.subscribe("a.b", 0, { window });
  const first = stream.next();
  await until(() => told.length === 1);
  const { requestId } = told[0] as { requestId: string };
  const output = localEnvelope("item", "a.b");
  return {
    stream,
    first,
    told,
    caller,
    send: (event) => far.send({ output, ...event, requestId } as never),
  };
}

describe("when the other side breaks the rules of a stream", () => {
  it.each([
    ["an item is missing", { type: "call.responded", seq: 3 }],
    ["an item comes twice", { type: "call.responded", seq: 1 }],
    ["the end counts more items than arrived", { type: "call.completed", seq: 2 }],
    [
      "an error counts more items than arrived",
      {
        type: "call.error",
        code: "X",
        message: "",
        retryable: false,
        phase: "started",
        seq: 2,
      },
    ],
  ])("ends with STREAM_GAP and tells the peer when %s", async (_, event) => {
    const { stream, first, send, told, caller } = await subscribeUnanswered(8);
    send({ type: "call.responded", seq: 1 });
    send(event);
    expect(await first).toMatchObject({ done: false });
    expect(await failureOf(stream.next())).toMatchObject({ code: "STREAM_GAP", phase: "started" });
    await settle();
    expect(told.at(-1)?.type).toBe("call.aborted");
    expect(caller.size).toBe(0);
  });

  it("ends when the peer sends more than it may", async () => {
    const { stream, first, send } = await subscribeUnanswered(2);
    send({ type: "call.responded", seq: 1 });
    send({ type: "call.responded", seq: 2 });
    await first;
    send({ type: "call.responded", seq: 3 });
    await settle();
    // The first item was taken, which is half of the window. A third may arrive, but not a fourth and a fifth.
    send({ type: "call.responded", seq: 4 });
    await settle();
    await stream.next();
    await stream.next();
    expect(await failureOf(stream.next())).toMatchObject({ code: "PROTOCOL_ERROR", phase: "started" });
  });

  it("ends when the peer answers as it would a call", async () => {
    const { first, send } = await subscribeUnanswered(2);
    send({ type: "call.responded" });
    expect(await failureOf(first)).toMatchObject({ code: "PROTOCOL_ERROR" });
  });

  it("tells the peer to stop after an unreadable answer", async () => {
    const { first, send, told } = await subscribeUnanswered(2);
    send({ type: "call.error", code: "PROTOCOL_ERROR", message: "", retryable: false, phase: "unknown" });
    expect(await failureOf(first)).toMatchObject({ code: "PROTOCOL_ERROR", phase: "unknown" });
    await settle();
    expect(told.at(-1)?.type).toBe("call.aborted");
  });
});

describe("when a stream is long, and never runs dry", () => {
  it("does not keep items that were taken", async () => {
    const { stream, first, send } = await subscribeUnanswered(4);
    const items: Array<WeakRef<object>> = [];
    const sendNext = (): void => {
      const data = { n: items.length };
      items.push(new WeakRef(data));
      send({ type: "call.responded", seq: items.length, output: localEnvelope(data, "a.b") });
    };
    sendNext();
    sendNext();
    await first;
    for (let i = 0; i < 400; i++) {
      sendNext();
      await settle(1);
      await stream.next();
    }
    await settle();
    collectGarbage();
    expect(items.filter((item) => item.deref() !== undefined).length).toBeLessThan(10);
    await stream.return();
  });
});

describe("when the items of a stream are large", () => {
  const KIB = 1024;
  const texts = (made: number[], lengthOf: (n: number) => number): AnyOperation =>
    defineOperation({
      ...common,
      namespace: "demo",
      name: "texts",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Unknown(),
      outputSchema: Type.String(),
      async *handler() {
        for (let n = 1; ; n++) {
          made.push(n);
          yield "x".repeat(lengthOf(n));
        }
      },
    });

  it("allows as many items ahead as there is room for, and the reader gets each", async () => {
    const made: number[] = [];
    const operations = [texts(made, () => 100 * KIB)];
    const { caller } = open({ kind: "channel", operations, limits: { windowBytes: 2048 * KIB } });
    let taken = 0;
    for await (const { data } of caller.subscribe("demo.texts")) {
      expect(data).toHaveLength(100 * KIB);
      await settle();
      expect(made.length - ++taken).toBeLessThanOrEqual(20);
      if (taken === 100) break;
    }
    await settle();
  });

  it("counts their meta, too", async () => {
    const made: number[] = [];
    const wordy = defineOperation({
      ...texts(made, () => 1),
      outputSchema: Type.Unknown(),
      async *handler() {
        for (let n = 1; n <= 100; n++) {
          made.push(n);
          const content = [{ type: "text" as const, text: "x".repeat(100 * KIB) }];
          yield mcpEnvelope(n, { isError: false, content });
        }
      },
    });
    const { caller } = open({ kind: "channel", operations: [wordy], limits: { windowBytes: 1024 * KIB } });
    let taken = 0;
    const ahead: number[] = [];
    for await (const _ of caller.subscribe("demo.texts")) {
      await settle();
      ahead.push(made.length - ++taken);
    }
    expect(Math.max(...ahead.slice(16))).toBeLessThanOrEqual(10);
    expect(taken).toBe(100);
  });

  it("ends it when untaken items grow beyond the limit", async () => {
    const made: number[] = [];
    const operations = [texts(made, (n) => (n < 100 ? 1 : 100 * KIB))];
    const { caller } = open({ kind: "channel", operations, limits: { maxQueuedBytes: 4096 * KIB } });
    const stream = caller.subscribe("demo.texts");
    for (let n = 1; n < 90; n++) await stream.next();
    await until(() => caller.size === 0);
    const waiting = (async () => {
      for await (const _ of stream);
    })();
    expect(await failureOf(waiting)).toMatchObject({ code: "OVERLOADED", phase: "started" });
    expect(made.length).toBeLessThan(200);
  });
});
