/** Everything that can go wrong with a request, as one class. */
import { isObject } from "../json/json-path.ts";

interface ApiErrorFields {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly phase?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number | undefined;
  readonly phase: string | undefined;
  readonly retryable: boolean;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.phase = fields.phase;
    this.retryable = fields.retryable === true;
    this.details = fields.details;
    this.requestId = fields.requestId;
  }
}

/** The code of a request that got no answer at all. */
export const UNREACHABLE = "UNREACHABLE";

export function unreachable(cause: unknown): ApiError {
  const error = new ApiError({ code: UNREACHABLE, message: "The server could not be reached.", retryable: true });
  error.cause = cause;
  return error;
}

/** From a problem object (RFC 9457), or from whatever the server sent instead. */
export function toApiError(body: unknown, status?: number): ApiError {
  if (!isObject(body) || typeof body["code"] !== "string") {
    const message =
      isObject(body) && typeof body["detail"] === "string"
        ? body["detail"]
        : `The server answered with status ${String(status ?? "unknown")}.`;
    return new ApiError({
      code: status === 401 ? "UNAUTHENTICATED" : `HTTP_${String(status ?? "ERROR")}`,
      message,
      status,
    });
  }
  const { code, detail, title, phase, retryable, details, requestId } = body;
  return new ApiError({
    code,
    message: textOr(detail, textOr(title, code)),
    status: typeof body["status"] === "number" ? body["status"] : status,
    phase: typeof phase === "string" ? phase : undefined,
    retryable: retryable === true,
    details,
    requestId: typeof requestId === "string" ? requestId : undefined,
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
