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
