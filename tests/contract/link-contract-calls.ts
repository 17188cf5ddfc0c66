import { expect, it } from "vitest";
import { CallError } from "../../src/entries/index.ts";
import type { Contract, ContractOptions } from "./link-pair.ts";

type Make = (options?: ContractOptions) => Promise<Contract>;

const failure = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.fail("it should have failed"),
    (thrown: unknown) => thrown as CallError,
  );

/** What every link guarantees about calls. */
export function describeCalls(make: Make): void {
  it("answers with the result's envelope, and leaves nothing behind", async () => {
    const contract = await make();
    const envelope = await contract.caller.call("test.echo", { name: "Ada" });
    expect(envelope.data).toEqual({ name: "Ada" });
    expect(envelope.meta).toMatchObject({ source: "local", operationId: "test.echo" });
    await contract.expectNothingLeft();
  });

  it("carries undefined, null, bytes, and objects that look like them", async () => {
    const { caller } = await make();
    const bytes = new Uint8Array([0, 255, 128]);
    const values = [undefined, null, "", 0, bytes, { deep: [bytes] }, { $bytes: "AP8=" }, { $$bytes: "x" }];
    for (const value of values) expect((await caller.call("test.echo", value)).data).toEqual(value);
  });

  it("ends each of 1,000 concurrent calls exactly once, with its own result", async () => {
    const contract = await make();
    let ends = 0;
    const calls = Array.from({ length: 1000 }, async (_, index) => {
      const controller = new AbortController();
      const id = index % 4 === 1 ? "test.fail" : index % 4 === 2 ? "test.wait" : "test.echo";
      const input = id === "test.fail" ? { how: "declared" } : index;
      const call = contract.caller.call(id, input, { signal: controller.signal });
      if (id === "test.wait") setTimeout(() => controller.abort(), 5 + (index % 20));
      const end = await call.then(
        ({ data }) => data,
        (error: CallError) => error.code,
      );
      ends++;
      return end;
    });
    const expected = Array.from({ length: 1000 }, (_, index) =>
      index % 4 === 1 ? "INSUFFICIENT_FUNDS" : index % 4 === 2 ? "ABORTED" : index,
    );
    expect(await Promise.all(calls)).toEqual(expected);
    expect(ends).toBe(1000);
    await contract.expectNothingLeft();
    expect(contract.seen.aborted).toBe(contract.seen.started - 500);
  });

  it("delivers calls in the order in which they were made", async () => {
    const { caller, seen } = await make();
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    await Promise.all(numbers.map((number) => caller.call("test.record", number)));
    expect(seen.recorded).toEqual(numbers);
  });

  it("reports errors with code, phase and the details meant for callers", async () => {
    const contract = await make();
    const { caller } = contract;
    const declared = await failure(caller.call("test.fail", { how: "declared" }));
    expect(declared).toBeInstanceOf(CallError);
    expect(declared).toMatchObject({ code: "INSUFFICIENT_FUNDS", phase: "started", details: { balance: 3 } });
    const undeclared = await failure(caller.call("test.fail", { how: "undeclared" }));
    expect(undeclared).toMatchObject({ code: "SECRET", message: "Worded for a caller.", details: undefined });
    const internal = await failure(caller.call("test.fail", { how: "else" }));
    expect(internal).toMatchObject({ code: "EXECUTION_ERROR", phase: "started" });
    expect(internal.message).not.toContain("internal matter");
    const missing = await failure(caller.call("test.nothing"));
    expect(missing).toMatchObject({ code: "OPERATION_NOT_FOUND", phase: "notStarted" });
    const invalid = await failure(caller.call("test.fail", { how: 1 }));
    expect(invalid).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
    expect(await failure(caller.call("test.count", { to: 1 }))).toMatchObject({ code: "PROTOCOL_ERROR" });
    await contract.expectNothingLeft();
  });

  it("passes the caller's abort to the handler's signal", async () => {
    const contract = await make();
    const controller = new AbortController();
    const call = failure(contract.caller.call("test.wait", 1, { signal: controller.signal }));
    await expect.poll(() => contract.seen.started).toBe(1);
    controller.abort();
    expect((await call).code).toBe("ABORTED");
    await expect.poll(() => contract.seen.aborted).toBe(1);
    await contract.expectNothingLeft();
  });

  it("does not start a call that its caller aborts in the same tick", async () => {
    const contract = await make();
    const controller = new AbortController();
    const call = failure(contract.caller.call("test.wait", 1, { signal: controller.signal }));
    controller.abort();
    expect((await call).code).toBe("ABORTED");
    await contract.caller.call("test.echo", 1);
    expect(contract.seen).toMatchObject({ started: 1, aborted: 0 });
  });

  it("ends calls when the responder stops, and reports that they had started", async () => {
    const contract = await make();
    const call = failure(contract.caller.call("test.wait"));
    await expect.poll(() => contract.seen.started).toBe(1);
    contract.handler.close();
    expect(await call).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    expect(contract.seen.aborted).toBe(1);
    const next = await failure(contract.caller.call("test.echo"));
    expect(next).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
    await contract.expectNothingLeft();
  });

  it.each(["near", "far"] as const)("ends calls when the %s end closes the link", async (end) => {
    const contract = await make();
    const call = failure(contract.caller.call("test.wait"));
    await expect.poll(() => contract.seen.started).toBe(1);
    // The caller must know that the call was accepted.
    await contract.caller.call("test.echo");
    contract.pair[end].close();
    expect(await call).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    await expect.poll(() => contract.seen.aborted).toBe(1);
    const next = await failure(contract.caller.call("test.echo"));
    expect(next).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    await contract.expectNothingLeft();
  });

  it("does not send a call whose deadline has passed", async () => {
    const contract = await make();
    const late = await failure(contract.caller.call("test.echo", 1, { deadline: Date.now() - 1 }));
    expect(late).toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    expect(contract.seen.started).toBe(0);
    await contract.expectNothingLeft();
  });

  it("ends a call whose deadline passes while it is queued, and never starts it", async () => {
    let admit: (identity: undefined) => void = () => undefined;
    const contract = await make({ identify: () => new Promise((resolve) => (admit = resolve)) });
    const call = await failure(contract.caller.call("test.echo", 1, { deadline: Date.now() + 1000 }));
    expect(call).toMatchObject({ code: "TIMEOUT", phase: "unknown" });
    await contract.expectNothingLeft();
    admit(undefined);
    await contract.expectNothingLeft();
    expect(contract.seen.started).toBe(0);
  });

  it("ends a call whose deadline passes while it runs, on both sides", async () => {
    const contract = await make();
    const call = await failure(contract.caller.call("test.wait", 1, { deadline: Date.now() + 1000 }));
    expect(call).toMatchObject({ code: "TIMEOUT", phase: "started" });
    await expect.poll(() => contract.seen.aborted).toBe(1);
    await contract.expectNothingLeft();
  });

  it("refuses calls above the in-flight limit, and accepts more when others have ended", async () => {
    const contract = await make({ limits: { maxCallsInFlight: 2 } });
    const controller = new AbortController();
    const running = [1, 2].map((n) => failure(contract.caller.call("test.wait", n, { signal: controller.signal })));
    expect(await failure(contract.caller.call("test.echo"))).toMatchObject({ code: "OVERLOADED", phase: "notStarted" });
    controller.abort();
    await Promise.all(running);
    await contract.expectNothingLeft();
    expect((await contract.caller.call("test.echo", 1)).data).toBe(1);
  });

  it("finishes calls in flight when it drains, and accepts no new ones", async () => {
    const contract = await make();
    const call = failure(contract.caller.call("test.wait", 1, { deadline: Date.now() + 1000 }));
    await expect.poll(() => contract.seen.started).toBe(1);
    const drained = contract.handler.drain();
    expect(await failure(contract.caller.call("test.echo"))).toMatchObject({ code: "NO_RESPONDER" });
    expect((await call).code).toBe("TIMEOUT");
    await drained;
    await contract.expectNothingLeft();
  });

  it("takes the caller's identity from the link, and refuses an identity that a call claims", async () => {
    const contract = await make({ identity: { id: "ada", scopes: ["test:read"] } });
    expect((await contract.caller.call("test.guarded")).data).toBe("ada");
    const forged = { identity: { id: "root", scopes: ["test:read"] } };
    expect((await failure(contract.caller.call("test.guarded", 1, forged))).code).toBe("UNAUTHENTICATED");
    expect(contract.counters.refusedIdentities).toBe(1);
    const stranger = await make();
    expect((await failure(stranger.caller.call("test.guarded"))).code).toBe("UNAUTHENTICATED");
  });

  it("runs a call once, even if its event arrives several times", async () => {
    const contract = await make();
    const call = { type: "call.requested", requestId: "twice", operationId: "test.wait" } as const;
    contract.pair.near.send(call);
    contract.pair.near.send(call);
    await contract.caller.call("test.echo");
    expect(contract.seen.started).toBe(2);
    contract.pair.near.send({ type: "call.aborted", requestId: "twice", reason: "ABORTED" });
    await contract.expectNothingLeft();
  });

  it("counts and drops answers to unknown calls", async () => {
    const contract = await make();
    const output = (await contract.caller.call("test.echo", 1)).meta;
    contract.pair.near.send({ type: "call.responded", requestId: "x", output: { data: 1, meta: output } });
    contract.pair.near.send({ type: "call.completed", requestId: "x", seq: 0 });
    await contract.caller.call("test.echo", 1);
    expect(contract.counters.strayAnswers).toBe(2);
  });
}
