import type { CallError } from "../../../errors/call-error.ts";
import { describeError } from "../../../errors/error-table.ts";
import type { CallPhase } from "../../../errors/error-table.ts";
import { fromRemoteError } from "../../../errors/remote-error.ts";
import { decodeData } from "../../../shared/encode-data.ts";
import { isPlainObject } from "./scalar-text.ts";

const PHASES: readonly unknown[] = ["notStarted", "started", "unknown"] satisfies CallPhase[];

/** The error that this library wrote on the other side as problem details; undefined for what is none. */
export function fromProblem(body: unknown): CallError | undefined {
  if (!isPlainObject(body)) return undefined;
  const { code, detail, details, retryable, phase } = body;
  if (typeof code !== "string" || code === "" || typeof detail !== "string") return undefined;
  return fromRemoteError({
    code,
    message: detail,
    details: decodeData(details),
    retryable: typeof retryable === "boolean" ? retryable : describeError(code).retryable,
    phase: PHASES.includes(phase) ? (phase as CallPhase) : "unknown",
  });
}
