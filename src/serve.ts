/** `@alkdev/operations/serve`: the hub. Node only. */
export { ConfigError, formatConfigProblem } from "./serve/hub/config/config-error.ts";
export type { ConfigProblem } from "./serve/hub/config/config-error.ts";
export { configJSONSchema } from "./serve/hub/config/config-json-schema.ts";
export { HubConfigSchema } from "./serve/hub/config/hub-config.ts";
export type {
  HubConfig,
  LocalConfig,
  MCPServerConfig,
  OpenAPISourceConfig,
  RemoteConfig,
  ServeConfig,
} from "./serve/hub/config/hub-config.ts";
export { defineConfig, findConfig, loadConfig } from "./serve/hub/config/load-config.ts";
export type { LoadConfigOptions, LoadedConfig } from "./serve/hub/config/loaded-config.ts";
export { createHubLog } from "./serve/hub/create-hub-log.ts";
export type { HubLogOptions } from "./serve/hub/create-hub-log.ts";
export type { HubPart, HubPartContext } from "./serve/hub/hub-part.ts";
export { openAudit } from "./serve/hub/open-audit.ts";
export type { HubEndpoints, RunningHub, StartHubOptions } from "./serve/hub/running-hub.ts";
export type { ConnectContext, Connector, OpenedSource } from "./serve/hub/source/connector.ts";
export type { Connectors, HubSources, OpenSourcesOptions } from "./serve/hub/source/hub-sources.ts";
export type {
  SourceKind,
  SourceFinding,
  SourceQuarantined,
  SourceReport,
  SourceState,
  SourceStatus,
} from "./serve/hub/source/source-status.ts";
export { AuditLog } from "./serve/observe/audit.ts";
export type { AuditOptions } from "./serve/observe/audit.ts";
export { CallMetrics } from "./serve/observe/metrics.ts";
export type { CountedSource } from "./serve/observe/metrics.ts";
export { observeCalls } from "./serve/observe/observe-calls.ts";
export type { CallObserver, ObservedEnd } from "./serve/observe/observe-calls.ts";
export { Timeline } from "./serve/observe/timeline.ts";
export type { TimelineCall } from "./serve/observe/timeline.ts";
export { loadTracing } from "./serve/observe/tracing.ts";
export { openSources } from "./serve/hub/source/open-sources.ts";
export { startHub } from "./serve/hub/start-hub.ts";
