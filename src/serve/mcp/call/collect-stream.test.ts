import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineOperation } from "../../../operation/define-operation.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { dispatchSubscription } from "../../../registry/dispatch.ts";
import { collectStream as collect } from "./collect-stream.ts";
import { openAccess, registryOf } from "../fixtures.test-support.ts";

function streamOf(handler: () => AsyncGenerator<unknown>): ReturnType<typeof dispatchSubscription> {
  const operation = defineOperation({
    namespace: "test",
    name: "stream",
    version: "1.0.0",
    type: OperationType.SUBSCRIPTION,
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: openAccess,
    handler,
  });
  return dispatchSubscription(registryOf([operation]), { id: "test.stream", input: {} });
}

const limits = { id: "test.stream", maxItems: 10, maxDuration: 30_000, report: () => {} };

const collectStream = async (...given: Parameters<typeof collect>): Promise<unknown> => (await collect(...given)).data;

describe("when a stream is collected", () => {
  it("stops it at the limit, and lets it clean up", async () => {
    let ended = false;
    const stream = streamOf(async function* () {
      try {
        for (let n = 0; ; n++) yield n;
      } finally {
        ended = true;
      }
    });
    expect(await collectStream(stream, { ...limits, maxItems: 3 })).toEqual({ items: [0, 1, 2], complete: false });
    expect(ended).toBe(true);
  });

  it("stops it when the time is up, and returns the items so far", async () => {
    const stream = streamOf(async function* () {
      yield "first";
      await new Promise(() => {});
    });
    expect(await collectStream(stream, { ...limits, maxDuration: 50 })).toEqual({ items: ["first"], complete: false });
  });

  it("fails when the stream fails", async () => {
    const stream = streamOf(async function* () {
      yield 1;
      throw new Error("broken");
    });
    await expect(collectStream(stream, limits)).rejects.toThrow("broken");
  });

  it("writes absent items as null", async () => {
    const heard: unknown[] = [];
    const stream = streamOf(async function* () {
      yield undefined;
    });
    const report = (progress: unknown): unknown => heard.push(progress);
    expect(await collectStream(stream, { ...limits, report })).toEqual({ items: [null], complete: true });
    expect(heard).toEqual([{ progress: 1, message: "null" }]);
  });
});
