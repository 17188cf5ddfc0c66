import { expect, it } from "vitest";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { answerInputs } from "./answer-inputs.ts";

const call = { context: {} as OperationContext, requests: new Set<unknown>() };
const answers = { "roots/list": async () => ({ roots: [] }) };
const answer = (method: unknown) =>
  answerInputs({ asked: { method, params: { secret: 1 } } }, { call, answers, signal: undefined });

it("answers what is asked, under the same name", async () => {
  expect(await answer("roots/list")).toEqual({ asked: { roots: [] } });
});

it.each(["constructor", "toString", "__proto__", "sampling/createMessage", "x".repeat(10_000), undefined, 7])(
  "refuses a question that nobody answers: %s",
  async (method) => {
    const refusal = (await answer(method).catch((thrown: unknown) => thrown)) as Error;
    expect(refusal).toMatchObject({ code: "EXECUTION_ERROR" });
    expect(refusal.message.length).toBeLessThan(200);
  },
);
