/** A question that an operation asks in the middle of a call, usually of a person. */
export interface ElicitationRequest {
  /** `form`: fields to fill in; `url`: a page to visit. */
  readonly mode: "form" | "url";
  readonly message: string;
  /** For `form`: a flat JSON Schema of the fields. */
  readonly requestedSchema?: Readonly<Record<string, unknown>> | undefined;
  /** For `url`. */
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
}

/** A person's answer to a handler's question. */
export interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** The fields of an accepted form. */
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}

/** The caller's function that answers the questions of a call. */
export type Elicit = (
  request: ElicitationRequest,
  options: { /** Fires when the operation no longer wants the answer. */ readonly signal: AbortSignal },
) => ElicitationAnswer | Promise<ElicitationAnswer>;
