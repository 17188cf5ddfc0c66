/** `@alkdev/operations/hub`: the hub. Node only. */
export { ConfigError, formatConfigProblem } from "../hub/config/text/config-error.ts";
export type { ConfigProblem } from "../hub/config/text/config-error.ts";
export { configJSONSchema } from "../hub/config/config-json-schema.ts";
export { HubConfigSchema } from "../hub/config/hub-config.ts";
export type {
  CustomSourceConfig,
  HubConfig,
  LocalConfig,
  MCPServerConfig,
  OpenAPISourceConfig,
  RemoteConfig,
  ServeConfig,
} from "../hub/config/hub-config.ts";
export type { MCPInterfaceConfig } from "../hub/config/mcp-fields.ts";
export { defineConfig, findConfig, loadConfig } from "../hub/config/load-config.ts";
export type { LoadConfigOptions, LoadedConfig } from "../hub/config/loaded-config.ts";
export { describeChange } from "../lock/operation-change.ts";
export type { Change, ChangeKind, OperationChange, Verdict } from "../lock/operation-change.ts";
export type { LockDecision, OfferedChange, SourceChanges, SourcesLock } from "../hub/lock/sources-lock.ts";
export { askCaller } from "../hub/approvals/ask-caller.ts";
export type {
  ApprovalChannel,
  ApprovalDecision,
  ApprovalEnd,
  ApprovalState,
  HubApproval,
} from "../hub/approvals/hub-approval.ts";
export { loadPersonCode } from "../hub/approvals/person-code.ts";
export { createHubLog } from "../hub/create-hub-log.ts";
export type { HubLogOptions } from "../hub/create-hub-log.ts";
export type { HubInterface, HubInterfaceContext } from "../hub/interfaces/hub-interface.ts";
export { openAudit } from "../hub/hub-observers.ts";
export { configWarnings } from "../hub/access/config-warnings.ts";
export type { ConfigWarning } from "../hub/config/config-warning.ts";
export { openRateLimits } from "../hub/access/hub-rate-limits.ts";
export { openCodeMode } from "../hub/code/open-code-mode.ts";
export type { CodeMode } from "../hub/code/open-code-mode.ts";
export { openSearch } from "../hub/search/open-search.ts";
export type { HubSearch, OpenSearchOptions } from "../hub/search/hub-search.ts";
export { mcpOptions } from "../hub/interfaces/mcp-options.ts";
export type { HubRateLimits } from "../hub/access/hub-rate-limits.ts";
export type { CloseHubOptions, HubEndpoints, RunningHub, StartHubOptions } from "../hub/running-hub.ts";
export type { BuiltInSources, HubSources, OpenSourcesOptions } from "../hub/sources/hub-sources.ts";
export type { SourceKind, SourceState, SourceStatus, SourceSummary } from "../hub/sources/source-status.ts";
export type { CallNumbers, HourOfCalls, OperationNumbers, RecentActivity } from "../hub/activity/call-activity.ts";
export type { RecentCall } from "../hub/activity/recent-calls.ts";
export type { HubActivity, WaitingCall } from "../hub/interfaces/activity-route.ts";
export type { SourceAction } from "../hub/interfaces/source-route.ts";
export type { SourceLogLine } from "../hub/sources/source-logs.ts";
export type { SourceName } from "../hub/sources/source-switches.ts";
export { AuditLog } from "../hub/observe/audit.ts";
export type { AuditOptions } from "../hub/observe/audit.ts";
export { CallMetrics } from "../hub/observe/metrics.ts";
export type { CallMetricsOptions, CountedSource } from "../hub/observe/metrics.ts";
export { observeCalls } from "../hub/observe/observe-calls.ts";
export type { CallObserver, ObservedEnd } from "../hub/observe/observe-calls.ts";
export { Timeline } from "../hub/observe/timeline.ts";
export type { TimelineCall } from "../hub/observe/timeline.ts";
export type { ShownExchange, ShownMessage, WireRecording } from "../hub/observe/wire-recorder.ts";
export { loadTracing } from "../hub/observe/tracing.ts";
export { openKeys } from "../hub/keys/hub-keys.ts";
export type { AddKeyOptions, HubKeys, KeyStatus, NewKey, RotateKeyOptions } from "../hub/keys/hub-keys.ts";
export type { WatchedKey } from "../hub/keys/watched-key.ts";
export { openLogins } from "../hub/logins/hub-logins.ts";
export type { HubLogins, LogInOptions } from "../hub/logins/hub-logins.ts";
export type { LogOutResult, LoginStatus } from "../hub/logins/login-status.ts";
export { openSources } from "../hub/sources/open-sources.ts";
export { startHub } from "../hub/start-hub.ts";
