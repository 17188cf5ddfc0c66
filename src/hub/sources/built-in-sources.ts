import { mcpSource } from "../../sources/mcp/mcp-source.ts";
import { openAPISource } from "../../sources/openapi/openapi-source.ts";
import { localSource } from "../../sources/scanner/local-source.ts";
import { natsSource, redisSource } from "./bus-source.ts";
import { hubSource } from "./hub-source.ts";
import type { BuiltInSources } from "./hub-sources.ts";

export const BUILT_IN: BuiltInSources = {
  local: localSource,
  openapi: openAPISource,
  mcp: mcpSource,
  hub: hubSource,
  nats: natsSource,
  redis: redisSource,
};
