/** What an operation asks its caller during a call, in the shapes of MCP. */

/** A question that an operation asks during a call, usually to a person. */
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

/** What comes with everything that an operation asks. */
export interface CallerRequestOptions {
  /** Fires when the operation no longer wants the answer. */
  readonly signal: AbortSignal;
  /** What the asker calls the question. An MCP client of 2026-07-28 gets the question under this name. */
  readonly name?: string | undefined;
}

/** The caller's function that answers the questions of a call. */
export interface Elicit {
  (request: ElicitationRequest, options: CallerRequestOptions): ElicitationAnswer | Promise<ElicitationAnswer>;
  /** The questions that the caller takes, as MCP's capability `elicitation` says it: `{ form: {} }`. Default: all. */
  readonly capability?: Readonly<Record<string, unknown>> | undefined;
}

/** A message to a model, or from it. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  /** An MCP content block, such as `{ type: "text", text }`, or several. */
  readonly content: unknown;
}

/** A prompt for the model of the caller. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
  /** Everything else that MCP knows: `temperature`, `stopSequences`, `modelPreferences`, `tools`. */
  readonly [more: string]: unknown;
}

/** The model's answer. */
export interface SamplingResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string | undefined;
  readonly [more: string]: unknown;
}

/** The caller's function that lets its model answer. It rejects if the caller does not want that. */
export interface Sample {
  (request: SamplingRequest, options: CallerRequestOptions): SamplingResult | Promise<SamplingResult>;
  /** The prompts that the caller takes, as MCP's capability `sampling` says it: `{ tools: {} }`. Default: all. */
  readonly capability?: Readonly<Record<string, unknown>> | undefined;
}

/** A folder or file that the caller works in. */
export interface Root {
  /** A `file:` address. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** The caller's function that lists its roots. */
export type ListRoots = (options: CallerRequestOptions) => readonly Root[] | Promise<readonly Root[]>;
