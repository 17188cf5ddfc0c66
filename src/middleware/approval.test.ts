import { describe, expect, it } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { OperationType } from "../operation/operation-type.ts";
import { approval } from "./approval.ts";
import type { ApprovalAnswer, ApprovalRequest } from "./approval.ts";
import { callOf, envelope } from "./fixtures.test-support.ts";

const mutation = { type: OperationType.MUTATION };

/** Counts how often the operation runs. */
function counted(): { next: () => Promise<ReturnType<typeof envelope>>; runs: () => number } {
  let runs = 0;
  return {
    runs: () => runs,
    async next() {
      runs++;
      return envelope("ran");
    },
  };
}

/** An ask that fails when its caller leaves. */
const askUntilAborted = ({ context: { signal } }: ApprovalRequest): Promise<boolean> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("closed the dialog"))));

describe("when it has no function to ask", () => {
  it("is refused at once", () => {
    expect(() => approval({} as never)).toThrow("ask is not a function");
  });
});

describe("when the call is approved", () => {
  it.each([[true], [{ approved: true }], [{ approved: true, reason: "fine" }]])("runs it after %j", async (answer) => {
    const { next } = counted();
    await expect(approval({ ask: () => answer })(callOf(mutation), next)).resolves.toMatchObject({ data: "ran" });
  });

  it("passes everything that a decision needs", async () => {
    const asked: ApprovalRequest[] = [];
    const call = callOf(mutation);
    await approval({ ask: async (request) => asked.push(request) > 0 })(call, counted().next);
    const { id, spec, input, context } = call;
    expect(asked).toEqual([{ id, spec, input, context }]);
  });
});

describe("when the call is not approved", () => {
  it("is ACCESS_DENIED, with the reason", async () => {
    const { next, runs } = counted();
    const middleware = approval({ ask: async () => ({ approved: false, reason: "not on a Friday" }) });
    await expect(middleware(callOf(mutation), next)).rejects.toMatchObject({
      code: "ACCESS_DENIED",
      phase: "notStarted",
      message: "demo.op was not approved: not on a Friday",
      details: { reason: "not on a Friday" },
    });
    expect(runs()).toBe(0);
  });

  it.each([[false], [undefined], [null], ["yes"], ["no"], [1], [{}], [{ approved: "true" }], [[true]]])(
    "does not treat %j as a yes",
    async (answer) => {
      const { next, runs } = counted();
      const middleware = approval({ ask: () => answer as ApprovalAnswer });
      await expect(middleware(callOf(mutation), next)).rejects.toMatchObject({
        code: "ACCESS_DENIED",
        message: "demo.op was not approved.",
      });
      expect(runs()).toBe(0);
    },
  );

  it.each([
    [
      "throws",
      () => {
        throw new Error("secret of the mail server");
      },
    ],
    ["rejects", () => Promise.reject(new Error("secret of the mail server"))],
  ])("is refused when ask %s, and the cause stays inside", async (_, ask) => {
    const { next, runs } = counted();
    const failure = await approval({ ask })(callOf(mutation), next).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "ACCESS_DENIED",
      message: "demo.op was not approved: asking for the approval failed.",
      cause: { message: "secret of the mail server" },
    });
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(runs()).toBe(0);
  });

  it("rejects with the reason of the abort that ended ask", async () => {
    const controller = new AbortController();
    const call = callOf({ ...mutation, context: { signal: controller.signal } });
    const answer = approval({ ask: askUntilAborted })(call, counted().next);
    const reason = new CallError("TIMEOUT", "The deadline has passed.");
    await Promise.resolve();
    await Promise.resolve();
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

describe("when no approval is needed", () => {
  it.each([OperationType.QUERY, OperationType.SUBSCRIPTION])("runs a %s by default", async (type) => {
    const { next, runs } = counted();
    await approval({ ask: () => false })(callOf({ type }), next);
    expect(runs()).toBe(1);
  });

  it("follows `when`", async () => {
    const { next } = counted();
    const middleware = approval({ ask: () => false, when: ({ id }) => id === "demo.dangerous" });
    await expect(middleware(callOf({ name: "dangerous" }), next)).rejects.toThrow("not approved");
    await expect(middleware(callOf(mutation), next)).resolves.toMatchObject({ data: "ran" });
  });

  it("does not ask about a call that would be refused anyway", async () => {
    let asked = 0;
    const invalid = new CallError("VALIDATION_ERROR", "bad input");
    const call = callOf({ ...mutation, check: () => Promise.reject(invalid) });
    const ask = (): boolean => ++asked > 0;
    await expect(approval({ ask })(call, counted().next)).rejects.toBe(invalid);
    expect(asked).toBe(0);
  });
});
