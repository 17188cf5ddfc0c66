import { setTimeout } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { CallError } from "../../src/entries/index.ts";
import type {
  Elicit,
  ElicitationAnswer,
  ElicitationRequest,
  Progress,
  ReceivedEvent,
} from "../../src/entries/index.ts";
import type { Contract, ContractOptions } from "./link-pair.ts";

type Make = (options?: ContractOptions) => Promise<Contract>;

const failure = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.fail("it should have failed"),
    (thrown: unknown) => thrown as CallError,
  );

const question: ElicitationRequest = {
  mode: "form",
  message: "Who are you?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};

/** Progress of a call, over any link. */
export function describeProgress(make: Make): void {
  it("reports progress to the caller, the last report before the answer and none after it", async () => {
    const contract = await make();
    const seen: Array<Progress | string> = [];
    const onProgress = (progress: Progress): void => void seen.push(progress);
    const input = { times: 500, inTurns: true, message: "working" };
    expect((await contract.caller.call("test.report", input, { onProgress })).data).toBe("heard");
    const reports = seen.splice(0) as Progress[];
    expect(reports.at(-1)).toEqual({ progress: 500, total: 500, message: "working" });
    const counts = reports.map(({ progress }) => progress);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
    await contract.caller.call("test.echo");
    expect(seen).toEqual([]);
    expect(contract.caller.counters.strayAnswers).toBe(0);
    await contract.expectNothingLeft();
  });

  it("sends only the latest of 100,000 reports that a handler makes in one turn", async () => {
    const contract = await make();
    const seen: Progress[] = [];
    const sent: ReceivedEvent[] = [];
    contract.pair.near.listen({ event: (event) => void sent.push(event), closed: () => undefined });
    await contract.caller.call("test.report", { times: 100_000 }, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progress: 100_000, total: 100_000 }]);
    expect(sent.filter(({ type }) => type === "call.progress")).toHaveLength(1);
    await contract.expectNothingLeft();
  });

  it("requests no progress if the caller does not listen", async () => {
    const contract = await make();
    const requested: ReceivedEvent[] = [];
    contract.pair.far.listen({ event: (event) => void requested.push(event), closed: () => undefined });
    expect((await contract.caller.call("test.report", { times: 3 })).data).toBe("unheard");
    expect(JSON.stringify(requested)).not.toContain("wants");
  });

  it("reports the progress of a stream beside its items", async () => {
    const contract = await make();
    const seen: number[] = [];
    const items: unknown[] = [];
    const options = { window: 4, onProgress: ({ progress }: Progress) => void seen.push(progress) };
    const stream = contract.caller.subscribe("test.reportBetween", { times: 50 }, options);
    for await (const { data } of stream) items.push(data);
    expect(items).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(seen.at(-1)).toBe(50);
    await contract.expectNothingLeft();
  });

  it("continues when the listener throws", async () => {
    const contract = await make();
    const onProgress = (): never => {
      throw new Error("not now");
    };
    expect((await contract.caller.call("test.report", { times: 3 }, { onProgress })).data).toBe("heard");
    await contract.expectNothingLeft();
  });

  it("counts and drops reports and questions that the caller did not want", async () => {
    const contract = await make();
    const { caller, responder } = contract;
    const controller = new AbortController();
    const call = failure(caller.call("test.wait", 1, { signal: controller.signal }));
    const arrived = await new Promise<string>((resolve) => {
      const stop = contract.pair.near.listen({
        event: (event) => {
          if (event.type === "call.accepted") resolve(event.requestId);
        },
        closed: () => undefined,
      });
      controller.signal.addEventListener("abort", stop);
    });
    for (const requestId of [arrived, "unknown"]) {
      responder.link.send({ type: "call.progress", requestId, progress: 1 });
      responder.link.send({ type: "call.question", requestId, questionId: "1", ...question });
    }
    await caller.call("test.echo");
    expect(caller.counters.strayAnswers).toBe(4);
    controller.abort();
    expect((await call).code).toBe("ABORTED");
    await contract.expectNothingLeft();
  });
}

/** A handler's questions to its caller, over any link. */
export function describeQuestions(make: Make): void {
  it.each<ElicitationAnswer>([
    { action: "accept", content: { name: "Ada", age: 36, is: true, tags: ["a", "b"], $bytes: "AA==" } },
    { action: "accept" },
    { action: "decline" },
    { action: "cancel" },
  ])("brings the handler the answer %j", async (answer) => {
    const contract = await make();
    const asked: ElicitationRequest[] = [];
    const onElicitation = (request: ElicitationRequest): ElicitationAnswer => {
      asked.push(request);
      return answer;
    };
    const { data } = await contract.caller.call("test.ask", { question }, { onElicitation });
    expect([data, asked]).toEqual([[answer], [question]]);
    await contract.expectNothingLeft();
  });

  it("lets a stream ask between its items, even to visit a page", async () => {
    const contract = await make();
    const onElicitation = async ({ message }: ElicitationRequest): Promise<ElicitationAnswer> =>
      await Promise.resolve({ action: "accept", content: { to: message } });
    const items: unknown[] = [];
    for await (const { data } of contract.caller.subscribe("test.askBetween", {}, { onElicitation })) items.push(data);
    expect(items).toEqual(["First?", "Second?"].map((to) => ({ action: "accept", content: { to } })));
    const page = { mode: "url", message: "Sign in", url: "https://example.com/", elicitationId: "e-1" };
    const seen = vi.fn<Elicit>(() => ({ action: "accept" }));
    await contract.caller.call("test.ask", { question: page }, { onElicitation: seen });
    expect(seen).toHaveBeenCalledWith(page, expect.anything());
    await contract.expectNothingLeft();
  });

  it("offers no way to ask if the caller accepts no questions", async () => {
    const { caller } = await make();
    expect((await caller.call("test.ask", { question })).data).toBe("no caller to ask");
  });

  it("tells the handler when the caller cannot answer, without the caller's internal messages", async () => {
    const contract = await make();
    const cause = new Error("an internal matter");
    const answers = [
      () => Promise.reject(cause),
      () => Promise.reject(new CallError("EXECUTION_ERROR", cause.message, undefined, { cause, unexpected: true })),
      () => {
        throw new CallError("OVERLOADED", "The terminal is closed.");
      },
      () => ({ action: "perhaps" }) as unknown as ElicitationAnswer,
      () => undefined as unknown as ElicitationAnswer,
      (): ElicitationAnswer => ({ action: "accept", content: { text: "x".repeat(70_000) } }),
    ];
    for (const onElicitation of answers) {
      const error = await failure(contract.caller.call("test.ask", { question }, { onElicitation }));
      expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "started" });
      expect(error.message).not.toContain("internal matter");
    }
    expect(contract.questionEnds).toEqual(Array<string>(6).fill("EXECUTION_ERROR"));
    await contract.expectNothingLeft();
  });

  it("withdraws an open question on both sides when the caller aborts", async () => {
    const contract = await make();
    const controller = new AbortController();
    const { onElicitation, signals } = unanswered();
    const call = failure(contract.caller.call("test.ask", { question }, { onElicitation, signal: controller.signal }));
    await expect.poll(() => signals).toHaveLength(1);
    controller.abort();
    expect(await call).toMatchObject({ code: "ABORTED", phase: "started" });
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(() => contract.questionEnds).toEqual(["ABORTED"]);
    await contract.caller.call("test.echo");
    expect(contract.caller.counters.strayAnswers).toBe(0);
    await contract.expectNothingLeft();
  });

  it.each(["near", "far"] as const)("ends open questions when the %s end closes the link", async (end) => {
    const contract = await make();
    const { onElicitation, signals } = unanswered();
    const call = failure(contract.caller.call("test.ask", { question }, { onElicitation }));
    await expect.poll(() => signals).toHaveLength(1);
    contract.pair[end].close();
    expect(await call).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(() => contract.questionEnds).toEqual(["CONNECTION_LOST"]);
    await contract.expectNothingLeft();
  });

  it("stops the clock of the call while a question is open", async () => {
    const contract = await make();
    const deadline = Date.now() + 3000;
    const answerLate = async (): Promise<ElicitationAnswer> => {
      await setTimeout(deadline + 500 - Date.now());
      return { action: "decline" };
    };
    const { data } = await contract.caller.call("test.ask", { question }, { onElicitation: answerLate, deadline });
    expect(data).toEqual([{ action: "decline" }]);
    await contract.expectNothingLeft();
  });

  it("tells the caller when the handler no longer wants the answer, and sends none", async () => {
    const contract = await make();
    const { onElicitation, signals } = unanswered();
    const { data } = await contract.caller.call("test.askBriefly", {}, { onElicitation });
    expect(data).toBe("too slow");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await contract.caller.call("test.echo");
    expect(contract.counters.strayAnswers).toBe(0);
    await contract.expectNothingLeft();
  });

  it("counts and drops an answer to a question that was not asked", async () => {
    const contract = await make();
    const { near } = contract.pair;
    const events: ReceivedEvent[] = [];
    near.listen({ event: (event) => void events.push(event), closed: () => undefined });
    const { onElicitation, signals } = unanswered();
    const controller = new AbortController();
    const call = failure(contract.caller.call("test.ask", { question }, { onElicitation, signal: controller.signal }));
    await expect.poll(() => signals).toHaveLength(1);
    const [asked] = events.filter((event) => event.type === "call.question");
    for (const requestId of [asked?.requestId ?? "", "unknown"])
      near.send({ type: "call.answer", requestId, questionId: "another", action: "accept" });
    await contract.caller.call("test.echo");
    expect(contract.counters.strayAnswers).toBe(2);
    expect(contract.questionEnds).toEqual([]);
    controller.abort();
    await call;
    await contract.expectNothingLeft();
  });

  it("limits the number and size of open questions", async () => {
    const contract = await make();
    const { onElicitation } = unanswered();
    const many = await failure(contract.caller.call("test.ask", { question, times: 17 }, { onElicitation }));
    expect(many).toMatchObject({ code: "OVERLOADED", phase: "started" });
    await expect.poll(() => contract.questionEnds.sort()).toEqual([...Array<string>(16).fill("ABORTED"), "OVERLOADED"]);
    const large = { question: { mode: "form", message: "x".repeat(70_000) } };
    const refused = await failure(contract.caller.call("test.ask", large, { onElicitation }));
    expect(refused).toMatchObject({ code: "PAYLOAD_TOO_LARGE", phase: "started" });
    const invalid = await failure(contract.caller.call("test.ask", { question: { mode: "song" } }, { onElicitation }));
    expect(invalid).toMatchObject({ code: "VALIDATION_ERROR", phase: "started" });
    await contract.expectNothingLeft();
  });
}

interface Unanswered {
  readonly signals: AbortSignal[];
  readonly onElicitation: (request: ElicitationRequest, options: { signal: AbortSignal }) => Promise<ElicitationAnswer>;
}

/** Accepts questions, and never answers by itself. */
function unanswered(): Unanswered {
  const signals: AbortSignal[] = [];
  return {
    signals,
    onElicitation: (_request, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ action: "cancel" })));
    },
  };
}
