import { expect, it } from "vitest";
import type { CallError } from "../../src/entries/index.ts";
import { AWKWARD_ITEMS } from "./contract-operations.ts";
import type { Contract, ContractOptions } from "./link-pair.ts";

type Make = (options?: ContractOptions) => Promise<Contract>;

const failure = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.fail("it should have failed"),
    (thrown: unknown) => thrown as CallError,
  );

const MAX_FRAME = 64 * 1024;

/** The guarantees of links that serialise events. */
export function describeFrames(make: Make): void {
  it("carries payloads of 0 bytes up to the limit, and refuses one byte more before it is sent", async () => {
    const contract = await make({ limits: { maxFrameBytes: MAX_FRAME } });
    const { caller } = contract;
    expect((await caller.call("test.echo", "")).data).toBe("");
    const outcomes = new Set<string>();
    const fits = async (length: number): Promise<boolean> => {
      const outcome = await caller.call("test.record", "x".repeat(length)).then(
        () => "fits",
        ({ code, phase }: CallError) => `${code} ${phase}`,
      );
      outcomes.add(outcome);
      return outcome === "fits";
    };
    let [fitting, tooLong] = [0, MAX_FRAME];
    while (tooLong - fitting > 1) {
      const middle = Math.floor((fitting + tooLong) / 2);
      if (await fits(middle)) fitting = middle;
      else tooLong = middle;
    }
    expect(outcomes).toEqual(new Set(["fits", "PAYLOAD_TOO_LARGE notStarted"]));
    // The rest is the event around the payload.
    expect(fitting).toBeGreaterThan(MAX_FRAME - 250);
    expect(await failure(caller.call("test.echo", "ä".repeat(MAX_FRAME / 2)))).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    await contract.expectNothingLeft();
  });

  it("answers with an error when a result or an item is too large", async () => {
    const contract = await make({ limits: { maxFrameBytes: MAX_FRAME } });
    const error = await failure(contract.caller.call("test.large", { length: MAX_FRAME }));
    expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", phase: "started" });
    const near = await contract.caller.call("test.large", { length: MAX_FRAME - 300 });
    expect((near.data as string).length).toBe(MAX_FRAME - 300);
    await contract.expectNothingLeft();
  });

  it("refuses input that JSON cannot express", async () => {
    const contract = await make();
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const input of [cycle, 1n]) {
      expect(await failure(contract.caller.call("test.echo", input))).toMatchObject({
        code: "VALIDATION_ERROR",
        phase: "notStarted",
      });
    }
    await contract.expectNothingLeft();
  });

  it("counts bytes, not characters, when it fills frames", async () => {
    const contract = await make({ limits: { maxFrameBytes: MAX_FRAME } });
    const texts = Array.from({ length: 100 }, (_, index) => `${index}${"€".repeat(1000)}`);
    const calls = await Promise.all(texts.map((text) => contract.caller.call("test.echo", text)));
    expect(calls.map(({ data }) => data)).toEqual(texts);
    expect(contract.counters.malformedFrames).toBe(0);
  });

  it("carries items that are too large to share a frame", async () => {
    const contract = await make({ limits: { maxFrameBytes: 4096 } });
    const taken: unknown[] = [];
    for await (const { data } of contract.caller.subscribe("test.awkward")) taken.push(data);
    expect(taken).toEqual(AWKWARD_ITEMS);
    await contract.expectNothingLeft();
  });

  it("keeps the order across many frames", async () => {
    const contract = await make({ limits: { maxFrameBytes: 4096 } });
    const texts = Array.from({ length: 300 }, (_, index) => String(index).padEnd(500, "x"));
    await Promise.all(texts.map((text) => contract.caller.call("test.record", text)));
    expect(contract.seen.recorded).toEqual(texts);
  });
}

/** The guarantees of links whose frames hold only events. */
export function describeHostileFrames(make: Make): void {
  it("counts and drops texts that are not frames, and continues", async () => {
    const contract = await make();
    const texts = ["", "hello", "{}", "null", '{"type":"call.requested"}', "[", "[".repeat(10_000), "\u0000"];
    for (const text of texts) contract.pair.inject?.(text);
    contract.pair.inject?.(new Uint8Array([1, 2, 3]));
    expect((await contract.caller.call("test.echo", 1)).data).toBe(1);
    expect(contract.counters.malformedFrames).toBe(texts.length + 1);
  });

  it("counts and drops unknown or malformed events, and handles the others of their frame", async () => {
    const contract = await make();
    const hostile = [
      null,
      1,
      [],
      {},
      { type: "call.surprise" },
      { type: "__proto__" },
      { type: "constructor" },
      { type: "call.requested" },
      { type: "call.requested", requestId: "", operationId: "test.echo" },
      { type: "call.requested", requestId: "x".repeat(1000), operationId: "test.echo" },
      { type: "call.requested", requestId: "a", operationId: "test.echo", timeoutMs: -1 },
      { type: "call.requested", requestId: "a", operationId: "test.echo", timeoutMs: "1" },
      { type: "call.requested", requestId: "a", operationId: "test.count", window: 1e12 },
      { type: "call.credit", requestId: "a", n: -1 },
      { type: "call.responded", requestId: "a", output: { data: 1 } },
      { type: "call.responded", requestId: "a", output: null },
      { type: "peer.closed" },
    ];
    const record = { type: "call.requested", requestId: "r", operationId: "test.record", input: "kept" };
    contract.pair.inject?.(JSON.stringify([...hostile, record]));
    await expect.poll(() => contract.seen.recorded).toEqual(["kept"]);
    expect(contract.counters.malformedEvents).toBe(hostile.length);
    await contract.expectNothingLeft();
  });

  it("survives a flood of unknown events, deeply nested input, and attempts to reach prototypes", async () => {
    const contract = await make();
    const flood = JSON.stringify(Array.from({ length: 1000 }, () => ({ type: "call.flood" })));
    for (let i = 0; i < 50; i++) contract.pair.inject?.(flood);
    const polluted =
      '{"type":"call.requested","requestId":"p","operationId":"test.record","input":{"__proto__":{"x":1}}}';
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    contract.pair.inject?.(`[${polluted}]`);
    contract.pair.inject?.(`[{"type":"call.requested","requestId":"d","operationId":"test.record","input":${deep}}]`);
    expect((await contract.caller.call("test.echo", 1)).data).toBe(1);
    // The call whose input is too deep counts as well, and does not reach the handler.
    expect(contract.counters.malformedEvents).toBe(50_001);
    expect(contract.seen.recorded).toHaveLength(1);
    expect(({} as { x?: number }).x).toBeUndefined();
    await contract.expectNothingLeft();
  });
}
