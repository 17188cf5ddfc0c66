import { openAPISource } from "../../sources/openapi/openapi-source.ts";
import { localSource } from "../../sources/scanner/local-source.ts";
import type { HubConfig } from "../config/hub-config.ts";
import type { BuiltInSources } from "./hub-sources.ts";

/** The sources of the kinds that a config names. The others are not loaded: most configs name one or two kinds. */
export async function loadBuiltIn({ mcpServers, remotes }: HubConfig): Promise<Partial<BuiltInSources>> {
  const [mcp, peers] = await Promise.all([
    mcpServers === undefined ? undefined : import("../../sources/mcp/mcp-source.ts"),
    remotes === undefined ? undefined : import("./remote-sources.ts"),
  ]);
  return {
    local: localSource,
    openapi: openAPISource,
    ...(mcp && { mcp: mcp.mcpSource }),
    ...peers?.REMOTE_SOURCES,
  };
}
