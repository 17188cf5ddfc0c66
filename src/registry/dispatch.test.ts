import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Identity } from "../operation/access-control.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { buildEnv } from "./call/build-env.ts";
import { dispatch, dispatchSubscription } from "./dispatch.ts";
import { spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";

const ada: Identity = { id: "ada", scopes: ["admin", "user"] };
const bob: Identity = { id: "bob", scopes: ["user"] };

const secret = vi.fn<() => string>(() => "secret");

function registryOfAll(): OperationRegistry {
  secret.mockClear();
  const registry = new OperationRegistry();
  const needs = (scope: string) => ({ accessControl: { requiredScopes: [scope] } });
  const viaEnv =
    (name: string) =>
    (_input: never, { env }: OperationContext) =>
      env["test"]?.[name]?.({});
  registry.registerAll([
    { ...spec({ name: "open" }), handler: () => "open" },
    { ...spec({ name: "secret", ...needs("admin") }), handler: secret },
    { ...spec({ name: "nested", ...needs("user") }), handler: viaEnv("secret") },
    { ...spec({ name: "deeper", ...needs("user") }), handler: viaEnv("nested") },
    {
      ...spec({ name: "trusting", ...needs("user") }),
      handler: (_input: never, context: OperationContext) => registry.execute("test.nested", {}, context),
    },
    {
      ...spec({ name: "spreading", ...needs("user") }),
      handler: (_input: never, context: OperationContext) =>
        registry.execute("test.nested", {}, { ...context, identity: context.identity }),
    },
    {
      ...spec({ name: "rebuilding", ...needs("user") }),
      handler: (_input: never, context: OperationContext) => buildEnv({ registry, context })["test"]?.["secret"]?.({}),
    },
    {
      ...spec({ name: "stream", type: OperationType.SUBSCRIPTION, ...needs("user") }),
      handler: async function* (_input: never, { env }: OperationContext) {
        yield 1;
        yield await env["test"]?.["secret"]?.({});
      },
    },
  ]);
  return registry;
}

describe("when a call comes from outside", () => {
  it("is UNAUTHENTICATED without an identity, if the operation requires one", async () => {
    await expect(dispatch(registryOfAll(), { id: "test.secret" })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      phase: "notStarted",
    });
    const context = { identity: null as never };
    await expect(dispatch(registryOfAll(), { id: "test.secret", context })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    expect((await dispatch(registryOfAll(), { id: "test.open" })).data).toBe("open");
  });

  it("is ACCESS_DENIED for an identity that lacks the right, before its input is checked", async () => {
    const registry = registryOfAll();
    const call = dispatch(registry, { id: "test.secret", input: 1, context: { identity: bob } });
    await expect(call).rejects.toMatchObject({
      code: "ACCESS_DENIED",
      message: "bob may not call test.secret: it needs the scope admin.",
    });
    expect(secret).not.toHaveBeenCalled();
  });

  it("does not read the input of a caller that lacks the right, on the first call or a later one", async () => {
    const registry = new OperationRegistry();
    const inputSchema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
    const accessControl = { requiredScopes: ["admin"] };
    registry.register({ ...spec({ name: "guarded", inputSchema, accessControl }), handler: () => 1 });
    const read = vi.fn<() => number>(() => 1);
    const input = Object.defineProperty({}, "a", { get: read, enumerable: true });
    for (let i = 0; i < 2; i++) {
      const denied = dispatch(registry, { id: "test.guarded", input, context: { identity: bob } });
      await expect(denied).rejects.toMatchObject({ code: "ACCESS_DENIED", phase: "notStarted" });
      expect(read).not.toHaveBeenCalled();
      await dispatch(registry, { id: "test.guarded", input, context: { identity: ada } });
      read.mockClear();
    }
  });

  it("runs for an identity that has the right", async () => {
    const { data } = await dispatch(registryOfAll(), { id: "test.deeper", context: { identity: ada } });
    expect(data).toBe("secret");
  });
});

describe("when an operation calls another for its caller", () => {
  it.each(["nested", "deeper", "trusting", "spreading", "rebuilding"])(
    "cannot reach operations that the caller may not call, through %s",
    async (name) => {
      const call = dispatch(registryOfAll(), { id: `test.${name}`, context: { identity: bob } });
      await expect(call).rejects.toMatchObject({ code: "ACCESS_DENIED", phase: "started" });
      expect(secret).not.toHaveBeenCalled();
    },
  );

  it("cannot do so in the middle of a stream either", async () => {
    const stream = dispatchSubscription(registryOfAll(), { id: "test.stream", context: { identity: bob } });
    expect(await stream.next()).toMatchObject({ value: { data: 1 } });
    await expect(stream.next()).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("is not checked when the outermost call is trusted", async () => {
    expect((await registryOfAll().execute("test.deeper", {}, { identity: bob })).data).toBe("secret");
  });
});

describe("when an operation requires a right to the resource that its input names", () => {
  const accessControl = {
    requiredScopes: [],
    resourceType: "ticket",
    resourceAction: "delete",
    resourceId: "/ticketId",
  };
  const owner: Identity = { id: "ada", scopes: [], resources: { "ticket:t1": ["delete"] } };
  const ran: unknown[] = [];
  const handler = (input: never): string => {
    ran.push(input);
    return "done";
  };
  const lowerCase = z.object({ ticketId: z.string().transform((id) => id.toLowerCase()) });
  const registryOfTickets = (): OperationRegistry => {
    ran.length = 0;
    return new OperationRegistry().registerAll([
      { ...spec({ name: "delete", accessControl }), handler },
      { ...spec({ name: "transformed", accessControl, inputSchema: lowerCase }), handler },
      { ...spec({ name: "unnamed", accessControl: { ...accessControl, resourceId: undefined } }), handler },
      {
        ...spec({ name: "nested" }),
        handler: (input: never, { env }: OperationContext) => env["test"]?.["delete"]?.(input),
      },
      {
        ...spec({ name: "watch", type: OperationType.SUBSCRIPTION, accessControl }),
        handler: async function* () {
          yield 1;
        },
      },
    ]);
  };
  const denied = { code: "ACCESS_DENIED", phase: "notStarted" };

  it("runs for that resource only, on the first call and on later ones", async () => {
    const registry = registryOfTickets();
    const ask = (id: string, ticketId: unknown) =>
      dispatch(registry, { id, input: { ticketId }, context: { identity: owner } });
    for (let round = 0; round < 3; round++) {
      await expect(ask("test.delete", "t2")).rejects.toMatchObject(denied);
      expect((await ask("test.delete", "t1")).data).toBe("done");
      await expect(ask("test.nested", "t2")).rejects.toMatchObject({ code: "ACCESS_DENIED" });
      expect((await ask("test.nested", "t1")).data).toBe("done");
    }
    expect(ran).toEqual(Array.from({ length: 6 }, () => ({ ticketId: "t1" })));
    await expect(ask("test.unnamed", "t1")).rejects.toMatchObject(denied);
  });

  it("checks the id that the handler receives, if the schema transforms it", async () => {
    const identity: Identity = { ...owner, resources: { "ticket:T1": ["delete"] } };
    const ask = (ticketId: string, context: { identity: Identity }) =>
      dispatch(registryOfTickets(), { id: "test.transformed", input: { ticketId }, context });
    await expect(ask("T1", { identity })).rejects.toMatchObject(denied);
    expect((await ask("t1", { identity: owner })).data).toBe("done");
  });

  it("is checked for streams, which end if an operation that requires more replaces it", async () => {
    const registry = registryOfTickets();
    const open = (ticketId: string) =>
      dispatchSubscription(registry, { id: "test.watch", input: { ticketId }, context: { identity: owner } });
    await expect(open("t2").next()).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    const stream = open("t1");
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    const other = { ...accessControl, resourceId: "/other" };
    registry.registerSpec(spec({ name: "watch", type: OperationType.SUBSCRIPTION, accessControl: other }), {
      replace: true,
    });
    await expect(stream.next()).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("is not checked for a trusted call", async () => {
    expect((await registryOfTickets().execute("test.delete", { ticketId: "t2" })).data).toBe("done");
  });
});

describe("when an operation requires other rights while its streams run", () => {
  const endless = (scope: string) => ({
    ...spec({ name: "endless", type: OperationType.SUBSCRIPTION, accessControl: { requiredScopes: [scope] } }),
    handler: async function* (_input: never, { signal }: OperationContext) {
      yield 1;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
  const opened = async (registry: OperationRegistry, identity: Identity) => {
    const stream = dispatchSubscription(registry, { id: "test.endless", context: { identity } });
    await stream.next();
    return stream;
  };

  it("ends the streams of callers that lost access, and no others", async () => {
    const registry = new OperationRegistry().register(endless("user"));
    const [adas, bobs] = [await opened(registry, ada), await opened(registry, bob)];
    const trusted = registry.stream({ id: "test.endless", input: {}, context: {}, checked: false });
    await trusted.next();
    const ends = [adas.next(), trusted.next()].map((next) => next.then(() => "stopped"));
    const denied = bobs.next().catch((reason: unknown) => reason);
    registry.register(spec({ name: "other" })).register(endless("admin"), { replace: true });
    expect(await denied).toMatchObject({ code: "ACCESS_DENIED", phase: "started" });
    await Promise.all([adas.return(), trusted.return()]);
    expect(await Promise.all(ends)).toEqual(["stopped", "stopped"]);
  });

  it("rejects the next next() if none was waiting", async () => {
    const registry = new OperationRegistry().register(endless("user"));
    const stream = await opened(registry, bob);
    registry.register(endless("admin"), { replace: true });
    await expect(stream.next()).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("stops listening when the stream ends", async () => {
    const registry = new OperationRegistry().register(endless("user"));
    let looks = 0;
    const watched = {
      id: "bob",
      get scopes() {
        looks++;
        return bob.scopes;
      },
    };
    const stream = await opened(registry, watched);
    const before = looks;
    registry.register(endless("user"), { replace: true });
    expect(looks).toBe(before + 1);
    await stream.return();
    registry.register(endless("user"), { replace: true });
    expect(looks).toBe(before + 1);
  });

  it("continues if the operation is unregistered", async () => {
    const registry = new OperationRegistry().register(endless("user"));
    const stream = await opened(registry, bob);
    const next = stream.next();
    registry.unregister("test.endless");
    await stream.return();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
