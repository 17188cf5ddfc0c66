import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { ApprovalOptions } from "../../middleware/approval.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { LocalConfig, MCPServerConfig, OpenAPISourceConfig, RemoteConfig } from "../config/hub-config.ts";
import type { Connector } from "./connector.ts";
import type { SourceStatus } from "./source-status.ts";

/** How each kind of source is connected. */
export interface Connectors {
  readonly local: Connector<LocalConfig>;
  readonly openapi: Connector<OpenAPISourceConfig>;
  readonly mcp: Connector<MCPServerConfig>;
  readonly hub: Connector<Extract<RemoteConfig, { type: "hub" }>>;
  readonly nats: Connector<Extract<RemoteConfig, { type: "nats" }>>;
  readonly redis: Connector<Extract<RemoteConfig, { type: "redis" }>>;
}

export interface OpenSourcesOptions {
  /** Default: a new one. */
  readonly registry?: OperationRegistry | undefined;
  /** Asks a person, for sources with `approval`. Default: every such call is refused. */
  readonly approve?: ApprovalOptions["ask"] | undefined;
  /** Connectors that are added to, or replace, the hub's own. */
  readonly connectors?: Partial<Connectors> | undefined;
  readonly log?: ((level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void) | undefined;
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
