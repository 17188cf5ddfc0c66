import { CallError } from "../errors/call-error.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { readAISDKCall, toAISDKResult, toAISDKTools } from "./providers/ai-sdk.ts";
import { readAnthropicCall, toAnthropicResult, toAnthropicTools } from "./providers/anthropic.ts";
import { readGeminiCall, toGeminiResult, toGeminiTools } from "./providers/gemini.ts";
import type { ModelCall } from "./providers/model-tool.ts";
import { readOpenAIChatCall, toOpenAIChatResult, toOpenAIChatTools } from "./providers/openai-chat.ts";
import { readOpenAICall, toOpenAIResult, toOpenAITools } from "./providers/openai.ts";
import { PROVIDER_RULES } from "./providers/provider-rules.ts";
import type { ProviderRules } from "./providers/provider-rules.ts";
import type { ToolOutcome } from "./providers/result-parts.ts";
import { ToolRunner } from "./tool-runner.ts";
import type { ToolProvider, ToolProviders, Tools, ToToolsOptions } from "./tools-options.ts";

/** How a provider's definitions, calls and results are made and read. */
interface Adapter<TProvider extends ToolProvider> {
  define(runner: ToolRunner, options: ToToolsOptions): ToolProviders[TProvider]["definitions"];
  read(call: ToolProviders[TProvider]["call"]): ModelCall;
  tell(call: ToolProviders[TProvider]["call"], outcome: ToolOutcome): ToolProviders[TProvider]["result"];
}

const ADAPTERS: { readonly [TProvider in ToolProvider]: Adapter<TProvider> } = {
  openai: {
    define: ({ prepared, isDeferred }) => toOpenAITools(prepared.tools, isDeferred),
    read: readOpenAICall,
    tell: toOpenAIResult,
  },
  "openai-chat": {
    define: ({ prepared }) => toOpenAIChatTools(prepared.tools),
    read: readOpenAIChatCall,
    tell: toOpenAIChatResult,
  },
  anthropic: {
    define: ({ prepared, isDeferred }) => toAnthropicTools(prepared.tools, isDeferred),
    read: readAnthropicCall,
    tell: toAnthropicResult,
  },
  gemini: { define: ({ prepared }) => toGeminiTools(prepared.tools), read: readGeminiCall, tell: toGeminiResult },
  "ai-sdk": {
    define: (runner, { needsApproval }) =>
      toAISDKTools(runner.prepared.tools, {
        // The SDK asks for approvals itself, and runs nothing without one.
        run: (name, input, signal) => runner.run({ name, arguments: input }, { signal, approved: true }),
        needsApproval: needsApproval && ((name, input) => runner.needsApproval({ name, arguments: input })),
      }),
    read: readAISDKCall,
    tell: toAISDKResult,
  },
};

/**
 * The operations of a registry as tools for a model, in the form of a provider's SDK. The SDK itself is not needed.
 *
 * @example
 * const tools = toTools(registry, { provider: "anthropic", identity });
 * const message = await anthropic.messages.create({ model, max_tokens, messages, tools: tools.definitions });
 * for (const block of message.content) if (block.type === "tool_use") results.push(await tools.execute(block));
 */
export function toTools<TProvider extends ToolProvider>(
  registry: OperationRegistry,
  options: ToToolsOptions<TProvider>,
): Tools<TProvider> {
  const adapter: Adapter<TProvider> | undefined = Object.hasOwn(ADAPTERS, options.provider)
    ? ADAPTERS[options.provider]
    : undefined;
  if (adapter === undefined) {
    const known = Object.keys(ADAPTERS).join(", ");
    throw new CallError("VALIDATION_ERROR", `toTools: provider is ${options.provider}: it must be one of ${known}.`);
  }
  const runner = new ToolRunner(registry, options, rulesFor(options));
  return {
    get definitions() {
      return adapter.define(runner, options);
    },
    get report() {
      return runner.prepared.report;
    },
    execute: async (call, given) => adapter.tell(call, await runner.run(adapter.read(call), given)),
    needsApproval: (call) => runner.needsApproval(adapter.read(call)),
    deny: (call, reason) => adapter.tell(call, runner.denied(adapter.read(call).name, reason)),
    close: () => runner.close(),
  };
}

function rulesFor({ provider, rulesOf = "openai", search, strict }: ToToolsOptions): ProviderRules {
  const rules: ProviderRules = PROVIDER_RULES[provider === "ai-sdk" ? rulesOf : provider];
  if (search?.by === "provider" && (provider === "ai-sdk" || rules.hasSearch !== true)) {
    throw new CallError("VALIDATION_ERROR", `toTools: ${provider} has no search of its own. Leave search.by out.`);
  }
  if (strict === true && rules.strict === undefined) {
    throw new CallError("VALIDATION_ERROR", `toTools: ${provider} has no strict mode. Leave strict out.`);
  }
  return rules;
}
