import { describe, expect, it } from "vitest";
import type { CallPlan, CallReport } from "./call-report.ts";
import { judge, measureDetection, type Evidence } from "./verdict.ts";

const mutation: CallPlan = { key: "m1", kind: "MUTATION", handlerMs: 10, items: 0 };
const stream: CallPlan = { key: "s1", kind: "SUBSCRIPTION", handlerMs: 10, items: 5 };
const withIds: CallPlan = { ...stream, hasIds: true };
const good: CallReport = {
  plan: mutation,
  caller: "c1",
  startedAt: 1_000,
  endedAt: 1_020,
  outcome: "result",
  by: "r1",
  received: 0,
};

function failed(phase: string, more: Partial<CallReport> = {}): CallReport {
  const { by: _answeredBy, ...rest } = good;
  return { ...rest, outcome: "error", code: "CONNECTION_LOST", phase, ...more };
}

function evidenceOf(reports: CallReport[], ran: Record<string, string[]> = { m1: ["r1"], s1: ["r1"] }): Evidence {
  const runs = new Map(Object.entries(ran).map(([key, by]) => [key, by.map((each) => ({ key, by: each }))]));
  return { reports, runs, deaths: [], heartbeatMs: 100, slackMs: 50, stalls: [] };
}

describe("when everything went right", () => {
  it("finds no problem in results, and in errors with a true phase", () => {
    expect(judge(evidenceOf([good]))).toEqual([]);
    expect(judge(evidenceOf([failed("started")]))).toEqual([]);
    expect(judge(evidenceOf([failed("notStarted")], {}))).toEqual([]);
    expect(judge(evidenceOf([failed("unknown")], {}))).toEqual([]);
    expect(judge(evidenceOf([failed("unknown")]))).toEqual([]);
  });

  it("finds no problem in streams that completed or failed", () => {
    expect(judge(evidenceOf([{ ...good, plan: stream, received: 5 }]))).toEqual([]);
    expect(judge(evidenceOf([failed("started", { plan: stream, received: 3 })]))).toEqual([]);
  });
});

describe("when something is wrong", () => {
  it.each<[string, Evidence]>([
    ["a MUTATION ran 2 times", evidenceOf([good], { m1: ["r1", "r2"] })],
    ["it has a result, and never ran", evidenceOf([failed("", { outcome: "result" })], {})],
    ["answered by r1, where it never ran", evidenceOf([good], { m1: ["r2"] })],
    ["told notStarted, and it ran", evidenceOf([failed("notStarted")])],
    ["told started, and it never ran", evidenceOf([failed("started")], {})],
    ["phase undefined", evidenceOf([{ ...failed("started"), phase: undefined } as unknown as CallReport])],
    ["m1 ended more than once", evidenceOf([good, good])],
    ["it never ended", evidenceOf([{ ...good, outcome: "never" }])],
    ["completed after 4 of 5 items", evidenceOf([{ ...good, plan: stream, received: 4 }])],
    ["item 3 came where 2 was due", evidenceOf([{ ...good, wrong: "item 3 came where 2 was due" }])],
    ["only its deadline ended it", evidenceOf([failed("started", { code: "TIMEOUT" })])],
    ["its caller did not abort it", evidenceOf([failed("started", { code: "ABORTED" })])],
    ["it took 361 ms, and had 360", evidenceOf([{ ...good, endedAt: 1_361 }])],
    ["a stream with ids was not resumed", evidenceOf([failed("started", { plan: withIds, received: 3 })])],
  ])("reports: %s", (problem, evidence) => {
    const problems = judge(evidence);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it("lets a planned deadline or abort end a call", () => {
    const late = failed("started", { code: "TIMEOUT", plan: { ...mutation, deadlineMs: 5 } });
    const aborted = failed("started", { code: "ABORTED", plan: { ...mutation, abortAfterMs: 5 } });
    expect(judge(evidenceOf([late]))).toEqual([]);
    expect(judge(evidenceOf([aborted]))).toEqual([]);
  });
});

describe("when the machine was busy", () => {
  it("allows longer limits for calls of that time", () => {
    const slow = evidenceOf([{ ...good, endedAt: 1_500 }]);
    const stall = { of: "runner", from: 1_100, to: 1_400, lateMs: 140 };
    for (const of of ["runner", "c1", "r1"]) expect(judge({ ...slow, stalls: [{ ...stall, of }] })).toEqual([]);
    for (const of of ["c2", "r2"]) expect(judge({ ...slow, stalls: [{ ...stall, of }] })).toHaveLength(1);
    expect(judge({ ...slow, stalls: [{ ...stall, lateMs: 139 }] })).toHaveLength(1);
    expect(judge({ ...slow, stalls: [{ ...stall, from: 1_500 }] })).toHaveLength(1);
  });
});

describe("when a responder died", () => {
  const slow = { ...mutation, handlerMs: 5_000 };
  const death = { responder: "r1", at: 1_500 };

  it("measures from its death, for the calls that it had", () => {
    const inTime = evidenceOf([failed("started", { plan: slow, endedAt: 1_850 })]);
    expect(judge({ ...inTime, deaths: [death] })).toEqual([]);
    expect(measureDetection({ ...inTime, deaths: [death] })).toEqual([350]);
    const late = evidenceOf([failed("started", { plan: slow, endedAt: 1_851 })]);
    expect(judge({ ...late, deaths: [death] })[0]).toContain("learned of the end of r1 after 351 ms");
  });

  it("leaves out calls of others, and calls that had ended", () => {
    const elsewhere = evidenceOf([failed("started", { plan: slow, endedAt: 4_000 })], { m1: ["r2"] });
    expect(judge({ ...elsewhere, deaths: [death] })).toEqual([]);
    expect(measureDetection({ ...elsewhere, deaths: [death] })).toEqual([]);
    expect(measureDetection({ ...evidenceOf([failed("started")]), deaths: [death] })).toEqual([]);
  });
});
