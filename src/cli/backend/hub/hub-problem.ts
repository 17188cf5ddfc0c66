/** Problem documents of a hub, as errors. */
import { CallError } from "../../../entries/index.ts";
import type { CallPhase } from "../../../entries/index.ts";
import { parseJSON } from "../../../shared/json/parse-json.ts";

export interface HubProblem {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly details?: unknown;
  readonly phase?: CallPhase;
  readonly retryable?: boolean;
}

export function parseProblem(text: string): HubProblem {
  return parseJSON(text) ?? {};
}

/** A proxy may have answered: then only the status is known. */
export function toError({ code, title, detail, details, phase, retryable }: HubProblem, status: number): CallError {
  const message = detail ?? title ?? `The hub answered with status ${status}.`;
  return new CallError(code ?? codeOf(status), message, details, {
    ...(phase === undefined ? {} : { phase }),
    ...(retryable === undefined ? {} : { retryable }),
  });
}

function codeOf(status: number): string {
  if (status === 401) return "UNAUTHENTICATED";
  if (status === 403) return "ACCESS_DENIED";
  if (status === 413) return "PAYLOAD_TOO_LARGE";
  if (status === 429 || status === 503) return "OVERLOADED";
  return status === 504 ? "TIMEOUT" : status >= 500 ? "CONNECTION_LOST" : "PROTOCOL_ERROR";
}

export function notAHub(url: URL, status?: number): CallError {
  const said = status === undefined ? "" : ` (status ${status})`;
  return new CallError("PROTOCOL_ERROR", `${url.href} answers, but it is not a hub of operations${said}.`);
}
