import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { dispatch } from "../registry/dispatch.ts";
import { add, count, spec } from "../registry/fixtures.test-support.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { collectGarbage } from "../shared/collect-garbage.test-support.ts";
import { waitingDeadlines } from "../shared/time/deadline-timer.ts";
import type { PrepareCallOptions } from "../protocol/caller/call-options.ts";
import type { ClientCallOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import type { OperationClient, RemoteCaller } from "./create-client.ts";
import { createPeers, settle } from "../protocol/peers/peers.test-support.ts";
import { until } from "../../tests/support/until.ts";
import type { Peers, PeersOptions } from "../protocol/peers/peers.test-support.ts";

let peers: Peers;
const definitions = [add, count] as const;

function open(options: PeersOptions = {}): Peers {
  peers = createPeers({ operations: [add, count], isTrusted: true, ...options });
  return peers;
}

afterEach(async () => {
  await settle();
  expect([peers.caller.size, peers.handler.size, waitingDeadlines()]).toEqual([0, 0, 0]);
});

async function collect(items: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const { data } of items) collected.push(data);
  return collected;
}

/** The three ways to know, or not to know, which operations are streams. */
const ways: Record<string, (caller: RemoteCaller) => ReturnType<typeof createClient<typeof definitions>>> = {
  "its definitions": (caller) => createClient(caller, definitions),
  "its caller": (caller) =>
    createClient<typeof definitions>({
      call: (...given) => caller.call(...given),
      subscribe: (...given) => caller.subscribe(...given),
      isStream: (id) => id === "math.count",
    }),
  "how they are used": (caller) => createClient<typeof definitions>(caller),
};

describe.each(Object.entries(ways))("when a client knows its streams by %s", (_, connect) => {
  it("calls and streams by name", async () => {
    const client = connect(open().caller);
    expect((await client.math.add({ a: 1, b: 2 })).data).toEqual({ sum: 3 });
    expect(await collect(client.math.count({ to: 3 }))).toEqual([1, 2, 3]);
  });

  it("fails as a call by id does", async () => {
    const client = connect(open().caller);
    await expect(client.math.add({ a: "1" } as never)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(collect(client.math.count({ to: "1" } as never))).rejects.toBeInstanceOf(CallError);
  });

  it("returns promises that can be used like any other", async () => {
    const client = connect(open().caller);
    const ended: string[] = [];
    const sums = await Promise.all([
      client.math.add({ a: 1, b: 1 }).finally(() => void ended.push("finally")),
      client.math.add({ a: 2, b: 2 }).catch(() => undefined),
    ]);
    expect(sums.map((sum) => sum?.data.sum)).toEqual([2, 4]);
    expect(ended).toEqual(["finally"]);
  });
});

describe("when nothing is known about an operation", () => {
  it("runs it once as a call even if its caller does not await it", async () => {
    const { caller, log } = open();
    const client = createClient(caller, undefined, { deadline: Date.now() + 1000 });
    const answer = client["demo"]?.["wait"]?.({});
    await until(() => log.includes("started"));
    await expect(answer).rejects.toMatchObject({ code: "TIMEOUT" });
    await settle();
    expect(log.filter((line) => line === "started")).toHaveLength(1);
  });

  it("is a stream when it is iterated at once, and is then never called", async () => {
    const client = createClient<typeof definitions>(open().caller);
    const stream = client.math.count({ to: 2 });
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    await stream.return();
    await expect(Promise.resolve(stream as unknown as Promise<unknown>)).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
    });
  });

  it("is a stream even when it is iterated later, and its refusal as a call does not end the process", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const client = createClient<typeof definitions>(open().caller);
    const [stream, unused] = [client.math.count({ to: 2 }), client.math.count({ to: 2 })];
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await collect(stream)).toEqual([1, 2]);
    expect(unhandled).toEqual([]);
    await expect(Promise.resolve(unused as unknown as Promise<unknown>)).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
    });
    expect(await collect(unused)).toEqual([1, 2]);
    process.off("unhandledRejection", note);
  });

  it("reports an error if a call is iterated", async () => {
    const client = createClient(open().caller);
    const answer = client["demo"]?.["whoami"]?.({});
    await answer;
    await expect(collect(answer as never)).rejects.toThrow("Await it instead");
    expect(await answer).toMatchObject({ data: null });
  });
});

describe("when a client has options", () => {
  it("sends them with every call", async () => {
    const { caller } = open();
    const identity = { id: "grace", scopes: [] };
    const client = createClient(caller, undefined, { identity });
    expect((await client["demo"]?.["whoami"]?.())?.data).toEqual(identity);
  });

  it("applies its timeout to each call separately", async () => {
    const { caller, log } = open();
    const client = createClient(caller, undefined, { timeoutMs: 600 });
    for (let i = 0; i < 2; i++) await expect(client["demo"]?.["wait"]?.()).rejects.toMatchObject({ code: "TIMEOUT" });
    await settle();
    expect(log.filter((line) => line === "started")).toHaveLength(2);
  });
});

describe("when a call has its own options", () => {
  const ada = { id: "ada", scopes: [] };
  const whoami = (client: OperationClient, ...given: [ClientCallOptions?]) =>
    client["demo"]?.["whoami"]?.({}, ...given);

  it("sends them together with the client's options for all calls", async () => {
    const { caller } = open();
    const client = createClient(caller, undefined, { timeoutMs: 60_000, identity: { id: "grace", scopes: [] } });
    expect((await whoami(client, { identity: ada }))?.data).toEqual(ada);
    expect((await whoami(client, { window: 1, identity: undefined }))?.data).toMatchObject({ id: "grace" });
    expect((await whoami(createClient(caller), { identity: ada }))?.data).toEqual(ada);
  });

  it("aborts on a signal from a timer, whatever the garbage collector removes meanwhile", async () => {
    const { caller } = open();
    const known: RemoteCaller = {
      call: (...given) => caller.call(...given),
      subscribe: (...given) => caller.subscribe(...given),
      isStream: () => false,
    };
    const client = createClient(known, undefined, { signal: new AbortController().signal });
    const answer = client["demo"]?.["wait"]?.({}, { signal: AbortSignal.timeout(500) });
    const collecting = setInterval(collectGarbage, 50);
    await expect(answer).rejects.toMatchObject({ code: "TIMEOUT" });
    clearInterval(collecting);
  });

  it.each(["client", "call"])("aborts on the signal of the %s if both have one", async (which) => {
    const { caller, log } = open();
    const [ends, other] = [new AbortController(), new AbortController()];
    const [ofAll, ofOne] = which === "client" ? [ends, other] : [other, ends];
    const client = createClient(caller, undefined, { signal: ofAll.signal });
    const answer = client["demo"]?.["wait"]?.({}, { signal: ofOne.signal });
    await until(() => log.includes("started"));
    ends.abort();
    await expect(answer).rejects.toMatchObject({ code: "ABORTED", phase: "started" });
  });

  it("ends it at the earlier deadline", async () => {
    const { caller } = open();
    const past = { deadline: Date.now() - 1 };
    const later = { deadline: Date.now() + 60_000 };
    await expect(whoami(createClient(caller, undefined, past), later)).rejects.toMatchObject({ code: "TIMEOUT" });
    await expect(whoami(createClient(caller, undefined, later), past)).rejects.toMatchObject({ code: "TIMEOUT" });
    await expect(whoami(createClient(caller, undefined, later), { timeoutMs: -1 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
  });

  it("does not mistake the index of an element for options", async () => {
    const client = createClient(open().caller, definitions);
    const add: (input: { a: number; b: number }) => ReturnType<typeof client.math.add> = client.math.add;
    const sums = await Promise.all([{ a: 1, b: 2 }].map(add));
    expect(sums[0]?.data).toEqual({ sum: 3 });
  });
});

describe("when a handler passes its context to a client", () => {
  const ada = { id: "ada", scopes: [] };
  const own = { timeoutMs: 60_000, identity: { id: "own", scopes: [] } };
  const ways: Record<string, (caller: RemoteCaller, context: OperationContext) => unknown> = {
    "for all calls": (caller, context) => createClient(caller, undefined, context)["demo"]?.["whoami"]?.(),
    "for all calls, one with options": (caller, context) =>
      createClient(caller, undefined, context)["demo"]?.["whoami"]?.({}, { timeoutMs: 60_000 }),
    "for one call": (caller, context) => createClient(caller)["demo"]?.["whoami"]?.({}, context),
    "for one call of a client with options": (caller, context) =>
      createClient(caller, undefined, own)["demo"]?.["whoami"]?.({}, context),
  };

  it.each(Object.entries(ways))("calls on behalf of its caller, known or not: %s", async (_, call) => {
    const nobody = { id: "anonymous", scopes: [] };
    // Like a spoke that signs: without an identity, a call would be its own.
    const prepare: PrepareCallOptions = (given) =>
      given.isAnonymous === true ? { ...given, identity: nobody } : given;
    const { caller } = open({ caller: { prepare } });
    const registry = new OperationRegistry().register({
      ...spec({ name: "relay" }),
      handler: (_input: never, context: OperationContext) => call(caller, context),
    });
    const relay = (identity: typeof ada | undefined) => dispatch(registry, { id: "test.relay", context: { identity } });
    expect((await relay(ada)).data).toEqual(ada);
    expect((await relay(undefined)).data).toEqual(nobody);
  });
});

describe("when the language asks a client for something", () => {
  it("does not return an operation", async () => {
    const { caller } = open();
    const client = createClient(caller);
    expect(await Promise.resolve(client)).toBe(client);
    expect(JSON.stringify({ client })).toBe("{}");
  });

  it("finds no streams among other exports of a module", async () => {
    const { caller } = open();
    const client = createClient(caller, { add, count, other: null, text: "", helper: () => 1 });
    expect((await client.math.add({ a: 1, b: 1 })).data.sum).toBe(2);
  });
});
