import type { AnswerTokens } from "../answers/answer-tokens.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import type { Identity } from "../operation/access-control.ts";
import type { CallContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { OperationSearch } from "../search/create-search.ts";
import type { Embedder, VectorStore } from "../search/embedder.ts";
import type { AISDKCall, AISDKResult, AISDKTools } from "./providers/ai-sdk.ts";
import type { AnthropicCall, AnthropicResult, AnthropicTool } from "./providers/anthropic.ts";
import type { GeminiCall, GeminiResult, GeminiTool } from "./providers/gemini.ts";
import type { OpenAIChatCall, OpenAIChatResult, OpenAIChatTool } from "./providers/openai-chat.ts";
import type { OpenAICall, OpenAIResult, OpenAITool } from "./providers/openai.ts";
import type { SchemaLoss } from "./lowering/loss.ts";

/** The input and output types of each provider. */
export interface ToolProviders {
  /** OpenAI's Responses API. */
  openai: { definitions: OpenAITool[]; call: OpenAICall; result: OpenAIResult };
  /** OpenAI's Chat Completions API. */
  "openai-chat": { definitions: OpenAIChatTool[]; call: OpenAIChatCall; result: OpenAIChatResult };
  /** Anthropic's Messages API. */
  anthropic: { definitions: AnthropicTool[]; call: AnthropicCall; result: AnthropicResult };
  /** Google's Gemini API. */
  gemini: { definitions: GeminiTool[]; call: GeminiCall; result: GeminiResult };
  /** The package `ai`. */
  "ai-sdk": { definitions: AISDKTools; call: AISDKCall; result: AISDKResult };
}

/** The providers that `toTools` knows. */
export type ToolProvider = keyof ToolProviders;

/** A call that may need an approval. */
export interface ToolApprovalRequest {
  readonly id: string;
  readonly spec: OperationSpec;
  /** As the operation gets it, not yet validated. */
  readonly input: unknown;
}

/** How a model finds its way among very many operations. */
export interface ToolSearchOptions {
  /** Above this many operations they are searched instead of listed. 0: always; `Infinity`: never. Default: 60. */
  readonly above?: number | undefined;
  /**
   * `tools`: three tools search, describe and call them. `provider`: all are given, and the provider's own search shows
   * them to the model as it needs them. Only `openai` and `anthropic` have one. Default: `tools`.
   */
  readonly by?: "tools" | "provider" | undefined;
  /** Ranks by meaning and words: `localEmbedder()`, `httpEmbedder({ … })`, or your own. `close` leaves it open. */
  readonly embedder?: Embedder | undefined;
  /** Keeps the embedder's vectors between runs: `vectorFolder(path)`. */
  readonly vectors?: VectorStore | undefined;
  /** The search to use instead: one `createSearch(registry)` for several conversations. `close` leaves it open. */
  readonly engine?: OperationSearch | undefined;
}

/** The options of `toTools`. */
export interface ToToolsOptions<TProvider extends ToolProvider = ToolProvider> {
  readonly provider: TProvider;
  /** The caller. Only what this identity may call is listed, and every call is checked. Default: no identity. */
  readonly identity?: Identity | undefined;
  /** Which operations: ids and namespaces, or a function. Default: all. */
  readonly include?: readonly string[] | ((spec: OperationSpec) => boolean) | undefined;
  readonly search?: ToolSearchOptions | undefined;
  /**
   * Whether the provider holds the model to the schemas, if it can. `openai`, `openai-chat`, `anthropic` and `ai-sdk`
   * support it. Default: false.
   */
  readonly strict?: boolean | undefined;
  /** For `ai-sdk`: the provider whose rules the schemas keep. Default: `openai`. */
  readonly rulesOf?: Exclude<ToolProvider, "ai-sdk"> | undefined;
  /** Which calls a person must approve. `execute` does not run them without an approval. Default: none. */
  readonly needsApproval?: ((request: ToolApprovalRequest) => boolean | Promise<boolean>) | undefined;
  /** Goes with every call: who answers questions (`onElicitation`), where progress goes, a trace. */
  readonly context?: Omit<CallContext, "identity" | "signal" | "deadline"> | undefined;
  /**
   * How many tokens of an answer (characters / 4) the model takes. A longer answer is cut and says what is missing; the
   * tool `read_result` reads the rest. `all`: no bound. Default: 10,000.
   */
  readonly answerTokens?: AnswerTokens | undefined;
  /** Where answers that were cut are kept, if several tools share them. Default: its own. */
  readonly keptAnswers?: KeptAnswers | undefined;
  /** Milliseconds that a call may take. Default: no limit. */
  readonly callTimeout?: number | undefined;
  /** Items after which a SUBSCRIPTION is stopped. Default: 100. */
  readonly maxItems?: number | undefined;
  /** Milliseconds after which a SUBSCRIPTION is stopped. Default: 45,000. */
  readonly maxStreamDuration?: number | undefined;
  /** Gets what models do not see: failures of calls, and schemas that can't be read. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How one call of a tool is run. */
export interface ExecuteToolOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Says that a person has approved the call. */
  readonly approved?: boolean | undefined;
  /** How many tokens of the answer the model takes this time. */
  readonly answerTokens?: AnswerTokens | undefined;
}

/** What became of one operation. */
export interface ToolReport {
  readonly name: string;
  readonly id: string;
  /** Whether the provider holds the model to its schema. */
  readonly strict: boolean;
  /** What the schema for the model says differently. Empty: nothing. */
  readonly losses: readonly SchemaLoss[];
  /** Why it is not strict, though that was asked for; or, with `leftOut`, why it did not become a tool. */
  readonly refused?: string | undefined;
  readonly leftOut?: true | undefined;
}

/** The operations of a registry as tools of one provider. They follow the registry until `close`. */
export interface Tools<TProvider extends ToolProvider = ToolProvider> {
  /** For the request to the model. */
  readonly definitions: ToolProviders[TProvider]["definitions"];
  /** One entry for each operation. Empty if the operations are searched. */
  readonly report: readonly ToolReport[];
  /** Runs a model's call, checked. Failures are results too, with a text that a model can act on. */
  execute(
    call: ToolProviders[TProvider]["call"],
    options?: ExecuteToolOptions,
  ): Promise<ToolProviders[TProvider]["result"]>;
  /** Whether a person must approve a call first. */
  needsApproval(call: ToolProviders[TProvider]["call"]): Promise<boolean>;
  /** The result of a call that a person did not approve. */
  deny(call: ToolProviders[TProvider]["call"], reason?: string): ToolProviders[TProvider]["result"];
  /** Stops following the registry, and forgets the answers that it has kept. */
  close(): void;
}
