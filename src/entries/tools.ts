/** `@alkdev/operations/tools`: a registry as tools for the SDKs of model providers, and answers cut to a budget. */
export { cutAnswer } from "../answers/cut-answer.ts";
export type { CutAnswer, CutAnswerOptions } from "../answers/cut-answer.ts";
export { KeptAnswers } from "../answers/kept-answers.ts";
export type { AnswerHandle, AnswerOwner, KeptAnswersOptions } from "../answers/kept-answers.ts";
export type { AnswerTokens } from "../answers/answer-tokens.ts";
export type { CutKind, LeftOut } from "../answers/left-out.ts";
export type { Select } from "../answers/select-parts.ts";
export { toTools } from "../tools/to-tools.ts";
export type {
  ExecuteToolOptions,
  ToolApprovalRequest,
  ToolProvider,
  ToolProviders,
  ToolReport,
  Tools,
  ToolSearchOptions,
  ToToolsOptions,
} from "../tools/tools-options.ts";
export type { SchemaLoss } from "../tools/lowering/loss.ts";
export type {
  AISDKCall,
  AISDKOutput,
  AISDKResult,
  AISDKSchema,
  AISDKTool,
  AISDKTools,
} from "../tools/providers/ai-sdk.ts";
export type {
  AnthropicBlock,
  AnthropicCall,
  AnthropicCustomTool,
  AnthropicImageType,
  AnthropicResult,
  AnthropicTool,
  AnthropicToolSearch,
} from "../tools/providers/anthropic.ts";
export type { GeminiCall, GeminiResult, GeminiTool } from "../tools/providers/gemini.ts";
export type { OpenAIChatCall, OpenAIChatResult, OpenAIChatTool } from "../tools/providers/openai-chat.ts";
export type {
  OpenAICall,
  OpenAIFunctionTool,
  OpenAIOutputItem,
  OpenAIResult,
  OpenAITool,
  OpenAIToolSearch,
} from "../tools/providers/openai.ts";
export type { ToolOutcome } from "../tools/providers/result-parts.ts";
