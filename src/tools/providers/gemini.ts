/** Google's Gemini API: https://ai.google.dev/gemini-api/docs/function-calling */
import type { ModelCall, ModelTool } from "./model-tool.ts";
import { resultParts, resultText, unshown } from "./result-parts.ts";
import type { ToolOutcome } from "./result-parts.ts";

/** A function in `tools: [{ functionDeclarations }]` of a request. */
export interface GeminiTool {
  name: string;
  description: string;
  parametersJsonSchema: { [keyword: string]: unknown };
}

/** An item of `response.functionCalls`. */
export interface GeminiCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
}

/** A part for the content of the next message of the user. */
export interface GeminiResult {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: unknown } | { error: string };
    parts?: Array<{ inlineData: { mimeType: string; data: string } }>;
  };
}

export function toGeminiTools(tools: readonly ModelTool[]): GeminiTool[] {
  return tools.map(({ name, description, schema }) => ({ name, description, parametersJsonSchema: { ...schema } }));
}

export function readGeminiCall({ name = "", args = {} }: GeminiCall): ModelCall {
  return { name, arguments: args };
}

export function toGeminiResult({ id, name = "" }: GeminiCall, outcome: ToolOutcome): GeminiResult {
  const named = { ...(id === undefined ? {} : { id }), name };
  if (outcome.isError === true) return { functionResponse: { ...named, response: { error: resultText(outcome) } } };
  const parts = resultParts(outcome);
  const media = parts.flatMap((part) =>
    part.kind === "image" ? [{ inlineData: { mimeType: part.mimeType, data: part.data } }] : [],
  );
  const text = parts
    .filter(({ kind }) => kind !== "image")
    .map(unshown)
    .join("\n");
  const { structuredContent: output = text } = outcome;
  // The note beside a list says that it is a part.
  const note = Array.isArray(output) && parts.length > 1 ? { note: parts.slice(1).map(unshown).join("\n") } : {};
  return {
    functionResponse: { ...named, response: { output, ...note }, ...(media.length === 0 ? {} : { parts: media }) },
  };
}
