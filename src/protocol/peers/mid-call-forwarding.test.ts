import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import type { Elicit } from "../../operation/caller-request.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";
import { connectBus } from "./bus-peer.ts";
import type { BusPeer } from "./bus-peer.ts";
import { createClient } from "../../client/create-client.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";

const fields = { ...common, namespace: "demo", inputSchema: Type.Object({}), outputSchema: Type.Unknown() } as const;

const work = defineOperation({
  ...fields,
  name: "work",
  type: OperationType.MUTATION,
  async handler(_input, { onProgress, onElicitation, signal }) {
    onProgress?.({ progress: 1, total: 2, message: "asking" });
    const answer = await onElicitation?.({ mode: "form", message: "Go on?" }, { signal });
    return [onProgress === undefined ? "unheard" : "heard", answer?.action ?? "no one to ask"];
  },
});

const works = defineOperation({
  ...fields,
  name: "works",
  type: OperationType.SUBSCRIPTION,
  async *handler(_input, { onProgress, onElicitation, signal }) {
    onProgress?.({ progress: 1 });
    yield (await onElicitation?.({ mode: "form", message: "Go on?" }, { signal }))?.action;
  },
});

const asks = defineOperation({
  ...fields,
  name: "asks",
  type: OperationType.MUTATION,
  async handler(_input, { onElicitation, onSampling, onRoots, signal }) {
    await onElicitation?.({ mode: "form", message: "Go on?" }, { signal, name: "the user's name" });
    await onSampling?.({ messages: [], maxTokens: 1 }, { signal, name: "capital" });
    await onRoots?.({ signal, name: "roots" });
    await onRoots?.({ signal });
  },
});

const outer = defineOperation({
  ...fields,
  name: "outer",
  type: OperationType.MUTATION,
  async handler(_input, { env }) {
    const demo = env["demo"] as unknown as { work(input: object): Promise<{ data: unknown }> };
    return (await demo.work({})).data;
  },
});

let reports: Progress[];
let peers: BusPeer[];
let caller: BusPeer;

const onProgress = (progress: Progress): void => void reports.push(progress);
const onElicitation: Elicit = ({ message }) => ({ action: message === "Go on?" ? "accept" : "decline" });

beforeEach(async () => {
  const broker = createMemoryBroker();
  reports = [];
  const worker = await connectBus({
    transport: broker.connect(),
    registry: new OperationRegistry().registerAll([work, works, asks]),
  });
  caller = await connectBus({ transport: broker.connect() });
  peers = [worker, caller];
  await caller.waitFor("demo.work");
});

afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close({ graceMs: 0 })));
});

describe("when a call is forwarded to another peer", () => {
  it("returns its progress and its questions", async () => {
    const { data } = await caller.registry.execute("demo.work", {}, { onProgress, onElicitation });
    expect([data, reports]).toEqual([["heard", "accept"], [{ progress: 1, total: 2, message: "asking" }]]);
  });

  it("returns its questions under their names", async () => {
    const names: unknown[] = [];
    await caller.registry.execute(
      "demo.asks",
      {},
      {
        onElicitation: (_request, { name }) => (names.push(name), { action: "accept" }),
        onSampling: (_request, { name }) => (names.push(name), { role: "assistant", content: [], model: "m" }),
        onRoots: ({ name }) => (names.push(name), []),
      },
    );
    expect(names).toEqual(["the user's name", "capital", "roots", undefined]);
  });

  it("returns those of a stream", async () => {
    const items: unknown[] = [];
    const stream = subscribe(caller.registry, "demo.works", {}, { onProgress, onElicitation });
    for await (const { data } of stream) items.push(data);
    expect([items, reports]).toEqual([["accept"], [{ progress: 1 }]]);
  });

  it("returns a report before the question that follows it", async () => {
    let before = 0;
    const ask: Elicit = () => {
      before = reports.length;
      return { action: "cancel" };
    };
    await caller.registry.execute("demo.work", {}, { onProgress, onElicitation: ask });
    expect(before).toBe(1);
  });

  it("requests nothing from the other peer if its own caller does not listen", async () => {
    expect((await caller.registry.execute("demo.work", {})).data).toEqual(["unheard", "no one to ask"]);
  });

  it("keeps the progress of a nested call to itself, and lets its questions reach the outermost caller", async () => {
    caller.registry.register(outer);
    const { data } = await caller.registry.execute("demo.outer", {}, { onProgress, onElicitation });
    expect([data, reports]).toEqual([["unheard", "accept"], []]);
  });

  it("reports it to the client that asked for it", async () => {
    const client = createClient(caller, [work] as const, { onProgress, onElicitation });
    expect((await client.demo.work({})).data).toEqual(["heard", "accept"]);
    expect(reports).toHaveLength(1);
  });
});
