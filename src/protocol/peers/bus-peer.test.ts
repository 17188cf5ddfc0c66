import { generateKeyPair, SignJWT } from "jose";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { dispatch } from "../../registry/dispatch.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { connectBus } from "./bus-peer.ts";
import type { BusPeer, ConnectBusOptions } from "./bus-peer.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";
import { signedIdentity } from "../identity/signed-identity.ts";
import { muteable } from "../links/muteable-bus.test-support.ts";

const HEARTBEAT = 60;
const limits = { heartbeatMs: HEARTBEAT };
const secret = "a secret that all peers of the bus share";
const ada = { id: "ada", scopes: ["notes"] };

let broker: ReturnType<typeof createMemoryBroker>;
let peers: BusPeer[];

beforeEach(() => {
  broker = createMemoryBroker();
  peers = [];
});

afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close({ graceMs: 0 })));
  expect(waitingDeadlines()).toBe(0);
});

async function join(options: Partial<ConnectBusOptions> = {}): Promise<BusPeer> {
  const peer = await connectBus({ transport: broker.connect(), limits, ...options });
  peers.push(peer);
  return peer;
}

const common = { namespace: "notes", version: "1.0.0", description: "", inputSchema: Type.Object({}) };
const open = { requiredScopes: [] };

function notes(who: string): OperationRegistry {
  return new OperationRegistry().registerAll([
    defineOperation({
      ...common,
      name: "who",
      type: "QUERY",
      outputSchema: Type.Object({ responder: Type.String(), caller: Type.Optional(Type.String()) }),
      accessControl: open,
      handler: (_input, { identity }) => ({ responder: who, ...(identity && { caller: identity.id }) }),
    }),
    defineOperation({
      ...common,
      name: "secret",
      type: "QUERY",
      outputSchema: Type.String(),
      accessControl: { requiredScopes: ["notes"] },
      handler: () => "hush",
    }),
    defineOperation({
      ...common,
      name: "never",
      type: "MUTATION",
      outputSchema: Type.String(),
      accessControl: open,
      handler: (_input, { signal, onProgress }: OperationContext) => {
        onProgress?.({ progress: 0 });
        return new Promise<string>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      },
    }),
    defineOperation({
      ...common,
      name: "count",
      type: "SUBSCRIPTION",
      outputSchema: Type.Integer(),
      accessControl: open,
      handler: async function* () {
        for (let index = 1; ; index++) yield index;
      },
    }),
  ]);
}

/**
 * The failure of a call whose caller knows that its handler has started: the handler's report arrives after that news.
 * On a machine that pauses, a link can be lost earlier, so the call repeats until that is known.
 */
async function startedCall(caller: BusPeer): Promise<{ readonly failure: Promise<CallError> }> {
  for (;;) {
    await caller.waitFor("notes.never");
    let report: () => void = () => undefined;
    const isRunning = new Promise<boolean>((resolve) => (report = () => resolve(true)));
    const failure = failureOf(caller.call("notes.never", {}, { onProgress: report }));
    if (await Promise.race([isRunning, failure.then(() => false)])) return { failure };
  }
}

const failureOf = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error as CallError,
  );

describe("when peers meet on a bus", () => {
  it("shows each the operations of the others, and spreads calls over those that offer the same", async () => {
    const [caller] = [await join(), await join({ registry: notes("one") }), await join({ registry: notes("two") })];
    await caller.waitFor("notes.who");
    await expect.poll(() => caller.peers().length).toBe(2);
    expect(caller.registry.getSpec("notes.secret")).toMatchObject({
      accessControl: { requiredScopes: ["notes"] },
      origin: { source: "remote" },
    });
    const answers = await Promise.all(Array.from({ length: 40 }, () => caller.registry.execute("notes.who", {})));
    const responders = answers.map(({ data }) => (data as { responder: string }).responder);
    expect(responders.filter((who) => who === "one")).toHaveLength(20);
  });

  it("runs its own operation itself, and other peers' operations on request", async () => {
    const registry = notes("near");
    const near = await join({ registry });
    await join({ registry: notes("far") });
    await near.waitFor("notes.who");
    expect((await registry.execute("notes.who", {})).data).toEqual({ responder: "near" });
    expect((await near.call("notes.who", {})).data).toEqual({ responder: "far" });
    expect(near.counters.refusedOffers).toBe(0);
  });

  it("shows new operations, and no longer shows removed ones", async () => {
    const registry = new OperationRegistry();
    const [caller] = [await join(), await join({ registry })];
    registry.register(
      defineOperation({
        ...common,
        name: "late",
        type: "QUERY",
        outputSchema: Type.String(),
        accessControl: open,
        handler: () => "here",
      }),
    );
    await caller.waitFor("notes.late");
    expect((await caller.registry.execute("notes.late", {})).data).toBe("here");
    registry.unregister("notes.late");
    await expect.poll(() => caller.registry.has("notes.late")).toBe(false);
  });

  it("waits for the last of many operations, which are registered in parts", async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      defineOperation({
        ...common,
        name: `many_${String(index)}`,
        type: "QUERY",
        outputSchema: Type.Integer(),
        accessControl: open,
        handler: () => index,
      }),
    );
    await join({ registry: new OperationRegistry().registerAll(many) });
    const caller = await join();
    await caller.waitFor("notes.many_499", 60_000);
    expect((await caller.call("notes.many_499", {})).data).toBe(499);
  });

  it("separates peers with another prefix", async () => {
    const caller = await join();
    await join({ registry: notes("other"), prefix: "other.house" });
    await expect(caller.waitFor("notes.who", HEARTBEAT * 2)).rejects.toMatchObject({ code: "NO_RESPONDER" });
    await expect(join({ prefix: "a *" })).rejects.toThrow(/prefix/);
  });
});

describe("when a responder leaves", () => {
  it("ends its calls and streams at once when it leaves, with the phase started", async () => {
    const [caller, responder] = [await join(), await join({ registry: notes("one") })];
    await caller.waitFor("notes.never");
    const { failure } = await startedCall(caller);
    const stream = caller.subscribe("notes.count", {});
    await stream.next();
    await responder.close({ graceMs: 0 });
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    const end = failureOf(drain(stream));
    expect(await end).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    expect(await failureOf(caller.call("notes.who", {}))).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted" });
  });

  it("lets calls in flight finish while it drains, and accepts no new ones", async () => {
    let finish: ((text: string) => void) | undefined;
    const registry = new OperationRegistry().register(
      defineOperation({
        ...common,
        name: "slow",
        type: "MUTATION",
        outputSchema: Type.String(),
        accessControl: open,
        handler: () => new Promise<string>((resolve) => (finish = resolve)),
      }),
    );
    const [caller, responder] = [await join(), await join({ registry })];
    await caller.waitFor("notes.slow");
    const call = caller.call("notes.slow", {});
    await expect.poll(() => finish, { interval: 1 }).toBeDefined();
    const closed = responder.close();
    await sleep(20);
    expect(await failureOf(caller.call("notes.slow", {}))).toMatchObject({ phase: "notStarted" });
    finish?.("done");
    expect((await call).data).toBe("done");
    await closed;
  });

  it("notices its silence within three heartbeats", async () => {
    const mute = muteable(broker.connect());
    const [caller] = [await join(), await join({ registry: notes("one"), transport: mute.bus })];
    const { failure } = await startedCall(caller);
    mute.isMute = true;
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    await expect.poll(() => caller.peers()).toEqual([]);
  });

  it("ends a call that the responder does not accept, with the phase unknown", async () => {
    const mute = muteable(broker.connect());
    const [caller] = [await join(), await join({ registry: notes("one"), transport: mute.bus })];
    await caller.waitFor("notes.never");
    mute.isDeaf = true;
    expect(await failureOf(caller.call("notes.never", {}))).toMatchObject({
      code: "CONNECTION_LOST",
      phase: "unknown",
    });
  });
});

describe("when a caller aborts a forwarded call", () => {
  it("gets the phase of the handler that really runs it", async () => {
    const mute = muteable(broker.connect());
    const [caller] = [await join(), await join({ registry: notes("one"), transport: mute.bus })];
    await caller.waitFor("notes.never");
    const stop = new AbortController();
    const call = caller.registry.execute("notes.never", {}, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(await failureOf(call)).toMatchObject({ code: "ABORTED", phase: "started" });
    mute.isDeaf = true;
    const unknown = failureOf(caller.registry.execute("notes.never", {}, { deadline: Date.now() + HEARTBEAT }));
    expect(await unknown).toMatchObject({ code: "TIMEOUT", phase: "unknown" });
  });

  it("creates a separate error for every call that a loss ends", async () => {
    const [caller, responder] = [await join(), await join({ registry: notes("one") })];
    await caller.waitFor("notes.never");
    const calls = [1, 2, 3].map(() => failureOf(caller.registry.execute("notes.never", {})));
    await startedCall(caller);
    await responder.close({ graceMs: 0 });
    expect(new Set(await Promise.all(calls)).size).toBe(3);
  });
});

describe("when messages are lost", () => {
  it("ends the calls of that link, never with a silent gap, and begins a new link", async () => {
    const leaky = muteable(broker.connect());
    const [caller] = [await join(), await join({ registry: notes("one"), transport: leaky.bus })];
    await caller.waitFor("notes.count");
    const stream = caller.subscribe("notes.count", {}, { window: 4 });
    const taken: unknown[] = [];
    const end = failureOf(
      (async () => {
        for await (const { data } of stream) {
          taken.push(data);
          if (taken.length === 8) leaky.dropNext = 1;
        }
      })(),
    );
    expect(await end).toMatchObject({ code: "CONNECTION_LOST" });
    expect(taken).toEqual(taken.map((_item, index) => index + 1));
    await caller.waitFor("notes.who");
    expect((await caller.call("notes.who", {})).data).toEqual({ responder: "one" });
  });

  it("handles a message once if it is delivered twice", async () => {
    const twice = muteable(broker.connect());
    twice.copies = 2;
    let runs = 0;
    const registry = new OperationRegistry().register(
      defineOperation({
        ...common,
        name: "run",
        type: "MUTATION",
        outputSchema: Type.Integer(),
        accessControl: open,
        handler: () => ++runs,
      }),
    );
    const [caller] = [await join({ transport: twice.bus }), await join({ registry })];
    await caller.waitFor("notes.run");
    expect((await caller.call("notes.run", {})).data).toBe(1);
    await sleep(20);
    expect(runs).toBe(1);
  });
});

describe("when calls carry a signed identity", () => {
  it("identifies the caller, and the one on whose behalf it calls", async () => {
    const identity = signedIdentity({ secret });
    const caller = await join({ identity: signedIdentity({ secret, identity: ada }) });
    await join({ registry: notes("one"), identity });
    await caller.waitFor("notes.who");
    expect((await caller.call("notes.who", {})).data).toEqual({ responder: "one", caller: "ada" });
    expect((await caller.call("notes.secret", {})).data).toBe("hush");
    const eve = { id: "eve", scopes: [] };
    expect((await caller.call("notes.who", {}, { identity: eve })).data).toEqual({ responder: "one", caller: "eve" });
    expect(await failureOf(caller.call("notes.secret", {}, { identity: eve }))).toMatchObject({
      code: "ACCESS_DENIED",
    });
  });

  it("keeps a call from outside anonymous, and does not lend it its own rights", async () => {
    const caller = await join({ identity: signedIdentity({ secret, identity: ada }) });
    await join({ registry: notes("one"), identity: signedIdentity({ secret }) });
    await caller.waitFor("notes.who");
    const fromOutside = await dispatch(caller.registry, { id: "notes.who", input: {} });
    expect(fromOutside.data).toEqual({ responder: "one" });
    expect((await caller.registry.execute("notes.who", {})).data).toEqual({ responder: "one", caller: "ada" });
  });

  it("works with a key pair", async () => {
    const { privateKey, publicKey } = await generateKeyPair("EdDSA");
    const caller = await join({ identity: signedIdentity({ privateKey, identity: ada }) });
    await join({ registry: notes("one"), identity: signedIdentity({ publicKeys: [publicKey] }) });
    await caller.waitFor("notes.secret");
    expect((await caller.call("notes.secret", {})).data).toBe("hush");
  });

  it("refuses a token that has expired, is for another peer, or was signed by another key, and continues", async () => {
    const caller = await join({ identity: signedIdentity({ secret }) });
    const responder = await join({ registry: notes("one"), identity: signedIdentity({ secret }) });
    await caller.waitFor("notes.who");
    const sign = (audience: string, key: string, expires: string): Promise<string> =>
      new SignJWT({ scopes: ["notes"] })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject("mallory")
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(key));
    const tokens = [
      await sign(responder.id, secret, "-1 minute"),
      await sign("another peer", secret, "1 minute"),
      await sign(responder.id, `${secret}, or another`, "1 minute"),
      "no token at all",
    ];
    for (const token of tokens) {
      const failure = await failureOf(caller.call("notes.secret", {}, { token }));
      expect(failure).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    }
    expect(responder.counters.refusedIdentities).toBe(tokens.length);
    const good = await sign(responder.id, secret, "1 minute");
    expect((await caller.call("notes.secret", {}, { token: good })).data).toBe("hush");
  });

  it("refuses a secret that is too short", () => {
    expect(() => signedIdentity({ secret: "short" })).toThrow(/at least 32/);
  });
});

describe("when a process on the bus is hostile", () => {
  it("counts malformed messages, refuses claimed identities and answers to others' calls, and continues", async () => {
    const responder = await join({ registry: notes("one") });
    const caller = await join();
    const { failure } = await startedCall(caller);
    const mallory = broker.connect();
    const answers: string[] = [];
    await mallory.subscribe("operations.peer.mallory", { text: (text) => answers.push(text) });
    const say = (peer: BusPeer, n: number, events: unknown[]): boolean =>
      mallory.publish(`operations.peer.${peer.id}`, JSON.stringify({ from: "mallory", link: "m", n, events }));
    for (const text of ["", "{", "[]", '{"from":1}', '{"from":"x","events":{}}']) {
      mallory.publish(`operations.peer.${responder.id}`, text);
    }
    say(responder, 1, [
      { type: "nonsense" },
      { type: "call.requested", requestId: "r1", operationId: "notes.secret", identity: ada },
    ]);
    // Knowing the id of the call is not enough: the call was not made over this link.
    const output = { data: "forged", meta: { source: "local", operationId: "notes.never", timestamp: 0 } };
    say(
      caller,
      1,
      Array.from({ length: 50 }, (_, index) => ({ type: "call.responded", requestId: `r-${index}`, output })),
    );
    await expect.poll(() => answers.join()).toContain("UNAUTHENTICATED");
    expect(responder.counters).toMatchObject({ malformedFrames: 5, malformedEvents: 1, refusedIdentities: 1 });
    expect(caller.counters.strayAnswers).toBe(50);
    expect((await caller.call("notes.who", {})).data).toEqual({ responder: "one" });
    await responder.close({ graceMs: 0 });
    expect(await failure).toMatchObject({ code: "CONNECTION_LOST" });
    await mallory.close();
  });
});

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items) void 0;
}
