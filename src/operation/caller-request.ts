/** What an operation asks of its caller's program in the middle of a call, in the shapes of MCP. */

/** A message to a model, or one of its own. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  /** A block of MCP, such as `{ type: "text", text }`, or several. */
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

/** The caller's function that lets its model answer. It rejects where the caller does not want that. */
export type Sample = (
  request: SamplingRequest,
  options: { /** Fires when the operation no longer wants the answer. */ readonly signal: AbortSignal },
) => SamplingResult | Promise<SamplingResult>;

/** A folder or file that the caller works in. */
export interface Root {
  /** A `file:` address. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** The caller's function that lists its roots. */
export type ListRoots = (options: { readonly signal: AbortSignal }) => readonly Root[] | Promise<readonly Root[]>;
