import { CallError } from "../../errors/call-error.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import type { ApprovalDecision } from "./hub-approval.ts";

const LONGEST_REASON = 1000;

/** A decision from a request. Throws if it is not a decision. */
export function readDecision(value: unknown): ApprovalDecision {
  const { answer, digest, reason } = isRecord(value) ? value : {};
  const isAnswer = answer === "approve" || answer === "deny";
  const isReason = reason === undefined || (typeof reason === "string" && reason.length <= LONGEST_REASON);
  if (isAnswer && typeof digest === "string" && isReason) return { answer, digest, reason };
  const message = `Send {"answer": "approve" or "deny", "digest", "reason"?} as JSON, with a reason of at most ${LONGEST_REASON} characters.`;
  throw new CallError("VALIDATION_ERROR", message);
}
