import { stat } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { createChannelLink } from "../links/text-link.ts";
import { createChannels } from "../links/channels.test-support.ts";
import { createMemoryLinks } from "../links/memory-link.ts";
import { PendingRequestMap } from "./pending-request-map.ts";
import { createPeers, linkKinds, settle } from "../peers/peers.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { Peers, PeersOptions } from "../peers/peers.test-support.ts";

let peers: Peers;

function open(options: PeersOptions = {}): Peers {
  peers = createPeers(options);
  return peers;
}

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(CallError);
  return thrown as CallError;
}

afterEach(async () => {
  await settle();
  expect(peers.caller.size).toBe(0);
  expect(peers.handler.size).toBe(0);
  expect(waitingDeadlines()).toBe(0);
});

describe.each(linkKinds)("when an operation is called over a %s link", (kind) => {
  it("answers with an envelope", async () => {
    const { caller } = open({ kind });
    const envelope = await caller.call("demo.echo", { text: "Ada" });
    expect(envelope).toMatchObject({ data: { text: "Ada" }, meta: { source: "local", operationId: "demo.echo" } });
  });

  it("answers many concurrent calls, each with its own result", async () => {
    const { caller } = open({ kind });
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => caller.call("demo.echo", n)));
    expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  });

  it("says that nothing started when there is no such operation", async () => {
    const { caller } = open({ kind });
    const error = await failureOf(caller.call("demo.nothing"));
    expect(error).toMatchObject({ code: "OPERATION_NOT_FOUND", phase: "notStarted" });
  });

  it("refuses to run a stream as a call, and a call as a stream", async () => {
    const { caller } = open({ kind });
    expect(await failureOf(caller.call("demo.count", { to: 1 }))).toMatchObject({ code: "PROTOCOL_ERROR" });
    expect(await failureOf(caller.subscribe("demo.echo").next())).toMatchObject({ code: "PROTOCOL_ERROR" });
  });

  it.each([
    ["an empty id", ["", undefined, {}]],
    ["an endless id", ["x".repeat(513), undefined, {}]],
    ["a deadline that is not a time", ["demo.echo", 1, { deadline: Number.NaN }]],
    [
      "the copy of a handler's context",
      ["demo.echo", 1, Object.assign({}, new CallScope(new OperationRegistry(), undefined, true))],
    ],
    ["an invalid signal", ["demo.echo", 1, { signal: {} as AbortSignal }]],
    ["an endless trace", ["demo.echo", 1, { trace: { traceparent: "x".repeat(300) } }]],
    ["an identity without scopes", ["demo.echo", 1, { identity: { id: "ada" } as never }]],
  ] as const)("refuses %s at once, because the other side would not answer", async (_, [id, input, options]) => {
    const { caller } = open({ kind });
    expect(await failureOf(caller.call(id, input, options))).toMatchObject({
      code: "VALIDATION_ERROR",
      phase: "notStarted",
    });
    expect(await failureOf(caller.subscribe(id, input, options).next())).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("refuses more calls than may be in flight", async () => {
    const { caller, log } = open({ kind, limits: { maxCallsInFlight: 2 } });
    const abort = new AbortController();
    const waiting = [1, 2].map(() => failureOf(caller.call("demo.wait", 0, { signal: abort.signal })));
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({ code: "OVERLOADED", phase: "notStarted" });
    await until(() => log.length === 2);
    abort.abort();
    await Promise.all(waiting);
    expect((await caller.call("demo.echo", 1)).data).toBe(1);
  });
});

describe.each(linkKinds)("when a call over a %s link is aborted", (kind) => {
  it("is not even sent if its signal has fired", async () => {
    const { caller, log } = open({ kind });
    const error = await failureOf(caller.call("demo.wait", 0, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: "ABORTED", phase: "notStarted" });
    await settle();
    expect(log).toEqual([]);
  });

  it("is taken back if that happens in the same tick", async () => {
    const { caller, log } = open({ kind });
    const abort = new AbortController();
    const failure = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    abort.abort();
    expect(await failure).toMatchObject({ code: "ABORTED", phase: "notStarted" });
    await settle();
    expect(log).toEqual([]);
  });

  it("does not start if the abort arrives with it", async () => {
    const { caller, log } = open({ kind });
    const abort = new AbortController();
    const failure = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    // Sent in a microtask or at the end of the tick, and not started yet.
    await new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
    abort.abort();
    expect((await failure).phase).toBe("unknown");
    await settle();
    // Over a channel, it may have started when the abort arrives.
    expect(log).toEqual(log.length === 0 ? [] : ["started", "ABORTED"]);
  });

  it("ends at once and fires the handler's signal if it runs", async () => {
    const { caller, log } = open({ kind });
    const abort = new AbortController();
    const failure = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    await until(() => log.includes("started"));
    await settle();
    abort.abort();
    expect(await failure).toMatchObject({ code: "ABORTED", phase: "started" });
    await until(() => log.includes("ABORTED"));
  });

  it("can be aborted by its id", async () => {
    const { caller } = open({ kind });
    expect(caller.abort("unknown id")).toBe(false);
  });

  it("ends when its deadline passes while it runs, on both sides", async () => {
    const { caller, log } = open({ kind });
    const error = await failureOf(caller.call("demo.wait", 0, { deadline: Date.now() + 1000 }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "started" });
    await until(() => log.length === 2);
    expect(log).toEqual(["started", "TIMEOUT"]);
  });

  it("is not sent when its deadline has passed", async () => {
    const { caller, log } = open({ kind });
    const error = await failureOf(caller.call("demo.wait", 0, { deadline: Date.now() - 1 }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    await settle();
    expect(log).toEqual([]);
  });

  it("ends if identifying its caller takes longer than its deadline, and never starts", async () => {
    let identified: (() => void) | undefined;
    const { caller, log } = open({
      kind,
      handler: { identify: () => new Promise((resolve) => (identified = () => resolve(undefined))) },
    });
    const error = await failureOf(caller.call("demo.wait", 0, { deadline: Date.now() + 1000 }));
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "unknown" });
    await settle();
    identified?.();
    await settle();
    expect(log).toEqual([]);
  });
});

describe.each(linkKinds)("when a %s link closes", (kind) => {
  it("ends running calls as lost, and stops their handlers", async () => {
    const { caller, responder, log } = open({ kind });
    const failure = failureOf(caller.call("demo.wait"));
    await until(() => log.includes("started"));
    await settle();
    responder.link.close();
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "started", retryable: true });
    await until(() => log.includes("CONNECTION_LOST"));
  });

  it("does not send calls that have not left yet if this side closes", async () => {
    const { caller, log } = open({ kind });
    const failure = failureOf(caller.call("demo.wait"));
    caller.close();
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    await settle();
    expect(log).toEqual([]);
  });

  it("refuses later calls, which certainly did not start", async () => {
    const { caller } = open({ kind });
    caller.close(new CallError("PROTOCOL_ERROR", "Enough."));
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
      message: "The connection is closed: Enough.",
    });
    expect(await failureOf(caller.subscribe("demo.count", { to: 1 }).next())).toMatchObject({ phase: "notStarted" });
    caller.close();
  });
});

describe("when options must be prepared", () => {
  const slow = (): Promise<never> => new Promise(() => undefined);

  it("sends the prepared options", async () => {
    const { caller } = open({
      isTrusted: true,
      caller: { prepare: async (options) => ({ ...options, identity: { id: "grace", scopes: [] } }) },
    });
    expect((await caller.call("demo.whoami")).data).toEqual({ id: "grace", scopes: [] });
    const { value } = await caller.subscribe("demo.count", { to: 1 }).next();
    expect(value).toMatchObject({ data: 1 });
  });

  it("respects the deadline meanwhile", async () => {
    const { caller } = open({ caller: { prepare: slow } });
    const options = { deadline: Date.now() + 20 };
    const calls = [caller.call("demo.echo", 1, options), caller.subscribe("demo.count", { to: 1 }, options).next()];
    // Both at once: whichever ends first counts.
    for (const failure of await Promise.all(calls.map((call) => failureOf(call)))) {
      expect(failure).toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    }
  });

  it.each([
    [
      "throws",
      (): never => {
        throw new Error("No key.");
      },
    ],
    ["rejects", (): Promise<never> => Promise.reject(new Error("No key."))],
  ])("leaves nothing behind when that %s", async (_, prepare) => {
    const { caller } = open({ caller: { prepare } });
    const options = { deadline: Date.now() + 60_000 };
    expect((await failureOf(caller.call("demo.echo", 1, options))).phase).toBe("notStarted");
    expect((await failureOf(caller.subscribe("demo.count", { to: 1 }, options).next())).phase).toBe("notStarted");
  });

  it("leaves nothing behind if a stream is stopped meanwhile", async () => {
    let prepared: (() => void) | undefined;
    const { caller } = open({
      caller: { prepare: (options) => new Promise((resolve) => (prepared = () => resolve(options))) },
    });
    const stream = caller.subscribe("demo.count", { to: 1 }, { deadline: Date.now() + 60_000 });
    const first = stream.next();
    await stream.return();
    expect(await first).toEqual({ done: true, value: undefined });
    prepared?.();
    await settle();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});

describe("when a connected peer does not accept its calls", () => {
  it("ends them after a while, not knowing whether they started", async () => {
    const [first] = createMemoryLinks();
    open();
    const caller = new PendingRequestMap(first, { acceptWithin: 20 });
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    expect(caller.size).toBe(0);
  });

  it("leaves accepted calls alone, and then waits for nothing", async () => {
    const { caller, log } = open({ caller: { acceptWithin: 1000 } });
    const abort = new AbortController();
    const failure = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    await until(() => log.includes("started"));
    await until(() => waitingDeadlines() === 0);
    expect(caller.size).toBe(1);
    abort.abort();
    await failure;
  });

  it("reads what the peer has sent before it judges, after this process was paused", async () => {
    open();
    const [channel] = createChannels();
    const link = createChannelLink(channel, { limits: toProtocolLimits(), counters: newCounters() });
    const caller = new PendingRequestMap(link, { acceptWithin: 500 });
    const failure = failureOf(caller.call("a.b"));
    await until(() => channel.sent.length === 1);
    const [{ requestId }] = JSON.parse(channel.sent[0] ?? "") as [{ requestId: string }];
    const error = { type: "call.error", requestId, code: "DECLARED", message: "", retryable: false, phase: "started" };
    // Another thread does this while this one is blocked. The loop delivers it when it polls, as from a socket.
    stat(".", () => channel.deliver(JSON.stringify([error])));
    const end = Date.now() + 550;
    while (Date.now() < end);
    expect((await failure).code).toBe("DECLARED");
  });
});

describe("when a peer answers without being asked, or wrongly", () => {
  it("counts the answers that no call waits for", async () => {
    const [first, second] = createMemoryLinks();
    open();
    const caller = new PendingRequestMap(first);
    second.send({ type: "call.completed", requestId: "forged", seq: 0 });
    await settle();
    expect(caller.counters.strayAnswers).toBe(1);
  });

  it("accepts an answer only over the link that the call used", async () => {
    const { caller } = open();
    const other = createMemoryLinks();
    const stranger = new PendingRequestMap(other[0]);
    const seen: string[] = [];
    peers.responder.link.listen({
      event: (event) => {
        if (event.type === "call.requested") seen.push(event.requestId);
      },
      closed: () => undefined,
    });
    const answer = caller.call("demo.echo", "mine");
    await until(() => seen.length === 1);
    other[1].send({ type: "call.completed", requestId: seen[0] ?? "", seq: 0 });
    expect((await answer).data).toBe("mine");
    expect(stranger.counters.strayAnswers).toBe(1);
  });

  it("ends a call that is answered like a stream", async () => {
    open();
    for (const answer of ["item", "end"] as const) {
      const [first, second] = createMemoryLinks();
      const caller = new PendingRequestMap(first);
      const told: string[] = [];
      second.listen({
        event: (event) => {
          told.push(event.type);
          if (event.type !== "call.requested") return;
          const { requestId } = event;
          const output = { data: 1, meta: { source: "local" as const, operationId: "a.b", timestamp: 0 } };
          if (answer === "item") second.send({ type: "call.responded", requestId, output, seq: 1 });
          else second.send({ type: "call.completed", requestId, seq: 0 });
        },
        closed: () => undefined,
      });
      expect(await failureOf(caller.call("a.b"))).toMatchObject({ code: "PROTOCOL_ERROR", phase: "started" });
      await settle();
      expect(told).toEqual(["call.requested", "call.aborted"]);
    }
  });

  it("refuses to respond with anything but an envelope", () => {
    const { responder } = open();
    expect(() => responder.respond("r", { data: 1 } as never)).toThrow(
      expect.objectContaining({ code: "PROTOCOL_ERROR" }),
    );
  });

  it("answers NO_RESPONDER if there is no responder", async () => {
    open();
    const [first, second] = createMemoryLinks();
    const caller = new PendingRequestMap(first);
    const silent = new PendingRequestMap(second);
    expect(await failureOf(caller.call("a.b"))).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
    expect(silent.size).toBe(0);
  });

  it("accepts only one responder", () => {
    const { responder, registry } = open();
    expect(() => responder.answerWith({ receive: () => undefined, closed: () => undefined })).toThrow(
      "has a responder already",
    );
    expect(registry.has("demo.echo")).toBe(true);
  });
});

describe("when a responder ends a stream with an error", () => {
  it("sends that it has started, if it has sent items", () => {
    open();
    const [near, far] = createMemoryLinks();
    const phases: unknown[] = [];
    near.listen({
      event: (event) => event.type === "call.error" && phases.push(event.phase),
      closed: () => undefined,
    });
    const responder = new PendingRequestMap(far);
    const gone = new CallError("NO_RESPONDER", "It is gone.");
    for (const seq of [undefined, 0, 2]) responder.emitError("r1", gone, { seq });
    return until(() => phases.length === 3).then(() => {
      expect(phases).toEqual(["notStarted", "notStarted", "started"]);
      responder.close();
    });
  });
});
