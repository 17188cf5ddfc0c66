import { Type } from "typebox";
import { describe, expect, it, vi } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { answersTo, failureOf, linkKinds, peersUntilAfter, settle } from "../peers/peers.test-support.ts";
import { until } from "../../../tests/support/until.ts";

const open = peersUntilAfter();

describe("when only some operations may be called", () => {
  it("answers as if the others did not exist, for every caller", async () => {
    const { caller, registry } = open({ handler: { mayCall: ({ name }) => name === "echo" } });
    expect((await caller.call("demo.echo", 1)).data).toBe(1);
    expect(registry.has("demo.whoami")).toBe(true);
    const error = await failureOf(caller.call("demo.whoami"));
    expect([error.code, error.phase]).toEqual(["OPERATION_NOT_FOUND", "notStarted"]);
    await expect(caller.subscribe("demo.count", { to: 1 }).next()).rejects.toThrow("There is no operation demo.count");
  });
});

describe("when the filter of callable operations throws", () => {
  it("answers as if the operation did not exist, reports the error on this side, and continues", async () => {
    const told: string[] = [];
    const mayCall = ({ name }: { name: string }): boolean => {
      if (name === "echo") return true;
      throw new Error("Not today.");
    };
    const onError = ({ message }: CallError, id: string): void => {
      told.push(`${id}: ${message}`);
      throw new Error("Nor this.");
    };
    const { caller } = open({ handler: { mayCall, onError } });
    const [refused, echoed] = await Promise.all([failureOf(caller.call("demo.whoami")), caller.call("demo.echo", 1)]);
    expect([refused.code, refused.phase, echoed.data]).toEqual(["OPERATION_NOT_FOUND", "notStarted", 1]);
    expect(told).toEqual(["demo.whoami: Not today."]);
  });
});

describe("when calls have a time limit", () => {
  it("ends a call, but not a stream", async () => {
    const { caller, log } = open({ handler: { callTimeoutMs: 300 } });
    expect((await failureOf(caller.call("demo.wait"))).code).toBe("TIMEOUT");
    expect(log).toEqual(["started", "TIMEOUT"]);
    const items: unknown[] = [];
    for await (const { data } of caller.subscribe("demo.count", { to: 3 })) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      items.push(data);
    }
    expect(items).toEqual([1, 2, 3]);
  });
});

const operation = (name: string, handler: (input: unknown) => unknown) =>
  defineOperation({
    ...common,
    name,
    namespace: "odd",
    type: OperationType.MUTATION,
    inputSchema: Type.Unknown(),
    outputSchema: Type.Unknown(),
    errorSchemas: { DECLARED: { description: "Declared" } },
    handler,
  });

const streamOf = (name: string, items: () => Iterable<unknown>) =>
  defineOperation({
    ...common,
    name,
    namespace: "odd",
    type: OperationType.SUBSCRIPTION,
    inputSchema: Type.Unknown(),
    outputSchema: Type.Unknown(),
    async *handler() {
      yield* items();
    },
  });

const cycle: Record<string, unknown> = { secretName: 1 };
cycle["itself"] = cycle;

describe("when it identifies callers", () => {
  const ada = { id: "ada", scopes: ["read"] };

  it.each(linkKinds)("uses the identity of the %s link", async (kind) => {
    const { caller } = open({ kind, identity: ada });
    expect((await caller.call("demo.whoami")).data).toEqual(kind === "loopback" ? null : ada);
  });

  it("refuses a claim, counts it, and continues", async () => {
    const { caller, responder } = open({ identity: ada });
    const error = await failureOf(caller.call("demo.whoami", 0, { identity: { id: "root", scopes: ["*"] } }));
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(responder.counters.refusedIdentities).toBe(1);
    expect((await caller.call("demo.whoami")).data).toEqual(ada);
  });

  it.each([true, false])("refuses a token that it cannot verify; peer trusted: %s", async (isTrusted) => {
    const { caller, responder } = open({ identity: ada, isTrusted });
    const error = await failureOf(caller.call("demo.whoami", 0, { token: "of another caller" }));
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(responder.counters.refusedIdentities).toBe(1);
  });

  it("believes the claim of a peer that it trusts", async () => {
    const { caller } = open({ identity: ada, isTrusted: true });
    const grace = { id: "grace", scopes: [] };
    expect((await caller.call("demo.whoami", 0, { identity: grace })).data).toEqual(grace);
  });

  it.each([
    [
      "throws",
      (): never => {
        throw new CallError("UNAUTHENTICATED", "No.");
      },
    ],
    ["rejects", (): Promise<never> => Promise.reject(new CallError("UNAUTHENTICATED", "No."))],
  ])("refuses a call if identifying its caller %s", async (_, identify) => {
    const { caller, responder } = open({ handler: { identify } });
    expect(await failureOf(caller.call("demo.whoami"))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(responder.counters.refusedIdentities).toBe(1);
  });

  it("first accepts the call, and then reports its start, if that takes time", async () => {
    let identified: (() => void) | undefined;
    const { caller, log } = open({
      handler: { identify: () => new Promise((resolve) => (identified = () => resolve(ada))), responderId: "me" },
    });
    const heard = answersTo(caller.link);
    const abort = new AbortController();
    const failure = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    await settle();
    expect(heard).toMatchObject([{ type: "call.accepted", responderId: "me", started: undefined }]);
    identified?.();
    await until(() => log.includes("started"));
    await settle();
    expect(heard).toMatchObject([{ started: undefined }, { type: "call.accepted", started: true }]);
    abort.abort();
    expect((await failure).phase).toBe("started");
  });
});

describe("when it has the answer at once", () => {
  it("does not accept the call first", async () => {
    const { caller } = open();
    const heard = answersTo(caller.link);
    await caller.call("demo.echo", 1);
    await settle();
    expect(heard.map(({ type }) => type)).toEqual(["call.responded"]);
  });
});

describe.each(["memory", "channel"] as const)("when a handler misbehaves, over a %s link", (kind) => {
  it.each([
    ["a code that is empty", () => new CallError("", "Odd."), "EXECUTION_ERROR"],
    ["a code that is endless", () => new CallError("X".repeat(300), "Odd."), "EXECUTION_ERROR"],
    ["a code that is not a text", () => new CallError(7 as never, "Odd."), "EXECUTION_ERROR"],
    ["a code of its own", () => new CallError("DECLARED", "Odd.", { n: 1 }), "DECLARED"],
  ])("ends the call for an error with %s", async (_, error, code) => {
    const odd = operation("fails", () => {
      throw error();
    });
    const { caller } = open({ kind, operations: [odd] });
    expect(await failureOf(caller.call("odd.fails"))).toMatchObject({ code, phase: "started" });
  });

  it("answers even if the listener to errors throws", async () => {
    const onError = vi.fn<() => void>(() => {
      throw new Error("A listener's own.");
    });
    const { caller } = open({ kind, handler: { onError } });
    await failureOf(caller.call("demo.nothing"));
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: "OPERATION_NOT_FOUND" }),
      "demo.nothing",
    );
  });
});

describe("when an answer cannot be sent", () => {
  const large = "語".repeat(1000);

  it.each([
    ["is a cycle", operation("result", () => cycle), "OUTPUT_INVALID"],
    ["is too large", operation("result", () => large), "PAYLOAD_TOO_LARGE"],
    [
      "has an invalid time",
      operation("result", () => ({
        data: 1,
        meta: { source: "local", operationId: "odd.result", timestamp: Number.NaN },
      })),
      "PROTOCOL_ERROR",
    ],
  ])("ends the call, certain that it ran, when it %s", async (_, odd, code) => {
    const { caller } = open({ kind: "channel", limits: { maxFrameBytes: 1024 }, operations: [odd] });
    const error = await failureOf(caller.call("odd.result"));
    expect(error.code).toBe(code);
    expect(error.phase).toBe(code === "PROTOCOL_ERROR" ? "unknown" : "started");
    expect(error.message).not.toContain("secretName");
  });

  it.each([
    ["is a cycle", streamOf("items", () => [1, cycle]), "OUTPUT_INVALID"],
    ["is too large", streamOf("items", () => [1, large]), "PAYLOAD_TOO_LARGE"],
  ])("ends the stream after the earlier items, when one %s", async (_, odd, code) => {
    const { caller } = open({ kind: "channel", limits: { maxFrameBytes: 1024 }, operations: [odd] });
    const stream = caller.subscribe("odd.items");
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    expect(await failureOf(stream.next())).toMatchObject({ code, phase: "started" });
  });

  it.each([
    ["details that are a cycle", () => new CallError("DECLARED", "Odd.", cycle)],
    ["details that are too large", () => new CallError("DECLARED", "Odd.", large)],
    ["a message that is too long", () => new CallError("DECLARED", large)],
  ])("still reports the code of an error with %s", async (_, error) => {
    const odd = operation("fails", () => {
      throw error();
    });
    const { caller } = open({ kind: "channel", limits: { maxFrameBytes: 1024 }, operations: [odd] });
    const failure = await failureOf(caller.call("odd.fails"));
    expect(failure).toMatchObject({ code: "DECLARED", phase: "started", details: undefined });
  });

  it("ends calls whose input cannot be sent before they start", async () => {
    const { caller } = open({ kind: "channel", limits: { maxFrameBytes: 1024 } });
    expect(await failureOf(caller.call("demo.echo", cycle))).toMatchObject({
      code: "VALIDATION_ERROR",
      phase: "notStarted",
    });
    expect(await failureOf(caller.call("demo.echo", large))).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      phase: "notStarted",
    });
  });
});

describe("when a call arrives twice", () => {
  it("runs it once", async () => {
    const { caller, responder, log } = open();
    const event = { type: "call.requested", requestId: "twice", operationId: "demo.wait" } as const;
    caller.link.send(event);
    caller.link.send(event);
    await until(() => log.includes("started"));
    caller.link.send(event);
    await settle();
    expect(log).toEqual(["started"]);
    expect(responder.counters.refusedCalls).toBe(2);
    caller.link.send({ type: "call.aborted", requestId: "twice", reason: "ABORTED" });
    await settle();
  });
});

describe("when events name unknown calls", () => {
  it("ignores them", async () => {
    const { caller } = open();
    caller.link.send({ type: "call.aborted", requestId: "x", reason: "ABORTED" });
    caller.link.send({ type: "call.credit", requestId: "x", n: 5 });
    expect((await caller.call("demo.echo", 1)).data).toBe(1);
  });
});

describe("when a caller asks for more than the responder allows", () => {
  it("refuses with the phase notStarted, and counts", async () => {
    const { caller, responder, log } = open({ responderLimits: { maxCallsInFlight: 1 } });
    const abort = new AbortController();
    const first = failureOf(caller.call("demo.wait", 0, { signal: abort.signal }));
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({ code: "OVERLOADED", phase: "notStarted" });
    expect(responder.counters.refusedCalls).toBe(1);
    await until(() => log.includes("started"));
    abort.abort();
    await first;
    await settle();
    expect((await caller.call("demo.echo", 1)).data).toBe(1);
  });

  it("tells a caller about its smaller window before the first item", async () => {
    const { caller } = open({ responderLimits: { maxWindow: 3 } });
    const heard = answersTo(caller.link);
    const stream = caller.subscribe("demo.count", { to: 1 }, { window: 1000 });
    while ((await stream.next()).done !== true);
    expect(heard[0]).toMatchObject({ type: "call.accepted", window: 3 });
    expect(heard.at(-1)).toMatchObject({ type: "call.completed", seq: 1 });
  });

  it("keeps credit that arrived with the request", async () => {
    const { caller } = open();
    const heard = answersTo(caller.link);
    const requestId = "eager";
    caller.link.send({ type: "call.requested", requestId, operationId: "demo.count", input: { to: 2 }, window: 0 });
    caller.link.send({ type: "call.credit", requestId, n: 3 });
    await expect.poll(() => heard.at(-1)).toMatchObject({ type: "call.completed", seq: 2 });
  });

  it("respects its window, however much credit a caller grants", async () => {
    const { caller, log } = open({ responderLimits: { maxWindow: 3 } });
    const requestId = "greedy";
    caller.link.send({ type: "call.requested", requestId, operationId: "demo.count", input: { to: 1e9 }, window: 0 });
    await settle();
    expect(log).toEqual([]);
    caller.link.send({ type: "call.credit", requestId, n: 1_000_000 });
    await settle();
    expect(log).toEqual(["made 1", "made 2", "made 3"]);
    caller.link.send({ type: "call.aborted", requestId, reason: "ABORTED" });
    await until(() => log.includes("ABORTED"));
  });
});

describe("when a middleware enters a handler again", () => {
  it("reports once that the call has started", async () => {
    const { caller, registry } = open({ operations: [operation("later", () => settle(5))] });
    registry.use(async (_, next) => {
      await settle(5);
      await next();
      return next();
    });
    const heard = answersTo(caller.link);
    await caller.call("odd.later");
    expect(heard.map((event) => [event.type, (event as { started?: boolean }).started])).toEqual([
      ["call.accepted", undefined],
      ["call.accepted", true],
      ["call.responded", undefined],
    ]);
  });
});
