import type { Run } from "../support/ran-log.ts";
import type { Stall } from "../support/stall-meter.ts";
import type { CallReport } from "./call-report.ts";

/** A responder that callers must consider dead: killed, stopped or cut off. */
export interface Death {
  readonly responder: string;
  readonly at: number;
}

export interface ProcessStall extends Stall {
  /** A peer, or `runner`, which all traffic passes through. */
  readonly of: string;
}

export interface Evidence {
  readonly reports: readonly CallReport[];
  readonly runs: ReadonlyMap<string, readonly Run[]>;
  readonly deaths: readonly Death[];
  readonly heartbeatMs: number;
  /** Added to every time limit. */
  readonly slackMs: number;
  /** When the machine was too busy. The calls that it held up get longer limits. */
  readonly stalls: readonly ProcessStall[];
}

/** Returns everything that went wrong; nothing if the run was right. */
export function judge(evidence: Evidence): string[] {
  return [...findRepeatedKeys(evidence), ...evidence.reports.flatMap((report) => judgeCall(report, evidence))];
}

function findRepeatedKeys({ reports }: Evidence): string[] {
  const seen = new Set<string>();
  return reports.flatMap(({ plan: { key } }) => {
    if (seen.has(key)) return [`${key} ended more than once`];
    seen.add(key);
    return [];
  });
}

function judgeCall(report: CallReport, evidence: Evidence): string[] {
  const runs = evidence.runs.get(report.plan.key) ?? [];
  const problems = [...judgeEnd(report), ...judgeRuns(report, runs), ...judgeTime(report, runs, evidence)];
  return problems.map((problem) => `${problem} [${describe(report, runs)}]`);
}

/** What a cut stream with ids must not end with: its caller asks again. */
const CUTS: ReadonlySet<string | undefined> = new Set([
  "CONNECTION_LOST",
  "NO_RESPONDER",
  "OPERATION_NOT_FOUND",
  "OVERLOADED",
]);

function judgeEnd({ outcome, wrong, code, plan, received }: CallReport): string[] {
  const problems: string[] = [];
  if (outcome === "never") problems.push("it never ended");
  if (wrong !== undefined) problems.push(wrong);
  if (code === "TIMEOUT" && plan.deadlineMs === undefined) problems.push("only its deadline ended it");
  if (code === "ABORTED" && plan.abortAfterMs === undefined) problems.push("its caller did not abort it");
  if (plan.hasIds === true && received > 0 && CUTS.has(code)) problems.push("a stream with ids was not resumed");
  if (outcome === "result" && received < plan.items)
    problems.push(`the stream completed after ${received} of ${plan.items} items`);
  return problems;
}

function judgeRuns({ plan, outcome, phase, by }: CallReport, runs: readonly Run[]): string[] {
  const problems: string[] = [];
  if (plan.kind === "MUTATION" && runs.length > 1) problems.push(`a MUTATION ran ${runs.length} times`);
  if (outcome === "result" && runs.length === 0) problems.push("it has a result, and never ran");
  if (by !== undefined && !runs.some((run) => run.by === by)) problems.push(`answered by ${by}, where it never ran`);
  if (phase === "notStarted" && runs.length > 0) problems.push("told notStarted, and it ran");
  if (phase === "started" && runs.length === 0) problems.push("told started, and it never ran");
  if (outcome === "error" && !["notStarted", "started", "unknown"].includes(phase ?? ""))
    problems.push(`phase ${String(phase)}`);
  return problems;
}

function judgeTime(report: CallReport, runs: readonly Run[], evidence: Evidence): string[] {
  const { startedAt, endedAt, plan } = report;
  // It goes on after each fault, for as long as that takes.
  if (plan.hasIds === true) return [];
  const limit = 3 * evidence.heartbeatMs + evidence.slackMs;
  const problems: string[] = [];
  // A fault hits the call while it runs, and callers notice within three heartbeats.
  const took = endedAt - startedAt;
  const due = plan.handlerMs + limit;
  if (took > due && took > due + stalledMs(report, runs, evidence)) problems.push(`it took ${took} ms, and had ${due}`);
  for (const death of evidence.deaths) {
    if (!wasInFlight(report, runs, death)) continue;
    const late = endedAt - death.at;
    if (late > limit + stalledMs(report, [], evidence))
      problems.push(`its caller learned of the end of ${death.responder} after ${late} ms`);
  }
  return problems;
}

/** The total delay of the processes that a call passes through. */
function stalledMs({ startedAt, endedAt, caller }: CallReport, runs: readonly Run[], { stalls }: Evidence): number {
  let total = 0;
  for (const { of, from, to, lateMs } of stalls) {
    const isOnItsWay = of === "runner" || of === caller || runs.some((run) => run.by === of);
    if (isOnItsWay && from < endedAt && to > startedAt) total += lateMs;
  }
  return total;
}

/** How long callers took to notice deaths, in milliseconds, for each call that the responder had. */
export function measureDetection({ reports, runs, deaths }: Evidence): number[] {
  return deaths.flatMap((death) =>
    reports
      .filter((report) => report.outcome === "error" && wasInFlight(report, runs.get(report.plan.key) ?? [], death))
      .map((report) => report.endedAt - death.at),
  );
}

function wasInFlight({ startedAt, endedAt }: CallReport, runs: readonly Run[], { responder, at }: Death): boolean {
  return startedAt <= at && endedAt > at && runs.some((run) => run.by === responder);
}

function describe(report: CallReport, runs: readonly Run[]): string {
  const { plan, caller, outcome, code, phase, message, received, startedAt, endedAt } = report;
  const end = outcome === "error" ? `${code}/${phase} "${message ?? ""}"` : outcome;
  const stream = plan.kind === "SUBSCRIPTION" ? `, ${received} of ${plan.items} items` : "";
  const ran = runs.length === 0 ? "never ran" : `ran at ${runs.map((run) => run.by).join(", ")}`;
  const time = `${new Date(startedAt).toISOString().slice(11, 23)} + ${endedAt - startedAt} ms`;
  return `${plan.kind} ${plan.key} of ${caller}: ${end}${stream}; ${ran}; ${time}; handler ${plan.handlerMs} ms`;
}
