import type { KeptAnswers } from "../../answers/kept-answers.ts";
import { messageOf } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveMCP } from "../../serve/mcp/serve-mcp.ts";
import type { ServeMCPOptions } from "../../serve/mcp/options/serve-mcp-options.ts";
import type { MCPService } from "../../serve/mcp/options/mcp-service.ts";
import type { ClientLimits } from "../../serve/request/client-limits.ts";
import { failureLevel } from "../observe/create-log.ts";
import type { Log } from "../observe/create-log.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { mcpTokensOf } from "../config/answer-fields.ts";
import type { HubAccess } from "../access/hub-access.ts";
import type { HubSources } from "../sources/hub-sources.ts";

export interface HubMCPDeps {
  readonly log: Log;
  readonly clientLimits: ClientLimits;
  readonly sources: Pick<HubSources, "instructions" | "onServerLog">;
  readonly loginPage: ServeMCPOptions["loginPage"];
  readonly access: Pick<HubAccess, "answerTokensOf">;
  readonly keptAnswers: KeptAnswers;
}

/** The hub as an MCP server. */
export function serveHubMCP(
  registry: OperationRegistry,
  config: HubConfig,
  { log, clientLimits, sources, loginPage, access, keptAnswers }: HubMCPDeps,
): MCPService {
  const tokens = mcpTokensOf(config);
  const { name, serve: { limits } = {} } = config;
  return serveMCP(registry, {
    name,
    instructions: (identity) => sources.instructions(identity),
    serverLog: sources.onServerLog,
    loginPage,
    answerTokens: (who) => access.answerTokensOf(who) ?? tokens,
    keptAnswers,
    callTimeout: limits?.callTimeout,
    clientLimits,
    maxBodySize: limits?.bodyBytes,
    onError: (error, context) => {
      const level = context === undefined ? "warn" : failureLevel(error);
      log(level, "mcp", { error: messageOf(error), ...context });
    },
  });
}
