import type { SchemaRules } from "../lowering/schema-rules.ts";
import { anthropicRequestLimits, anthropicRules, anthropicStrictRules } from "./anthropic-rules.ts";
import { geminiRules } from "./gemini-rules.ts";
import { openaiRules, openaiStrictRules } from "./openai-rules.ts";

/** What all strict tools of one request may hold together. */
export interface RequestLimits {
  readonly tools: number;
  readonly optionals: number;
  readonly unions: number;
}

export interface ProviderRules {
  readonly plain: SchemaRules;
  /** Undefined if the provider has no strict mode. */
  readonly strict?: SchemaRules | undefined;
  readonly requestLimits?: RequestLimits | undefined;
  /** Whether it has its own search for tools. */
  readonly hasSearch?: boolean | undefined;
}

const openaiChat: ProviderRules = { plain: openaiRules.rules, strict: openaiStrictRules.rules };

export const PROVIDER_RULES = {
  openai: { ...openaiChat, hasSearch: true },
  "openai-chat": openaiChat,
  anthropic: {
    plain: anthropicRules.rules,
    strict: anthropicStrictRules.rules,
    requestLimits: anthropicRequestLimits,
    hasSearch: true,
  },
  gemini: { plain: geminiRules.rules },
} as const satisfies Readonly<Record<string, ProviderRules>>;
