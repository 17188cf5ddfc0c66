import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { ApprovalOptions } from "../../middleware/approval.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { LocalConfig, MCPServerConfig, OpenAPISourceConfig, RemoteConfig } from "../config/hub-config.ts";
import type { OperationSource, SourceLog } from "../../sources/source.ts";
import type { SourceStatus } from "./source-status.ts";

/** The hub's own sources, by kind. */
export interface BuiltInSources {
  readonly local: OperationSource<LocalConfig>;
  readonly openapi: OperationSource<OpenAPISourceConfig>;
  readonly mcp: OperationSource<MCPServerConfig>;
  readonly hub: OperationSource<Extract<RemoteConfig, { type: "hub" }>>;
  readonly nats: OperationSource<Extract<RemoteConfig, { type: "nats" }>>;
  readonly redis: OperationSource<Extract<RemoteConfig, { type: "redis" }>>;
}

export interface OpenSourcesOptions {
  /** Default: a new one. */
  readonly registry?: OperationRegistry | undefined;
  /** Asks a person, for sources with `approval`. Default: every such call is refused. */
  readonly approve?: ApprovalOptions["ask"] | undefined;
  /** Sources that replace the hub's own. */
  readonly builtIn?: Partial<BuiltInSources> | undefined;
  readonly log?: SourceLog | undefined;
  /** Takes secrets out of the messages of errors, which statuses show. Default: those of the config, and what looks like one. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Milliseconds before a failed source is tried again: doubled each time, with jitter. Default: 1000 to 60000. */
  readonly retry?: { readonly minDelay?: number | undefined; readonly maxDelay?: number | undefined } | undefined;
  /** Milliseconds that calls in flight get before a source that is no longer wanted is closed. Default: 10000. */
  readonly graceMs?: number | undefined;
}

/** The sources of a config, connected, and what they offer in one registry. */
export interface HubSources {
  readonly registry: OperationRegistry;
  /** Resolves when each source was tried once, whatever came of it. */
  readonly ready: Promise<void>;
  /**
   * How each source is. For a `viewer`: only those of which they may call an operation, with the number of these and
   * without a report.
   */
  statuses(viewer?: Identity): SourceStatus[];
  /** Is told when a status has changed. Returns a way to stop listening. */
  onChange(listener: (status: SourceStatus) => void): () => void;
  /** Takes another config: what is unchanged stays connected, and calls in flight go on. */
  reload(config: LoadedConfig): Promise<void>;
  /** Takes no more calls that come through sources, from other hubs and over buses; those in flight go on. */
  stopAnswering(): void;
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}
