import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { operation } from "./fixtures.test-support.ts";
import { observeCalls } from "./observe-calls.ts";
import { Timeline } from "./timeline.ts";

const ada = { id: "ada", scopes: [] };
const bob = { id: "bob", scopes: [] };

function timed(size?: number) {
  const timeline = new Timeline(size);
  const registry = new OperationRegistry().registerAll([
    operation("leaf", () => 1),
    operation("middle", async (_input, { env }) => (await env["demo"]?.["leaf"]?.({}))?.data),
    operation("root", async (_input, { env }) => {
      await Promise.all([env["demo"]?.["middle"]?.({}), env["demo"]?.["leaf"]?.({})]);
    }),
    operation("fail", () => {
      throw new Error("a path of this machine: /home/ada");
    }),
  ]);
  registry.use(observeCalls([timeline.observe]));
  return { timeline, registry };
}

describe("when a call is looked up", () => {
  it("is shown with everything that was called from within it, in order", async () => {
    const { timeline, registry } = timed();
    await registry.execute("demo.root", {}, { identity: ada, requestId: "r1" });
    const calls = timeline.find("r1", ada);
    expect(calls.map(({ operationId }) => operationId)).toEqual(["demo.root", "demo.middle", "demo.leaf", "demo.leaf"]);
    const middle = calls[1];
    expect(middle).toMatchObject({ parentRequestId: "r1", durationMs: expect.any(Number) as number });
    expect(calls.filter(({ parentRequestId }) => parentRequestId === middle?.requestId)).toHaveLength(1);
  });

  it("is not shown to another identity, even one whose id begins the same", async () => {
    const { timeline, registry } = timed();
    await registry.execute("demo.leaf", {}, { identity: ada, requestId: "r1" });
    await registry.execute("demo.leaf", {}, { requestId: "without-identity" });
    expect(timeline.find("r1", bob)).toEqual([]);
    expect(timeline.find("1 r1", { id: "ada", scopes: [] })).toEqual([]);
    expect(timeline.find("a r1", { id: "ad", scopes: [] })).toEqual([]);
    expect(timeline.find("without-identity", ada)).toEqual([]);
    expect(timeline.size).toBe(1);
  });

  it("shows only what the caller was told about an error", async () => {
    const { timeline, registry } = timed();
    await registry.execute("demo.fail", {}, { identity: ada, requestId: "r1" }).catch(() => undefined);
    expect(timeline.find("r1", ada)).toMatchObject([
      { error: { code: "EXECUTION_ERROR", message: "The operation failed." } },
    ]);
  });

  it("shows the error of a call whose declared errors cannot be read, and ends it where its caller leaves", async () => {
    const { timeline, registry } = timed();
    const leaving = new AbortController();
    const unreadable = (name: string, run: () => unknown): AnyOperation =>
      Object.defineProperty(operation(name, run), "errorSchemas", {
        get: () => {
          throw new Error("no such schema");
        },
      });
    registry.registerAll([
      unreadable("broken", () => {
        throw new CallError("RATE_LIMITED", "Later.");
      }),
      unreadable("endless", () => {
        setTimeout(() => leaving.abort());
        return new Promise(() => undefined);
      }),
    ]);
    const broken = registry.execute("demo.broken", {}, { identity: ada, requestId: "r1" });
    await expect(broken).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const endless = registry.execute("demo.endless", {}, { identity: ada, requestId: "r2", signal: leaving.signal });
    await expect(endless).rejects.toMatchObject({ code: "ABORTED" });
    expect(timeline.find("r1", ada)).toMatchObject([{ error: { code: "RATE_LIMITED", message: "Later." } }]);
    expect(timeline.find("r2", ada)).toMatchObject([{ error: { code: "ABORTED" } }]);
  });

  it("is forgotten after many others, and leaves nothing behind", async () => {
    const { timeline, registry } = timed(5);
    for (let index = 0; index < 50; index++) {
      await registry.execute("demo.middle", {}, { identity: ada, requestId: `r${index}` });
    }
    expect(timeline.size).toBe(5);
    expect(timeline.find("r1", ada)).toEqual([]);
    expect(timeline.find("r49", ada)).toHaveLength(2);
  });

  it("stops where calls claim to be each other's parents", async () => {
    const { timeline, registry } = timed();
    await registry.execute("demo.leaf", {}, { identity: ada, requestId: "a", parentRequestId: "b" });
    await registry.execute("demo.leaf", {}, { identity: ada, requestId: "b", parentRequestId: "a" });
    expect(timeline.find("a", ada)).toHaveLength(2);
  });
});
