/** Everything that can go wrong with a request, in one shape. */
import { isObject } from "../json/json-path.ts";

interface ProblemFields {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly phase?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
}

export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  readonly status: number | undefined;
  readonly phase: string | undefined;
  readonly retryable: boolean;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(fields: ProblemFields) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.phase = fields.phase;
    this.retryable = fields.retryable === true;
    this.details = fields.details;
    this.requestId = fields.requestId;
  }
}

/** The server could not be reached: no answer at all. */
export const UNREACHABLE = "UNREACHABLE";

export function unreachable(cause: unknown): Problem {
  const problem = new Problem({ code: UNREACHABLE, message: "The server could not be reached.", retryable: true });
  problem.cause = cause;
  return problem;
}

/** From a problem object (RFC 9457), or from whatever came in its place. */
export function toProblem(body: unknown, status?: number): Problem {
  if (!isObject(body) || typeof body["code"] !== "string") {
    const message =
      isObject(body) && typeof body["detail"] === "string"
        ? body["detail"]
        : `The server answered with status ${String(status ?? "unknown")}.`;
    return new Problem({
      code: status === 401 ? "UNAUTHENTICATED" : `HTTP_${String(status ?? "ERROR")}`,
      message,
      status,
    });
  }
  const { code, detail, title, phase, retryable, details, requestId } = body;
  return new Problem({
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

export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => "");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return toProblem(body, response.status);
}
