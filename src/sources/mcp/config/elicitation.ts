import type { ElicitationAnswer, ElicitationRequest } from "../../../operation/caller-request.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";

/** The circumstances of a question. */
export interface ElicitationContext {
  /** The name given to `createMCPClient`. */
  readonly server: string;
  /**
   * The call that made the server ask; its `identity` is the caller. Undefined over stdio if it may be one of several.
   */
  readonly call: OperationContext | undefined;
  /** Fires when the server no longer needs the answer. */
  readonly signal: AbortSignal;
  /** What the server calls its question, from 2026-07-28 on. */
  readonly name?: string | undefined;
}

/** Answers a question of a server, usually by asking a person. */
export type ElicitationHandler = (
  request: ElicitationRequest,
  context: ElicitationContext,
) => ElicitationAnswer | Promise<ElicitationAnswer>;

/** The question in an `elicitation/create` request. Other members are ignored. */
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

/** The part of a client's config that is about questions. */
interface ElicitationConfig {
  readonly elicitation?: boolean | undefined;
  readonly onElicitation?: ElicitationHandler | undefined;
}

/** Whether the server may ask at all, up to 2025-11-25. */
export function takesQuestions({ elicitation, onElicitation }: ElicitationConfig): boolean {
  return elicitation ?? onElicitation !== undefined;
}

/** Asks the caller, or else the config's handler. Undefined if there is neither. */
export async function answerElicitation(
  params: Readonly<Record<string, unknown>>,
  context: ElicitationContext,
  { onElicitation }: ElicitationConfig,
): Promise<ElicitationAnswer | undefined> {
  const request = readElicitation(params);
  const { call, signal, name } = context;
  const ofCaller = call?.onElicitation;
  if (ofCaller !== undefined) return ofCaller(request, name === undefined ? { signal } : { signal, name });
  return onElicitation?.(request, context);
}
