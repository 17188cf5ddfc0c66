/** Callers' own sessions: no caller sees another's data, and no session is left behind. */
import { describe, expect, it } from "vitest";
import type { CallError } from "../../src/entries/index.ts";
import { isAlive } from "../support/is-alive.ts";
import { until } from "../support/until.ts";
import { connect, rawConfig, textOf } from "./support.ts";

type Registry = Awaited<ReturnType<typeof connect>>["registry"];

const ann = { identity: { id: "ann", scopes: [] } };
const bob = { identity: { id: "bob", scopes: [] } };

async function count(registry: Registry, context: object): Promise<number> {
  return Number(textOf(await registry.execute("raw.count_calls", {}, context)));
}

async function pid(registry: Registry, context: object): Promise<number> {
  return Number(textOf(await registry.execute("raw.pid", {}, context)));
}

function aSession(id: string) {
  const controller = new AbortController();
  return { session: { id, ended: controller.signal }, end: () => controller.abort() };
}

describe("isolation: caller", () => {
  it("starts a process for each identity, and reuses it", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    expect(wrapper.sessions?.running).toBe(0);
    expect([await count(registry, ann), await count(registry, ann)]).toEqual([1, 2]);
    expect(await count(registry, bob)).toBe(1);
    expect(await count(registry, {})).toBe(1);
    expect(await count(registry, ann)).toBe(3);
    expect(wrapper.sessions?.running).toBe(3);
  });

  it("passes the caller's name, safe in a path, to the process in args and env", async () => {
    const env = { NAME: "graphs/{caller}.json" };
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "caller", env }));
    const nameFor = async (context: object): Promise<string> =>
      textOf(await registry.execute("raw.env", { name: "NAME" }, context));
    const odd = { identity: { id: "../../etc/Passwd", scopes: [] } };
    const names = [await nameFor(ann), await nameFor(bob), await nameFor(odd), await nameFor({})];
    for (const name of names) expect(name).toMatch(/^graphs\/\w+-[\w-]{22}\.json$/);
    expect(new Set(names).size).toBe(4);
    expect(await nameFor(ann)).toBe(names[0]);
  });

  it("distinguishes a subject from a key with the same id", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    await count(registry, ann);
    expect(await count(registry, { identity: { ...ann.identity, issuer: "https://id.example" } })).toBe(1);
  });

  it("shares one process among concurrent first calls", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    const pids = await Promise.all([1, 2, 3, 4].map(() => pid(registry, ann)));
    expect(new Set(pids).size).toBe(1);
    expect(wrapper.sessions?.running).toBe(1);
  });

  it("fails only the owner's calls when a process crashes, and starts another for the owner's next call", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    const [ofAnn, ofBob] = [await pid(registry, ann), await pid(registry, bob)];
    const waiting = registry.execute("raw.never", {}, ann).catch((error: CallError) => error);
    const stop = new AbortController();
    const spared = registry
      .execute("raw.never", {}, { ...bob, signal: stop.signal })
      .catch((error: CallError) => error);
    process.kill(ofAnn, "SIGKILL");
    expect(await waiting).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    expect(await pid(registry, bob)).toBe(ofBob);
    expect(await count(registry, ann)).toBe(1);
    stop.abort();
    expect(await spared).toMatchObject({ code: "ABORTED" });
    expect(wrapper.sessions?.running).toBe(2);
  });

  it("ends an idle process, and starts another for the next call", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller", idleMs: 50 }));
    const first = await pid(registry, ann);
    await until(() => !isAlive(first));
    await until(() => wrapper.sessions?.running === 0);
    expect(await pid(registry, ann)).not.toBe(first);
  });

  it("does not end a process in the middle of a call", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller", idleMs: 1 }));
    const stop = new AbortController();
    const running = registry
      .execute("raw.never", {}, { ...ann, signal: stop.signal })
      .catch((error: CallError) => error);
    await until(() => wrapper.sessions?.running === 1);
    const own = await pid(registry, ann);
    // Others come and go meanwhile.
    const other = await pid(registry, bob);
    await until(() => !isAlive(other));
    expect(isAlive(own)).toBe(true);
    stop.abort();
    expect(await running).toMatchObject({ code: "ABORTED" });
    await until(() => !isAlive(own));
  });

  it("refuses a caller beyond the limit before anything starts, and accepts the next once an idle session has ended", async () => {
    const config = rawConfig(undefined, { isolation: "caller", maxSessions: 1, idleMs: 50 });
    const { registry, wrapper } = await connect("raw", config);
    // Keeps the only session busy.
    const stop = new AbortController();
    const running = registry
      .execute("raw.never", {}, { ...ann, signal: stop.signal })
      .catch((error: CallError) => error);
    const first = await pid(registry, ann);
    await expect(pid(registry, bob)).rejects.toMatchObject({
      code: "OVERLOADED",
      phase: "notStarted",
      retryable: true,
      details: { maxSessions: 1 },
    });
    stop.abort();
    expect(await running).toMatchObject({ code: "ABORTED" });
    await until(() => wrapper.sessions?.running === 0);
    expect(isAlive(first)).toBe(false);
    expect(await count(registry, bob)).toBe(1);
  });

  it("ends all processes when the client is closed", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    const pids = [await pid(registry, ann), await pid(registry, bob)];
    const running = registry.execute("raw.never", {}, ann).catch((error: CallError) => error);
    await wrapper.close();
    expect(await running).toMatchObject({ code: "CONNECTION_LOST" });
    expect(pids.map(isAlive)).toEqual([false, false]);
    await expect(pid(registry, ann)).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });
});

describe("isolation: session", () => {
  it("starts a process for each session of a client, and ends it with the session", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "session" }));
    const one = aSession("1");
    const two = aSession("2");
    const [first, second] = [await pid(registry, { ...ann, ...one }), await pid(registry, { ...ann, ...two })];
    expect(first).not.toBe(second);
    one.end();
    await until(() => !isAlive(first));
    expect(await pid(registry, { ...ann, ...two })).toBe(second);
    expect(wrapper.sessions?.running).toBe(1);
  });

  it("keeps no process for a session that had ended before its call began", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "session" }));
    const one = aSession("1");
    one.end();
    const own = await pid(registry, { ...ann, ...one });
    await until(() => wrapper.sessions?.running === 0);
    expect(isAlive(own)).toBe(false);
  });

  it("separates identities that share a connection", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "session" }));
    const { session } = aSession("1");
    expect(await pid(registry, { ...ann, session })).not.toBe(await pid(registry, { ...bob, session }));
  });

  it("uses the caller if there is no session", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "session" }));
    expect(await pid(registry, ann)).toBe(await pid(registry, ann));
    expect(await pid(registry, ann)).not.toBe(await pid(registry, bob));
  });

  it("ends an idle session of a caller with many before it refuses a caller with none", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { isolation: "session", maxSessions: 2 }));
    const pids: number[] = [];
    for (const id of ["1", "2"]) pids.push(await pid(registry, { ...ann, ...aSession(id) }));
    const ofBob = await pid(registry, { ...bob, ...aSession("3") });
    expect(pids.map(isAlive)).toEqual([false, true]);
    expect(isAlive(ofBob)).toBe(true);
    expect(wrapper.sessions?.running).toBe(2);
    await expect(pid(registry, aSession("4"))).rejects.toMatchObject({ code: "OVERLOADED" });
  });
});
