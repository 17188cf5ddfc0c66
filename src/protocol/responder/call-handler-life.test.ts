import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { answersTo, failureOf, linkKinds, peersUntilAfter } from "../peers/peers.test-support.ts";
import { until } from "../../../tests/support/until.ts";

const open = peersUntilAfter();

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

describe("when time passes before a call can start", () => {
  it("counts it against the deadline", async () => {
    let identified: (() => void) | undefined;
    const { caller, log } = open({
      handler: { identify: () => new Promise((resolve) => (identified = () => resolve(undefined))) },
    });
    const heard = answersTo(caller.link);
    caller.link.send({ type: "call.requested", requestId: "late", operationId: "demo.wait", timeoutMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 40));
    identified?.();
    await until(() => heard.some(({ type }) => type === "call.error"));
    expect(heard.at(-1)).toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    expect(log).toEqual([]);
  });

  it("waits for aborts that are on the way, after the process was paused", async () => {
    const { caller, log } = open({ limits: { heartbeatMs: 10 } });
    caller.link.send({ type: "call.requested", requestId: "stale", operationId: "demo.wait" });
    caller.link.send({ type: "call.requested", requestId: "wanted", operationId: "demo.echo" });
    const heard = answersTo(caller.link);
    await Promise.resolve();
    const end = Date.now() + 20;
    while (Date.now() < end);
    setTimeout(() => caller.link.send({ type: "call.aborted", requestId: "stale", reason: "TIMEOUT" }), 5);
    await until(() => heard.length > 0);
    expect(heard).toMatchObject([{ type: "call.responded", requestId: "wanted" }]);
    expect(log).toEqual([]);
  });

  it("starts in the end even if calls never stop arriving", async () => {
    const { caller, log } = open({ limits: { heartbeatMs: 10 } });
    const abort = new AbortController();
    const calls: Array<Promise<CallError>> = [];
    const call = (): void => void calls.push(failureOf(caller.call("demo.wait", 0, { signal: abort.signal })));
    call();
    await Promise.resolve();
    const end = Date.now() + 20;
    while (Date.now() < end);
    const timer = setInterval(call, 5);
    await until(() => log.length > 0);
    clearInterval(timer);
    abort.abort();
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(["ABORTED"]));
  });
});

describe.each(linkKinds)("when it drains over a %s link", (kind) => {
  it("tells the other side, refuses new calls, and waits for running ones", async () => {
    const { caller, handler, log } = open({ kind });
    const heard = answersTo(caller.link);
    const stream = caller.subscribe("demo.stuck");
    await stream.next();
    let isDrained = 0;
    const drains = [handler.drain(60_000), handler.drain(Infinity)].map((drain) => drain.then(() => isDrained++));
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
    expect(heard.some(({ type }) => type === "peer.draining")).toBe(true);
    expect(isDrained).toBe(0);
    await stream.return();
    await Promise.all(drains);
    expect(isDrained).toBe(2);
    expect(log).toContain("started");
  });

  it("does not wait longer than the grace period", async () => {
    const { caller, handler } = open({ kind });
    const stream = caller.subscribe("demo.stuck");
    await stream.next();
    await handler.drain(10);
    expect(handler.size).toBe(1);
    await stream.return();
  });

  it("is done when the link closes, even with calls that had not started", async () => {
    const { caller, responder, handler } = open({ kind });
    caller.link.send({ type: "call.requested", requestId: "r", operationId: "demo.wait" });
    await until(() => handler.size === 1);
    const drained = handler.drain(60_000);
    responder.link.close();
    expect(await drained).toBeUndefined();
  });
});

describe.each(linkKinds)("when it is closed over a %s link", (kind) => {
  it("aborts running calls, and tells their callers how far they got", async () => {
    const identified: Array<() => void> = [];
    const { caller, handler, log } = open({
      kind,
      handler: {
        identify: ({ input }) =>
          input === "slow" ? new Promise((resolve) => identified.push(() => resolve(undefined))) : undefined,
      },
    });
    const stream = caller.subscribe("demo.stuck");
    await stream.next();
    const failures = [
      failureOf(caller.call("demo.wait")),
      failureOf(caller.call("demo.wait", "slow")),
      failureOf(stream.next()),
    ];
    await until(() => log.length === 2 && identified.length === 1);
    handler.close();
    const [running, waiting, streaming] = await Promise.all(failures);
    expect(running).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    expect(waiting).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
    expect(streaming).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    await until(() => log.filter((line) => line === "CONNECTION_LOST").length === 2);
    identified[0]?.();
    expect(await failureOf(caller.call("demo.echo"))).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
    expect(log.filter((line) => line === "started")).toHaveLength(2);
  });

  it("can be closed by a running handler, and later calls do not start", async () => {
    const closes = operation("closes", () => handler.close());
    const { caller, handler, log } = open({ kind, operations: [closes] });
    const failures = await Promise.all([failureOf(caller.call("odd.closes")), failureOf(caller.call("demo.wait"))]);
    expect(failures).toMatchObject([
      { code: "CONNECTION_LOST", phase: "started" },
      { code: "NO_RESPONDER", phase: "notStarted" },
    ]);
    expect(log).toEqual([]);
  });
});
