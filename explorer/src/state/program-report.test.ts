import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { programTimeline } from "../data/timeline.ts";
import { programReport } from "./program-report.ts";

const calls = [
  { id: "a.slow", at: 10, duration: 80 },
  { id: "a.quick", at: 5, duration: 0, error: "LIST_FULL" },
];
const logs = [{ level: "log", text: "hi" }];

test("a successful run leaves a result, log lines and calls", () => {
  const outcome = { kind: "data", data: { result: [1], logs, calls }, meta: {} } as const;
  expect(programReport(outcome)).toEqual({ result: [1], logs, calls });
});

test("a failed run leaves the line of its error, log lines and calls", () => {
  const error = new ApiError({ code: "CODE_FAILED", message: "X (line 3)", details: { line: 3, logs, calls } });
  expect(programReport({ kind: "failed", error })).toEqual({ result: undefined, error, line: 3, logs, calls });
});

test("details of other errors, or of another shape, do not count as a report", () => {
  const details = { line: "3", logs: 5, calls: ["x"] };
  const odd = new ApiError({ code: "CODE_FAILED", message: "X", details });
  expect(programReport({ kind: "failed", error: odd })).toEqual({ result: undefined, error: odd, logs: [], calls: [] });
  const other = new ApiError({ code: "TIMEOUT", message: "X", details: { line: 3, logs, calls } });
  expect(programReport({ kind: "failed", error: other })?.line).toBeUndefined();
  expect(programReport({ kind: "aborted" })).toBeUndefined();
});

test("the calls are in the order of their start, as shares of the run", () => {
  const { rows, totalMs } = programTimeline(calls, 100);
  expect(totalMs).toBe(100);
  expect(rows.map(({ call, offset, width }) => [call.operationId, offset, width])).toEqual([
    ["a.quick", 0.05, 0.004],
    ["a.slow", 0.1, 0.8],
  ]);
  expect(rows[0]?.call.error?.code).toBe("LIST_FULL");
});
