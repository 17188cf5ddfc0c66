import { describe, expect, it, vi } from "vitest";
import type { OperationContext, TraceContext } from "../../operation/operation-context.ts";
import type { OperationEnv, Subscription } from "../../operation/operation-env.ts";
import { dispatch } from "../dispatch.ts";
import { buildEnv } from "./build-env.ts";
import { add, count, spec } from "../fixtures.test-support.ts";
import { OperationRegistry } from "../operation-registry.ts";

const trace: TraceContext = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
const identity = { id: "ada", scopes: [] };

const show = {
  ...spec({ name: "show" }),
  handler: (_input: never, context: OperationContext) => ({
    requestId: context.requestId,
    parentRequestId: context.parentRequestId,
    identity: context.identity,
    deadline: context.deadline,
    trace: context.trace,
    onProgress: context.onProgress,
  }),
};

const relay = {
  ...spec({ name: "relay" }),
  handler: async (
    _input: never,
    context: OperationContext<
      OperationEnv<[{ name: "show"; namespace: "test"; type: "QUERY"; inputSchema: object; outputSchema: object }]>
    >,
  ) => ({
    requestId: context.requestId,
    nested: (await context.env.test.show()).data,
  }),
};

describe("when operations are called by name", () => {
  it("calls QUERYs and MUTATIONs as functions, and SUBSCRIPTIONs as streams", async () => {
    const registry = new OperationRegistry().registerAll([add, count]);
    const env = buildEnv<[typeof add, typeof count]>({ registry });
    expect((await env.math.add({ a: 1, b: 2 })).data.sum).toBe(3);
    const items: number[] = [];
    for await (const { data } of env.math.count({ to: 2 })) items.push(data);
    expect(items).toEqual([1, 2]);
  });

  it("follows dotted namespaces, even if one is also an operation", async () => {
    const registry = new OperationRegistry().registerAll([
      { ...spec({ name: "b", namespace: "a" }), handler: () => "a.b" },
      { ...spec({ name: "c", namespace: "a.b" }), handler: () => "a.b.c" },
      { ...spec({ name: "then", namespace: "a" }), handler: () => "a.then" },
      { ...spec({ name: "name", namespace: "a" }), handler: () => "a.name" },
    ]);
    const env = buildEnv({ registry });
    for (const [path, call] of Object.entries({
      "a.b": env["a"]?.["b"],
      "a.b.c": env["a"]?.["b"]?.["c"],
      "a.then": env["a"]?.["then"],
      "a.name": env["a"]?.["name"],
    })) {
      expect((await call?.({}))?.data).toBe(path);
    }
  });

  it("rejects for an unknown operation, with a hint", async () => {
    const env = buildEnv({ registry: new OperationRegistry().register(add) });
    await expect(env["math"]?.["addd"]?.({})).rejects.toMatchObject({
      code: "OPERATION_NOT_FOUND",
      message: expect.stringContaining("math.add") as string,
    });
  });

  it("rejects for an operation whose peer is away, also if it is read as a stream, now or later", async () => {
    const registry = new OperationRegistry();
    const until = Date.now() + 60_000;
    registry.quarantine.setAway({ id: "far.count", accessControl: { requiredScopes: [] }, until });
    const env = buildEnv({ registry });
    const unhandled = vi.fn<() => void>();
    process.on("unhandledRejection", unhandled);
    const open = () => env["far"]!["count"]!({}) as unknown as Subscription;
    const read = async (stream: Subscription): Promise<void> => {
      for await (const _ of stream) expect.unreachable();
    };
    const away = { code: "NO_RESPONDER", phase: "notStarted", retryable: true };
    await expect(env["far"]!["count"]!({})).rejects.toMatchObject(away);
    await expect(read(open())).rejects.toMatchObject(away);
    await expect(open().next()).rejects.toMatchObject(away);
    const later = open();
    await new Promise((resolve) => setTimeout(resolve, 1));
    await expect(read(later)).rejects.toMatchObject(away);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("lists what there is, name by name, as it is now", async () => {
    const registry = new OperationRegistry().registerAll([
      add,
      { ...spec({ name: "b", namespace: "a" }), handler: () => "a.b" },
      { ...spec({ name: "name", namespace: "a.b" }), handler: () => "a.b.name" },
    ]);
    const env = buildEnv({ registry });
    expect(Object.keys(env)).toEqual(["math", "a"]);
    expect(Object.keys(env["a"]!)).toEqual(["b"]);
    expect(Object.keys(env["a"]!["b"]!)).toEqual(["name"]);
    expect(["math" in env, "a" in env, "nope" in env, "b" in env["a"]!, "call" in env]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    const [sum] = Object.values(env["math"]!);
    expect((await sum?.({ a: 1, b: 2 }))?.data).toEqual({ sum: 3 });
    registry.unregister("math.add");
    expect(Object.keys(env)).toEqual(["a"]);
  });

  it("shows a checked caller only what it may call", async () => {
    const open = { ...spec({ name: "open", namespace: "a" }), handler: () => 1 };
    const guard = { requiredScopes: ["admin"] };
    const closed = { ...spec({ name: "closed", namespace: "a" }), accessControl: guard, handler: () => 2 };
    const secret = { ...spec({ name: "x", namespace: "secret" }), accessControl: guard, handler: () => 3 };
    const list = {
      ...spec({ name: "list" }),
      handler: (_input: never, { env }: OperationContext) => [
        ...Object.keys(env),
        ...Object.keys(env["a"]!),
        "secret" in env,
      ],
    };
    const registry = new OperationRegistry().registerAll([open, closed, secret, list]);
    const seenBy = async (scopes: string[]): Promise<unknown> =>
      (await dispatch(registry, { id: "test.list", input: {}, context: { identity: { id: "eve", scopes } } })).data;
    expect(await seenBy([])).toEqual(["a", "test", "open", false]);
    expect(await seenBy(["admin"])).toEqual(["a", "secret", "test", "open", "closed", true]);
  });

  it("can be awaited and serialised like any object", async () => {
    const env = buildEnv({ registry: new OperationRegistry() });
    expect(await (async () => env)()).toBe(env);
    expect(JSON.stringify({ env })).toBe("{}");
    const unhandled = vi.fn<() => void>();
    process.on("unhandledRejection", unhandled);
    expect(() => String(env["math"])).toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve, 1));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe("when a handler calls through its context's env", () => {
  const registry = new OperationRegistry().registerAll([show, relay]);

  it("passes on identity, deadline and trace, and links the request ids", async () => {
    const deadline = Date.now() + 10_000;
    const context = { requestId: "outer", identity, deadline, trace, onProgress: () => undefined };
    const { data } = await registry.execute("test.relay", {}, context);
    expect(data).toMatchObject({
      requestId: "outer",
      nested: { parentRequestId: "outer", identity, deadline, trace, onProgress: undefined },
    });
    expect((data as { nested: { requestId: string } }).nested.requestId).not.toBe("outer");
  });

  it("gives every call its own id if the caller sets none", async () => {
    const first = (await registry.execute("test.relay")).data as { requestId: string; nested: typeof relay };
    const second = (await registry.execute("test.relay")).data as { requestId: string };
    expect(first.requestId).not.toBe(second.requestId);
    expect(first.nested).toMatchObject({ parentRequestId: first.requestId });
  });
});
