import type { ElicitationAnswer, ElicitationRequest } from "../../../operation/elicitation.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";

/** What is known of the question beside its text. */
export interface ElicitationContext {
  /** The name given to `createMCPClient`. */
  readonly server: string;
  /** The call in whose course the server asks: who calls is in its `identity`. Not known over stdio while several run. */
  readonly call: OperationContext | undefined;
  /** Fires when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** Answers a question of a server, usually by asking a person. */
export type ElicitationHandler = (
  request: ElicitationRequest,
  context: ElicitationContext,
) => ElicitationAnswer | Promise<ElicitationAnswer>;

/** The question of an `elicitation/create` request, whatever else it carries. */
function readElicitation(params: Readonly<Record<string, unknown>>): ElicitationRequest {
  const { message, requestedSchema, url, elicitationId } = params;
  return {
    mode: params["mode"] === "url" ? "url" : "form",
    message: typeof message === "string" ? message : "",
    ...(typeof requestedSchema === "object" && requestedSchema !== null
      ? { requestedSchema: requestedSchema as Readonly<Record<string, unknown>> }
      : {}),
    ...(typeof url === "string" ? { url } : {}),
    ...(typeof elicitationId === "string" ? { elicitationId } : {}),
  };
}

/** What of a client's config is about questions. */
interface ElicitationConfig {
  readonly elicitation?: boolean | undefined;
  readonly onElicitation?: ElicitationHandler | undefined;
}

/** Whether the server may ask at all. */
export function takesQuestions({ elicitation, onElicitation }: ElicitationConfig): boolean {
  return elicitation ?? onElicitation !== undefined;
}

/** Puts a question to the caller, else to the config's handler; where neither is there it is declined. */
export async function answerElicitation(
  params: Readonly<Record<string, unknown>>,
  context: ElicitationContext,
  { onElicitation }: ElicitationConfig,
): Promise<ElicitationAnswer> {
  const request = readElicitation(params);
  const ofCaller = context.call?.onElicitation;
  if (ofCaller !== undefined) return ofCaller(request, { signal: context.signal });
  return onElicitation === undefined ? { action: "decline" } : onElicitation(request, context);
}
