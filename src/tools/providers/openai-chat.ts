/** OpenAI's Chat Completions API, which many other services speak too. */
import type { ModelCall, ModelTool } from "./model-tool.ts";
import { resultText } from "./result-parts.ts";
import type { ToolOutcome } from "./result-parts.ts";

/** A function in `tools` of a request. */
export interface OpenAIChatTool {
  type: "function";
  function: { name: string; description: string; parameters: { [keyword: string]: unknown }; strict: boolean };
}

/** An item of `message.tool_calls`. */
export interface OpenAIChatCall {
  id: string;
  function: { name: string; arguments: string };
}

/** A message for the next request. It holds text only. */
export interface OpenAIChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}

export function toOpenAIChatTools(tools: readonly ModelTool[]): OpenAIChatTool[] {
  return tools.map(({ name, description, schema, isStrict }) => ({
    type: "function",
    function: { name, description, parameters: { ...schema }, strict: isStrict },
  }));
}

export function readOpenAIChatCall(call: OpenAIChatCall): ModelCall {
  return { name: call.function.name, arguments: call.function.arguments };
}

export function toOpenAIChatResult({ id }: OpenAIChatCall, outcome: ToolOutcome): OpenAIChatResult {
  return { role: "tool", tool_call_id: id, content: resultText(outcome) };
}
