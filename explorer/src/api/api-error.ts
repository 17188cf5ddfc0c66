/** Everything that can go wrong with a request, as one class. */
import type { CallPhase } from "../../../src/errors/error-table.ts";
import { foreignError } from "../../../src/errors/foreign-status.ts";
import { isObject } from "../json/json-path.ts";

interface ApiErrorFields {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly phase?: CallPhase | undefined;
  readonly retryable?: boolean;
  readonly details?: unknown;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number | undefined;
  readonly phase: CallPhase | undefined;
  readonly retryable: boolean;
  readonly details: unknown;

  constructor({ code, message, status, phase, retryable = false, details, cause }: ApiErrorFields) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.phase = phase;
    this.retryable = retryable;
    this.details = details;
  }
}

/** The code of a request that got no answer at all. */
export const UNREACHABLE = "UNREACHABLE";

export function unreachable(cause: unknown): ApiError {
  return new ApiError({ code: UNREACHABLE, message: "The server could not be reached.", retryable: true, cause });
}

const PHASES: readonly CallPhase[] = ["notStarted", "started", "unknown"];

/** From a problem object (RFC 9457), or from whatever the server sent instead. */
export function toApiError(body: unknown, status?: number): ApiError {
  if (!isObject(body) || typeof body["code"] !== "string") {
    const message =
      isObject(body) && typeof body["detail"] === "string"
        ? body["detail"]
        : `The server answered with status ${String(status ?? "unknown")}.`;
    return new ApiError({ ...foreignError(status ?? 0), message, status });
  }
  const { code, detail, title, phase, retryable, details } = body;
  return new ApiError({
    code,
    message: textOr(detail, textOr(title, code)),
    status: typeof body["status"] === "number" ? body["status"] : status,
    phase: PHASES.find((known) => known === phase),
    retryable: retryable === true,
    details,
  });
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

/** The error in an answer whose status is not ok. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return toApiError(body, response.status);
}
