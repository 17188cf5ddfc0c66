/** What a program's run left behind, read from the answer or the error of `run.code`. */
import type { ApiError } from "../api/api-error.ts";
import type { ProgramCall } from "../data/timeline.ts";
import { isObject, listOf } from "../json/json-path.ts";
import type { RunOutcome } from "./run.ts";

export interface ProgramLog {
  readonly level: string;
  readonly text: string;
}

export interface ProgramReport {
  /** Undefined if the program returned nothing, or failed. */
  readonly result: unknown;
  readonly logs: readonly ProgramLog[];
  readonly calls: readonly ProgramCall[];
  /** Why there is no result. */
  readonly error?: ApiError;
  /** The line of the program that failed. Undefined if it is not known, or the program is not to blame. */
  readonly line?: number;
}

const CODE_FAILED = "CODE_FAILED";

export function programReport(outcome: RunOutcome | undefined): ProgramReport | undefined {
  if (outcome?.kind === "data") {
    const answer = isObject(outcome.data) ? outcome.data : {};
    return { result: answer["result"], ...leftIn(answer) };
  }
  if (outcome?.kind !== "failed" && outcome?.kind !== "rejected") return undefined;
  const { error } = outcome;
  const details = error.code === CODE_FAILED && isObject(error.details) ? error.details : {};
  const { line } = details;
  return { result: undefined, error, ...leftIn(details), ...(typeof line === "number" ? { line } : {}) };
}

function leftIn({ logs, calls }: Readonly<Record<string, unknown>>): Pick<ProgramReport, "logs" | "calls"> {
  return {
    logs: listOf(logs).filter(isObject) as unknown as readonly ProgramLog[],
    calls: listOf(calls).filter(isObject) as unknown as readonly ProgramCall[],
  };
}
