import type { AnswerTokens } from "../../answers/answer-tokens.ts";
import type { KeptAnswers } from "../../answers/kept-answers.ts";
import { messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveMCP } from "../../serve/mcp/serve-mcp.ts";
import type { ServeMCPOptions } from "../../serve/mcp/options/serve-mcp-options.ts";
import type { MCPService } from "../../serve/mcp/options/mcp-service.ts";
import type { ClientLimits } from "../../serve/request/client-limits.ts";
import { failureLevel } from "../observe/create-log.ts";
import type { Log } from "../observe/create-log.ts";
import type { HubConfig } from "../config/hub-config.ts";
import type { HubSources } from "../sources/hub-sources.ts";
import { mcpOptions } from "./mcp-options.ts";

export interface HubMCPDeps extends Pick<ServeMCPOptions, "loginPage" | "search"> {
  readonly log: Log;
  readonly clientLimits: ClientLimits;
  readonly sources: Pick<HubSources, "instructions" | "onServerLog">;
  /** How much of an answer the holder of a key gets, if the config says so. */
  readonly answerTokensOf: (identity: Identity | undefined) => AnswerTokens | undefined;
  readonly keptAnswers: KeptAnswers;
}

/** The hub as an MCP server. */
export function serveHubMCP(
  registry: OperationRegistry,
  config: HubConfig,
  { log, clientLimits, sources, loginPage, search, answerTokensOf, keptAnswers }: HubMCPDeps,
): MCPService {
  const { answerTokens, ...options } = mcpOptions(config, sources);
  return serveMCP(registry, {
    ...options,
    name: config.name,
    search,
    loginPage,
    answerTokens: (identity) => answerTokensOf(identity) ?? answerTokens,
    keptAnswers,
    clientLimits,
    maxBodySize: config.serve?.limits?.bodyBytes,
    onError: (error, context) => {
      const level = context === undefined ? "warn" : failureLevel(error);
      log(level, "mcp", { error: messageOf(error), ...context });
    },
  });
}
