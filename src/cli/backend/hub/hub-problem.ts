/** Problem documents of a hub, as errors. */
import { CallError } from "../../../entries/index.ts";
import { foreignError } from "../../../errors/foreign-status.ts";
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
  if (code === undefined) {
    const foreign = foreignError(status);
    return new CallError(foreign.code, message, { status }, { phase: foreign.phase });
  }
  return new CallError(code, message, details, {
    ...(phase === undefined ? {} : { phase }),
    ...(retryable === undefined ? {} : { retryable }),
  });
}

export function notAHub(url: URL, status?: number): CallError {
  const said = status === undefined ? "" : ` (status ${status})`;
  return new CallError("PROTOCOL_ERROR", `${url.href} answers, but it is not a hub of operations${said}.`);
}
