/** Anthropic's Messages API: https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview */
import type { ModelCall, ModelTool } from "./model-tool.ts";
import { resultParts, unshown } from "./result-parts.ts";
import type { ResultPart, ToolOutcome } from "./result-parts.ts";

/** A tool in `tools` of a request. */
export interface AnthropicCustomTool {
  name: string;
  description: string;
  input_schema: { type: "object"; [keyword: string]: unknown };
  strict?: true;
  /** The model finds it by the provider's own search. */
  defer_loading?: true;
}

/** The provider's own search for tools. */
export interface AnthropicToolSearch {
  type: "tool_search_tool_bm25_20251119";
  name: "tool_search_tool_bm25";
}

/** A member of `tools` of a request. */
export type AnthropicTool = AnthropicCustomTool | AnthropicToolSearch;

/** A block of `message.content` whose type is `tool_use`. */
export interface AnthropicCall {
  id: string;
  name: string;
  input: unknown;
}

/** The images that Claude reads. */
export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** A block of a result. */
export type AnthropicBlock =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: AnthropicImageType; data: string } }
  | { type: "document"; source: { type: "base64"; media_type: "application/pdf"; data: string } };

/** A block for the content of the next message of the user. */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content: AnthropicBlock[];
  is_error?: true;
}

export function toAnthropicTools(tools: readonly ModelTool[], isDeferred: boolean): AnthropicTool[] {
  const custom = tools.map(({ name, description, schema, isStrict, isPinned }): AnthropicCustomTool => {
    const flags = {
      ...(isStrict ? { strict: true as const } : {}),
      ...(isDeferred && isPinned !== true ? { defer_loading: true as const } : {}),
    };
    return { name, description, input_schema: { ...schema, type: "object" }, ...flags };
  });
  if (!isDeferred) return custom;
  return [{ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" }, ...custom];
}

export function readAnthropicCall({ name, input }: AnthropicCall): ModelCall {
  return { name, arguments: input };
}

export function toAnthropicResult({ id }: AnthropicCall, outcome: ToolOutcome): AnthropicResult {
  return {
    type: "tool_result",
    tool_use_id: id,
    // An error holds text only.
    content: resultParts(outcome).map((part) =>
      outcome.isError === true ? { type: "text", text: unshown(part) } : toBlock(part),
    ),
    ...(outcome.isError === true ? { is_error: true } : {}),
  };
}

const IMAGE_TYPES: ReadonlySet<string> = new Set<AnthropicImageType>([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
]);

function toBlock(part: ResultPart): AnthropicBlock {
  if (part.kind === "text") return { type: "text", text: part.text };
  const { data, mimeType } = part;
  if (mimeType === "application/pdf") {
    return { type: "document", source: { type: "base64", media_type: "application/pdf", data } };
  }
  if (!IMAGE_TYPES.has(mimeType)) return { type: "text", text: unshown(part) };
  return { type: "image", source: { type: "base64", media_type: mimeType as AnthropicImageType, data } };
}
