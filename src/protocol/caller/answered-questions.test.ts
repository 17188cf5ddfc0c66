import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { Elicit, ElicitationAnswer } from "../../operation/caller-request.ts";
import { tellListener } from "../../shared/listeners.ts";
import { AnsweredQuestions } from "./answered-questions.ts";
import { settle } from "../peers/peers.test-support.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolEvent, CallQuestion } from "../wire/protocol-event.ts";

const question = (questionId: string, message = "Who?"): CallQuestion => ({
  type: "call.question",
  requestId: "r",
  questionId,
  mode: "form",
  message,
});

const told = {
  aborted: (message: string) => new CallError("ABORTED", message),
  explain: (thrown: unknown) => (thrown instanceof CallError ? thrown.message : undefined),
  tell: tellListener,
};

function createListener(onElicitation: Elicit, refuses: (event: ProtocolEvent) => boolean = () => false) {
  const sent: ProtocolEvent[] = [];
  const counters = newCounters();
  const send = (event: ProtocolEvent): void => {
    if (refuses(event)) throw new CallError("PAYLOAD_TOO_LARGE", "No.");
    sent.push(event);
  };
  const listener = new AnsweredQuestions({
    requestId: "r",
    host: { counters, link: { send } },
    caller: { onElicitation },
    ...told,
  });
  return { listener, sent, counters };
}

/** Receives every question, and answers when the test says so. */
function slowly() {
  const answers: Array<(answer: ElicitationAnswer) => void> = [];
  const signals: AbortSignal[] = [];
  const elicit: Elicit = (_request, { signal }) => {
    signals.push(signal);
    return new Promise((resolve) => void answers.push(resolve));
  };
  return { elicit, answers, signals };
}

describe("when a responder asks", () => {
  it("asks the caller once, however often the event arrives", async () => {
    const { elicit, answers } = slowly();
    const { listener, sent, counters } = createListener(elicit);
    listener.hear(question("1"));
    listener.hear(question("1"));
    answers[0]?.({ action: "decline" });
    await settle();
    expect(answers).toHaveLength(1);
    expect(sent).toMatchObject([{ type: "call.answer", questionId: "1", action: "decline" }]);
    expect(counters.strayAnswers).toBe(1);
  });

  it("refuses and counts open questions above the limit, and accepts more once some are answered", async () => {
    const { elicit, answers } = slowly();
    const { listener, sent, counters } = createListener(elicit);
    for (let n = 1; n <= 17; n++) listener.hear(question(String(n)));
    expect(answers).toHaveLength(16);
    expect(sent).toMatchObject([{ questionId: "17", action: "failed" }]);
    expect(counters.refusedCalls).toBe(1);
    answers[0]?.({ action: "cancel" });
    await settle();
    listener.hear(question("18"));
    expect(answers).toHaveLength(17);
  });

  it("counts withdrawn questions against the limit until their answers are complete", () => {
    const { elicit, signals } = slowly();
    const { listener, counters } = createListener(elicit);
    for (let n = 1; n <= 40; n++) {
      listener.hear(question(String(n)));
      listener.hear({ type: "call.withdrawn", requestId: "r", questionId: String(n) });
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array<boolean>(16).fill(true));
    expect(counters.refusedCalls).toBe(24);
  });

  it("refuses a question that is too large", () => {
    const { elicit, answers } = slowly();
    const { listener, sent, counters } = createListener(elicit);
    listener.hear(question("1", "x".repeat(70_000)));
    expect([answers.length, counters.refusedCalls]).toEqual([0, 1]);
    expect(sent).toMatchObject([{ action: "failed", message: expect.stringContaining("65536") as string }]);
  });

  it("reports an answer that cannot be sent", async () => {
    const elicit: Elicit = () => ({ action: "accept", content: { text: "long" } });
    const { listener, sent } = createListener(elicit, (event) => "content" in event);
    listener.hear(question("1"));
    await settle();
    expect(sent).toEqual([{ type: "call.answer", requestId: "r", questionId: "1", action: "failed" }]);
  });

  it("gives up if nothing can be sent any more", async () => {
    const { listener, sent } = createListener(
      () => ({ action: "accept" }),
      () => true,
    );
    listener.hear(question("1"));
    await settle();
    expect(sent).toEqual([]);
  });
});

describe("when an answer is no longer wanted", () => {
  it.each(["withdrawn", "ended"])("fires the signal and sends no answer: the question is %s", async (how) => {
    const { elicit, answers, signals } = slowly();
    const { listener, sent } = createListener(elicit);
    listener.hear(question("1"));
    if (how === "ended") listener.end();
    else listener.hear({ type: "call.withdrawn", requestId: "r", questionId: "1" });
    expect(signals[0]?.reason).toMatchObject({ code: "ABORTED" });
    answers[0]?.({ action: "accept" });
    await settle();
    expect(sent).toEqual([]);
  });

  it("ignores the end of a question that is not open", () => {
    const { listener, sent } = createListener(slowly().elicit);
    listener.hear({ type: "call.withdrawn", requestId: "r", questionId: "9" });
    expect(sent).toEqual([]);
  });
});
