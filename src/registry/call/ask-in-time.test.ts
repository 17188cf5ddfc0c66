import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import type { ElicitationAnswer } from "../../operation/caller-request.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { connectBus } from "../../protocol/peers/bus-peer.ts";
import { createMemoryBroker } from "../../protocol/links/memory-bus.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { common } from "../fixtures.test-support.ts";
import { OperationRegistry } from "../operation-registry.ts";

const fields = {
  ...common,
  namespace: "demo",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
} as const;

const ask = defineOperation({
  ...fields,
  name: "ask",
  async handler(_input, { onElicitation, signal }) {
    return (await onElicitation?.({ mode: "form", message: "Go on?" }, { signal }))?.action;
  },
});
const askThenHang = defineOperation({
  ...fields,
  name: "askThenHang",
  async handler(_input, { onElicitation, signal }) {
    await onElicitation?.({ mode: "form", message: "Go on?" }, { signal });
    return await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
});
const hang = defineOperation({
  ...fields,
  name: "hang",
  handler: (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
});
const outer = defineOperation({
  ...fields,
  name: "outer",
  async handler(_input, { env }) {
    const demo = env["demo"] as unknown as { ask(input: object): Promise<{ data: unknown }> };
    return (await demo.ask({})).data;
  },
});

/** A person who answers when told. */
class Person {
  isAsked = false;
  wasWithdrawn = false;
  answer: (answer: ElicitationAnswer) => void = () => undefined;
  readonly elicit = (_request: unknown, { signal }: { readonly signal: AbortSignal }): Promise<ElicitationAnswer> => {
    this.isAsked = true;
    signal.addEventListener("abort", () => (this.wasWithdrawn = true));
    return new Promise((resolve) => (this.answer = resolve));
  };
}

const soon = (): number => Date.now() + 1000;
const registryWith = (): OperationRegistry => new OperationRegistry().registerAll([ask, askThenHang, hang, outer]);

/** Resolves when a deadline like that of the call has passed. */
const deadlinePasses = async (registry: OperationRegistry): Promise<void> => {
  await expect(registry.execute("demo.hang", {}, { deadline: soon() })).rejects.toMatchObject({ code: "TIMEOUT" });
};

afterEach(() => expect(waitingDeadlines()).toBe(0));

describe("while a person is asked", () => {
  it.each(["demo.ask", "demo.outer"])("the clock of the call stands still: %s", async (id) => {
    const registry = registryWith();
    const person = new Person();
    const call = registry.execute(id, {}, { deadline: soon(), onElicitation: person.elicit });
    await deadlinePasses(registry);
    person.answer({ action: "accept" });
    expect((await call).data).toBe("accept");
  });

  it("goes on with what was left of it after the answer", async () => {
    const registry = registryWith();
    const person = new Person();
    const call = registry.execute("demo.askThenHang", {}, { deadline: soon(), onElicitation: person.elicit });
    await deadlinePasses(registry);
    person.answer({ action: "accept" });
    await expect(call).rejects.toMatchObject({ code: "TIMEOUT", message: "The deadline has passed." });
  });

  it("ends the question at its own limit, and withdraws it", async () => {
    const registry = new OperationRegistry({ questionTimeout: 20 }).register(ask);
    const person = new Person();
    await expect(registry.execute("demo.ask", {}, { onElicitation: person.elicit })).rejects.toMatchObject({
      code: "TIMEOUT",
      message: "Nobody has answered the question within 20 ms.",
      phase: "started",
    });
    expect(person.wasWithdrawn).toBe(true);
  });

  it("still ends the call when its caller leaves", async () => {
    const registry = registryWith();
    const person = new Person();
    const leaving = new AbortController();
    const context = { deadline: soon(), signal: leaving.signal, onElicitation: person.elicit };
    const call = registry.execute("demo.ask", {}, context);
    await expect.poll(() => person.isAsked).toBe(true);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("while a person is asked by another process", () => {
  it.each(["a plain call", "a call of a handler"])("the clocks of both processes stand still: %s", async (kind) => {
    const broker = createMemoryBroker();
    const worker = await connectBus({ transport: broker.connect(), registry: registryWith() });
    const registry = new OperationRegistry();
    const caller = await connectBus({ transport: broker.connect(), registry, imports: registry });
    await expect.poll(() => registry.has("demo.ask")).toBe(true);
    const person = new Person();
    const options = { deadline: soon(), onElicitation: person.elicit };
    const call =
      kind === "a plain call" ? caller.call("demo.ask", {}, options) : registry.execute("demo.ask", {}, options);
    await deadlinePasses(registryWith());
    person.answer({ action: "accept" });
    expect((await call).data).toBe("accept");
    await Promise.all([caller, worker].map((peer) => peer.close({ graceMs: 0 })));
  });
});
