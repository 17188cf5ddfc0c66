/** What we tell a server that we can do, and so what it may ask for. */
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { takesQuestions } from "../config/elicitation.ts";
import type { MCPClientConfig } from "../config/mcp-client-config.ts";

const TASKS = "io.modelcontextprotocol/tasks";
const UI = "io.modelcontextprotocol/ui";
const APP_PAGE = "text/html;profile=mcp-app";

const ANY_QUESTION = { form: {}, url: {} };
const ANY_PROMPT = { tools: {}, context: {} };

/** Up to 2025-11-25, said once for all callers of a session: what the config allows. */
export function sessionCapabilities(config: MCPClientConfig): ClientCapabilities {
  return {
    ...(takesQuestions(config) && { elicitation: ANY_QUESTION }),
    ...(config.sampling === true && { sampling: ANY_PROMPT }),
    ...(config.roots === true && { roots: {} }),
    ...extensionsOf(config),
  };
}

/**
 * From 2026-07-28 on, said with each request: what its caller answers, unless the config forbids it. Without a caller:
 * what any caller may answer.
 */
export function requestCapabilities(
  config: MCPClientConfig,
  caller?: OperationContext,
): Readonly<Record<string, unknown>> {
  const { elicitation, sampling, roots, onElicitation } = config;
  const { onElicitation: elicit = onElicitation, onSampling: sample, onRoots } = caller ?? ANY_CALLER;
  return {
    ...(elicitation !== false && elicit && { elicitation: capabilityOf(elicit) ?? ANY_QUESTION }),
    ...(sampling !== false && sample && { sampling: capabilityOf(sample) ?? ANY_PROMPT }),
    ...(roots !== false && onRoots && { roots: {} }),
    ...extensionsOf(config),
  };
}

type Answers = Readonly<Record<"onElicitation" | "onSampling" | "onRoots", object | undefined>>;

const ANY_CALLER: Answers = { onElicitation: {}, onSampling: {}, onRoots: {} };

function capabilityOf(answers: { readonly capability?: object | undefined }): object | undefined {
  return answers.capability;
}

/** What this client does itself. */
function extensionsOf({ resources }: MCPClientConfig): Pick<ClientCapabilities, "extensions"> {
  return {
    extensions: {
      // From 2026-07-28 on, the server may turn any call into a task.
      [TASKS]: {},
      // Pages of MCP Apps are resources that pass through us. Servers offer them only to clients that announce support.
      ...(resources === true && { [UI]: { mimeTypes: [APP_PAGE] } }),
    },
  };
}
