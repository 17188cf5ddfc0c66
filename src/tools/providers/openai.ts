/** OpenAI's Responses API: https://developers.openai.com/api/docs/guides/function-calling */
import type { ModelCall, ModelTool } from "./model-tool.ts";
import { resultParts, resultText, unshown } from "./result-parts.ts";
import type { ResultPart, ToolOutcome } from "./result-parts.ts";

/** A function in `tools` of a request. */
export interface OpenAIFunctionTool {
  type: "function";
  name: string;
  description: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
  /** The model finds it by the provider's own search. */
  defer_loading?: true;
}

/** The provider's own search for tools. */
export interface OpenAIToolSearch {
  type: "tool_search";
}

/** A member of `tools` of a request. */
export type OpenAITool = OpenAIFunctionTool | OpenAIToolSearch;

/** An item of `response.output` whose type is `function_call`. */
export interface OpenAICall {
  call_id: string;
  name: string;
  arguments: string;
}

/** A part of a result. */
export type OpenAIOutputItem =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; file_data: string; filename: string };

/** An item for the `input` of the next request. */
export interface OpenAIResult {
  type: "function_call_output";
  call_id: string;
  output: string | OpenAIOutputItem[];
}

export function toOpenAITools(tools: readonly ModelTool[], isDeferred: boolean): OpenAITool[] {
  const functions = tools.map(({ name, description, schema, isStrict, isPinned }): OpenAIFunctionTool => {
    const deferred = isDeferred && isPinned !== true ? { defer_loading: true as const } : {};
    return { type: "function", name, description, parameters: { ...schema }, strict: isStrict, ...deferred };
  });
  return isDeferred ? [{ type: "tool_search" }, ...functions] : functions;
}

export function readOpenAICall({ name, arguments: given }: OpenAICall): ModelCall {
  return { name, arguments: given };
}

export function toOpenAIResult({ call_id }: OpenAICall, outcome: ToolOutcome): OpenAIResult {
  const parts = resultParts(outcome);
  const isText = outcome.isError === true || parts.every(({ kind }) => kind === "text");
  const output = isText ? resultText(outcome) : parts.map(toItem);
  return { type: "function_call_output", call_id, output };
}

function toItem(part: ResultPart): OpenAIOutputItem {
  if (part.kind === "text") return { type: "input_text", text: part.text };
  const url = `data:${part.mimeType};base64,${part.data}`;
  if (part.kind === "image") return { type: "input_image", image_url: url, detail: "auto" };
  if (part.mimeType !== "application/pdf") return { type: "input_text", text: unshown(part) };
  return { type: "input_file", file_data: url, filename: part.name };
}
