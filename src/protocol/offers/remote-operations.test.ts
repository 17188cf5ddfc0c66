import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";
import { OpeningSubscription } from "../caller/opening-subscription.ts";
import { settle, whose } from "../peers/peers.test-support.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { Peer } from "./offering-peer.test-support.ts";
import { RemoteOperations } from "./remote-operations.ts";
import type { RemotePeer } from "./remote-peer.ts";

const manyOffers = ({ offers: [first] }: Peer, length: number): object[] =>
  Array.from({ length }, (_, index) => ({ ...(first as object), name: `many_${index}` }));

const refused: CallError[] = [];
const newRemote = (
  registry: OperationRegistry,
  options: Partial<ConstructorParameters<typeof RemoteOperations>[0]> = {},
): RemoteOperations =>
  new RemoteOperations({
    registry,
    maxOperations: 100,
    counters: newCounters(),
    onRefused: (error) => void refused.push(error),
    ...options,
  });

afterEach(() => void refused.splice(0));

const answers = async (registry: OperationRegistry, times = 40): Promise<Set<unknown>> =>
  new Set(
    await Promise.all(Array.from({ length: times }, async () => (await registry.execute("demo.whose", {})).data)),
  );

/** The same JSON, with the members of each object from last to first. */
function backwards(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(backwards);
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, backwards(inner)]),
  );
}

async function first(registry: OperationRegistry): Promise<unknown> {
  for await (const { data } of subscribe(registry, "demo.stream", {})) return data;
  return undefined;
}

describe("when peers offer operations", () => {
  it("has them in the registry, with their schemas, and runs them there", async () => {
    const registry = new OperationRegistry();
    const peer = new Peer("a");
    newRemote(registry).offer(peer, peer.offers);
    expect(registry.getSpec("demo.whose")).toMatchObject({
      type: "MUTATION",
      description: "Says whose it is",
      origin: { source: "remote", location: "a" },
    });
    expect((await registry.execute("demo.whose", {})).data).toBe("a");
    await expect(registry.execute("demo.whose", { n: "x" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await first(registry)).toBe("a");
  });

  it("has handlers that a program can call itself, with an empty context or none", async () => {
    const registry = new OperationRegistry();
    const peer = new Peer("a");
    newRemote(registry).offer(peer, peer.offers);
    for (const context of [undefined, {}] as never[]) {
      expect(await registry.getHandler("demo.whose")?.({} as never, context)).toMatchObject({ data: "a" });
      const stream = registry.getHandler("demo.stream")?.({} as never, context) as AsyncIterable<unknown>;
      for await (const item of stream) expect(item).toMatchObject({ data: "a" });
    }
  });

  it("spreads calls over peers with the same offer, and leaves out a peer that offers something else under its id", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b, other] = [new Peer("a"), new Peer("b"), new Peer("c", whose("c", "Something else"))];
    for (const peer of [a, b, other]) remote.offer(peer, peer.offers);
    expect(await answers(registry)).toEqual(new Set(["a", "b"]));
    remote.remove(a);
    remote.remove(b);
    expect(registry.getSpec("demo.whose")?.description).toBe("Something else");
    expect(await answers(registry)).toEqual(new Set(["c"]));
    remote.remove(other);
    expect(registry.list()).toEqual([]);
  });

  it("keeps the first of different specs until the last peer that offers it has left", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, other, b] = [new Peer("a"), new Peer("c", whose("c", "Something else")), new Peer("b")];
    for (const peer of [a, other, b, a]) remote.offer(peer, peer.offers);
    expect(await answers(registry)).toEqual(new Set(["a", "b"]));
    remote.remove(a);
    expect(registry.getSpec("demo.whose")?.description).toBe("Says whose it is");
    expect(await answers(registry)).toEqual(new Set(["b"]));
    remote.remove(b);
    expect(await answers(registry)).toEqual(new Set(["c"]));
  });

  it("treats specs as equal if only the order of their members differs", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b")];
    remote.offer(a, a.offers);
    remote.offer(b, b.offers.map(backwards));
    expect(await answers(registry)).toEqual(new Set(["a", "b"]));
  });

  it("replaces a peer's old spec with its new one", () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const a = new Peer("a");
    remote.offer(a, a.offers);
    remote.offer(a, new Peer("a", whose("a", "Better")).offers);
    expect(registry.getSpec("demo.whose")?.description).toBe("Better");
    expect(remote.idsOf(a).size).toBe(2);
  });

  it("withdraws only what the peer itself offered", () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b")];
    remote.offer(a, a.offers);
    remote.withdraw(b, ["demo.whose"]);
    expect(registry.has("demo.whose")).toBe(true);
    remote.withdraw(a, ["demo.whose", "demo.unknown"]);
    expect(registry.list().map(({ name }) => name)).toEqual(["stream"]);
  });

  it("keeps an operation for a while on request, and resumes it", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry, { keepMs: 10_000 });
    const a = new Peer("a");
    remote.offer(a, a.offers);
    remote.remove(a);
    await expect(registry.execute("demo.whose", {})).rejects.toMatchObject({
      code: "NO_RESPONDER",
      phase: "notStarted",
    });
    remote.offer(a, a.offers);
    expect(refused).toEqual([]);
    expect(await answers(registry, 1)).toEqual(new Set(["a"]));
    remote.close();
    expect(registry.list()).toEqual([]);
  });
});

describe("when an offer is not acceptable", () => {
  it.each([
    ["is not an object", 7],
    ["is not a spec", { name: "x" }],
    [
      "has an invalid name",
      { ...common, name: "", namespace: "demo", type: "QUERY", inputSchema: {}, outputSchema: {} },
    ],
    [
      "has an unknown type",
      { ...common, name: "x", namespace: "demo", type: "OTHER", inputSchema: {}, outputSchema: {} },
    ],
  ])("refuses an operation that %s, and accepts the others", (_, offer) => {
    const registry = new OperationRegistry();
    const a = new Peer("a");
    newRemote(registry).offer(a, [offer, ...a.offers]);
    expect(refused).toMatchObject([{ code: "VALIDATION_ERROR" }]);
    expect(registry.list()).toHaveLength(2);
  });

  it("refuses one that is nested endlessly", () => {
    let nested: unknown = {};
    for (let i = 0; i < 50_000; i++) nested = { not: nested };
    const registry = new OperationRegistry();
    const a = new Peer("a");
    newRemote(registry).offer(a, [{ ...(a.offers[0] as object), inputSchema: nested }]);
    expect(refused).toHaveLength(1);
    expect(registry.list()).toEqual([]);
  });

  it("refuses more than a peer may offer", () => {
    const registry = new OperationRegistry();
    const a = new Peer("a");
    const remote = newRemote(registry, { maxOperations: 1 });
    remote.offer(a, a.offers);
    expect(refused).toMatchObject([{ code: "OVERLOADED" }]);
    remote.offer(a, a.offers.slice(0, 1));
    expect(refused).toHaveLength(1);
  });

  it("counts all that it refuses, and reports only the first", async () => {
    const counters = newCounters();
    const registry = new OperationRegistry();
    const a = new Peer("a");
    const remote = newRemote(registry, { counters });
    remote.offer(a, [...Array.from({ length: 500 }, () => 1), ...a.offers]);
    await expect.poll(() => [refused.length, counters.refusedOffers, registry.list().length]).toEqual([11, 500, 2]);
    expect(refused.at(-1)?.message).toContain("500 operations of one offer were refused");
    remote.offer(
      a,
      Array.from({ length: 1_000_000 }, () => 1),
    );
    await expect.poll(() => [refused.length, counters.refusedOffers]).toEqual([22, 1_000_500]);
  });

  it("registers many in parts, with other work in between, and removes them in one batch", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry, { maxOperations: 5000 });
    const a = new Peer("a");
    const offers = manyOffers(a, 2000);
    const batches: number[] = [];
    registry.onChange((changes) => batches.push(changes.length));
    remote.offer(a, offers);
    await expect.poll(() => registry.list().length).toBe(2000);
    expect(batches.length).toBeGreaterThan(10);
    expect(batches.length).toBeLessThan(200);
    batches.length = 0;
    remote.remove(a);
    expect(batches).toEqual([2000]);
  });

  it("removes very many in parts, with other work in between, including those that are offered again", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry, { maxOperations: 10_000 });
    const [a, b] = [new Peer("a"), new Peer("b")];
    const offers = manyOffers(a, 10_000);
    remote.offer(a, offers);
    await expect.poll(() => registry.list().length, { timeout: 30_000 }).toBe(10_000);
    const batches: number[] = [];
    registry.onChange((changes) => batches.push(changes.length));
    remote.remove(a);
    remote.offer(b, offers.slice(-1));
    await expect.poll(() => registry.list().length, { timeout: 30_000 }).toBe(1);
    expect(Math.max(...batches)).toBeLessThanOrEqual(2500);
    expect([remote.idsOf(a).size, remote.isOffered("demo.many_9999")]).toEqual([0, true]);
  });

  it.each([0, 10_000])("removes very many in parts when it is closed (keepMs: %i)", async (keepMs) => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry, { maxOperations: 10_000, keepMs });
    const a = new Peer("a");
    remote.offer(a, manyOffers(a, 6000));
    await expect.poll(() => registry.list().length, { timeout: 30_000 }).toBe(6000);
    const batches: number[] = [];
    registry.onChange((changes) => batches.push(changes.length));
    remote.close();
    await expect.poll(() => registry.list().length, { timeout: 30_000 }).toBe(0);
    expect(Math.max(...batches)).toBeLessThanOrEqual(2500);
  });

  it("withdraws waiting offers, and reads nothing more from a peer that has left", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry, { maxOperations: 5000 });
    const [a, b] = [new Peer("a"), new Peer("b")];
    const offers = manyOffers(a, 500);
    remote.offer(a, offers);
    remote.withdraw(a, ["demo.many_499", "demo.many_0"]);
    await expect.poll(() => remote.idsOf(a).size).toBe(498);
    expect([registry.has("demo.many_499"), registry.has("demo.many_498")]).toEqual([false, true]);
    remote.offer(b, offers);
    remote.remove(b);
    remote.remove(a);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(registry.list()).toEqual([]);
  });

  it("refuses a namespace that the peer may not offer", () => {
    const registry = new OperationRegistry();
    const a = new Peer("a");
    const mayOffer = (peer: RemotePeer): void => {
      throw new CallError("ACCESS_DENIED", `${peer.id} may not offer demo.`);
    };
    newRemote(registry, { mayOffer }).offer(a, a.offers);
    expect(refused).toMatchObject([{ code: "ACCESS_DENIED" }, { code: "ACCESS_DENIED" }]);
    expect(registry.list()).toEqual([]);
  });

  it("never replaces an operation that other code registered, before or afterwards", async () => {
    const registry = new OperationRegistry().registerAll(whose("local"));
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b", whose("b", "Other"))];
    remote.offer(a, a.offers);
    expect(refused).toHaveLength(2);
    registry.unregister("demo.whose");
    remote.offer(a, a.offers);
    registry.registerAll(whose("local"), { replace: true });
    remote.offer(b, b.offers);
    remote.remove(a);
    expect(await answers(registry)).toEqual(new Set(["local"]));
    remote.remove(b);
    expect(await answers(registry)).toEqual(new Set(["local"]));
  });
});

describe("when a peer cannot accept a call", () => {
  it("passes calls and streams to another peer if nothing has certainly begun", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b")];
    for (const peer of [a, b]) remote.offer(peer, peer.offers);
    await a.handler.drain();
    expect(await answers(registry)).toEqual(new Set(["b"]));
    const streams = await Promise.all(Array.from({ length: 20 }, () => first(registry)));
    expect(new Set(streams)).toEqual(new Set(["b"]));
  });

  it("passes a call to another peer if the first has just withdrawn the operation", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b")];
    for (const peer of [a, b]) remote.offer(peer, peer.offers);
    // Its withdrawal is still on the way.
    for (const id of ["demo.whose", "demo.stream"]) a.registry.unregister(id);
    expect(await answers(registry)).toEqual(new Set(["b"]));
    for (let times = 0; times < 20; times++) expect(await first(registry)).toBe("b");
    for (const id of ["demo.whose", "demo.stream"]) b.registry.unregister(id);
    await expect(registry.execute("demo.whose", {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
  });

  it("does not call draining peers, and fails with NO_RESPONDER if there are no others", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const [a, b] = [new Peer("a"), new Peer("b")];
    for (const peer of [a, b]) remote.offer(peer, peer.offers);
    a.isDraining = true;
    expect(await answers(registry)).toEqual(new Set(["b"]));
    b.isDraining = true;
    expect(remote.isOffered("demo.whose")).toBe(false);
    const none = { code: "NO_RESPONDER", phase: "notStarted" };
    await expect(registry.execute("demo.whose", {})).rejects.toMatchObject(none);
    await expect(first(registry)).rejects.toMatchObject(none);
  });

  it("never repeats a call that may have begun", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const ran: string[] = [];
    const peers = ["a", "b"].map((name) => {
      const [operation] = whose("");
      const peer: Peer = new Peer(name, [
        {
          ...(operation as AnyOperation),
          handler: () => {
            ran.push(name);
            peer.callMap.close();
            return name;
          },
        },
      ]);
      return peer;
    });
    for (const peer of peers) remote.offer(peer, peer.offers);
    await expect(registry.execute("demo.whose", {})).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "unknown",
    });
    await settle();
    expect(ran).toHaveLength(1);
  });

  it("fails in the end if no peer accepts it", async () => {
    const registry = new OperationRegistry();
    const remote = newRemote(registry);
    const peers = [new Peer("a"), new Peer("b"), new Peer("c")];
    for (const peer of peers) {
      remote.offer(peer, peer.offers);
      peer.callMap.close();
    }
    await expect(registry.execute("demo.whose", {})).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
    });
    await expect(first(registry)).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });
});

describe("when a stream may be opened elsewhere", () => {
  it("answers several next() in order, and nothing after return()", async () => {
    const { callMap } = new Peer("a");
    const open = () => callMap.subscribe("demo.stream", {});
    const stream = new OpeningSubscription({ open });
    expect(await Promise.all([stream.next(), stream.next()])).toMatchObject([{ value: { data: "a" } }, { done: true }]);
    const unused = new OpeningSubscription({ open });
    await unused.return();
    expect(await unused.next()).toEqual({ done: true, value: undefined });
    expect(callMap.size).toBe(0);
  });
});
