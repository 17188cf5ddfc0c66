import type { AnswerTokens } from "../../answers/answer-tokens.ts";
import type { Identity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { ServeMCPOptions } from "../../serve/mcp/options/serve-mcp-options.ts";
import { toNameTest } from "../../shared/name-pattern.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { mcpInterfaceOf } from "../config/mcp-fields.ts";
import type { HubSources } from "../sources/hub-sources.ts";

/** What a config says about MCP, as options of `serveMCP`. */
export function mcpOptions(
  config: HubConfig,
  sources: Pick<HubSources, "instructions" | "onServerLog">,
): Pick<
  ServeMCPOptions,
  "searchAbove" | "toolName" | "instructions" | "serverLog" | "callTimeout" | "questionTimeout" | "maxSessions"
> & {
  readonly answerTokens: AnswerTokens | undefined;
} {
  const { searchAbove, toolNames, instructions, answerTokens } = mcpInterfaceOf(config);
  return {
    answerTokens,
    searchAbove: searchAbove === "never" ? Infinity : searchAbove,
    toolName: toolNames && namingOf(toolNames),
    instructions: (identity: Identity | undefined) =>
      [instructions, sources.instructions(identity)].filter((text) => text !== undefined).join("\n\n") || undefined,
    serverLog: sources.onServerLog,
    callTimeout: config.serve?.limits?.callTimeout,
    questionTimeout: config.serve?.limits?.questionTimeout,
    maxSessions: config.serve?.limits?.mcpSessions,
  };
}

/** The name of the first pattern that fits an operation, with its parts filled in. */
function namingOf(names: Readonly<Record<string, string>>): (spec: OperationSpec) => string {
  const rules = Object.entries(names).map(([pattern, name]) => ({ fits: toNameTest(pattern), name }));
  return (spec) => {
    const id = operationId(spec);
    const wanted = rules.find(({ fits }) => fits(id))?.name ?? "{id}";
    const parts: Readonly<Record<string, string>> = { id, namespace: spec.namespace, name: spec.name };
    return wanted.replaceAll(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole);
  };
}
