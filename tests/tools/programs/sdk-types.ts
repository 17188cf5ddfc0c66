/** `toTools` returns and accepts what the SDKs' own types describe. This file only has to compile. */
import type Anthropic from "@anthropic-ai/sdk";
import type { FunctionCall, FunctionDeclaration, Part } from "@google/genai";
import type { ToolModelMessage, ToolSet } from "ai";
import type OpenAI from "openai";
import type { ToolProviders } from "../../../src/entries/tools.ts";

type Fits<TGiven extends TWanted, TWanted> = TGiven;

export type Definitions = [
  Fits<ToolProviders["openai"]["definitions"], OpenAI.Responses.Tool[]>,
  Fits<ToolProviders["openai-chat"]["definitions"], OpenAI.ChatCompletionTool[]>,
  Fits<ToolProviders["anthropic"]["definitions"], Anthropic.ToolUnion[]>,
  Fits<ToolProviders["gemini"]["definitions"], FunctionDeclaration[]>,
  Fits<ToolProviders["ai-sdk"]["definitions"], ToolSet>,
];

export type Calls = [
  Fits<OpenAI.Responses.ResponseFunctionToolCall, ToolProviders["openai"]["call"]>,
  Fits<OpenAI.ChatCompletionMessageFunctionToolCall, ToolProviders["openai-chat"]["call"]>,
  Fits<Anthropic.ToolUseBlock, ToolProviders["anthropic"]["call"]>,
  Fits<FunctionCall, ToolProviders["gemini"]["call"]>,
];

export type Results = [
  Fits<ToolProviders["openai"]["result"], OpenAI.Responses.ResponseInputItem>,
  Fits<ToolProviders["openai-chat"]["result"], OpenAI.ChatCompletionMessageParam>,
  Fits<ToolProviders["anthropic"]["result"], Anthropic.ToolResultBlockParam>,
  Fits<ToolProviders["gemini"]["result"], Part>,
  Fits<ToolProviders["ai-sdk"]["result"], ToolModelMessage["content"][number]>,
];
