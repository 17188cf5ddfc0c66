import { anthropicRules, anthropicStrictRules } from "../../src/tools/providers/anthropic-rules.ts";
import { geminiRules } from "../../src/tools/providers/gemini-rules.ts";
import { openaiRules, openaiStrictRules } from "../../src/tools/providers/openai-rules.ts";

export const providers = {
  openai: openaiRules,
  "openai, strict": openaiStrictRules,
  anthropic: anthropicRules,
  "anthropic, strict": anthropicStrictRules,
  gemini: geminiRules,
};
