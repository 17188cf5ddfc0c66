import type { OperationContext } from "../../operation/operation-context.ts";

/** What a server wants to know in the middle of a call. */
export interface ElicitationRequest {
  /** `form`: fields to fill in; `url`: a page to visit. */
  readonly mode: "form" | "url";
  readonly message: string;
  /** Of `form`: a flat JSON Schema of the fields. */
  readonly requestedSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Of `url`. */
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
}

export interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** With `accept` of a form: its fields. */
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}

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
export function readElicitation(params: Readonly<Record<string, unknown>>): ElicitationRequest {
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
