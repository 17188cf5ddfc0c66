/** Questions and answers between our words and MCP's. The call protocol and MCP allow the same questions. */
import { CallError, withPhase } from "../../../errors/call-error.ts";
import type { ElicitationAnswer, ElicitationRequest } from "../../../operation/caller-request.ts";
import { isProtocolEvent } from "../../../protocol/wire/event-shapes.ts";
import { assertQuestionSize } from "../../../protocol/wire/mid-call-limits.ts";
import type { CallAnswer, CallQuestion } from "../../../protocol/wire/protocol-event.ts";

/** The ways in which a client may be asked something. */
export type QuestionModes = ReadonlySet<ElicitationRequest["mode"]>;

export type ElicitationParams =
  | { readonly mode: "form"; readonly message: string; readonly requestedSchema: Readonly<Record<string, unknown>> }
  | { readonly mode: "url"; readonly message: string; readonly url: string };

/** The events need ids, although these go nowhere. */
const ids = { requestId: "mcp", questionId: "1" } as const;

const NO_FIELDS = { type: "object", properties: {} };

/** Throws for a question that no client could read, or that this one does not take. */
export function toElicitationParams(request: ElicitationRequest, modes: QuestionModes): ElicitationParams {
  const { mode, message, requestedSchema = NO_FIELDS, url } = request;
  const event: CallQuestion = { type: "call.question", ...ids, mode, message, requestedSchema, url };
  if (!isProtocolEvent(event) || (mode === "url" && url === undefined)) {
    throw refusal("VALIDATION_ERROR", "The question cannot be sent: it needs a message, and a schema or a url.");
  }
  assertQuestionSize(event);
  if (!modes.has(mode)) throw refusal("EXECUTION_ERROR", `The MCP client accepts no questions of the mode ${mode}.`);
  return mode === "form" ? { mode, message, requestedSchema } : { mode, message, url: url as string };
}

/** The answer of a client; undefined if it is not an answer. */
export function readElicitationAnswer(given: unknown): ElicitationAnswer | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { action, content } = given as Record<string, unknown>;
  const answer = action === "accept" && content !== undefined ? { action, content } : { action };
  const event = { type: "call.answer", ...ids, ...answer } as CallAnswer;
  if (event.action === "failed" || !isProtocolEvent(event)) return undefined;
  return answer as ElicitationAnswer;
}

/** An error of a question. The handler asks, so its call has begun. */
export function refusal(code: string, message: string, options: { readonly cause?: unknown } = {}): CallError {
  return withPhase(new CallError(code, message, undefined, options), "started");
}
