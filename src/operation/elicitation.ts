/** What an operation wants to know in the middle of a call, usually of a person. */
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

/** Answers the questions of a call: the caller's. */
export type Elicit = (
  request: ElicitationRequest,
  options: { /** Fires when the answer is no longer wanted. */ readonly signal: AbortSignal },
) => ElicitationAnswer | Promise<ElicitationAnswer>;
