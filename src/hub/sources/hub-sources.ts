import type { FollowServerLog } from "../../operation/caller-log.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { ApprovalOptions } from "../../middleware/approval.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { LocalConfig, MCPServerConfig, OpenAPISourceConfig, RemoteConfig } from "../config/hub-config.ts";
import type { OperationSource, SourceLog } from "../../sources/source.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import type { SourcesLock } from "../lock/sources-lock.ts";
import type { SourceLogLine } from "./source-logs.ts";
import type { SourceStatus, SourceWithLogin } from "./source-status.ts";
import type { SourceName } from "./source-switches.ts";

/** The hub's own sources, by kind. */
export interface BuiltInSources {
  readonly local: OperationSource<LocalConfig>;
  readonly openapi: OperationSource<OpenAPISourceConfig>;
  readonly mcp: OperationSource<MCPServerConfig>;
  readonly hub: OperationSource<Extract<RemoteConfig, { type: "hub" }>>;
  readonly nats: OperationSource<Extract<RemoteConfig, { type: "nats" }>>;
  readonly redis: OperationSource<Extract<RemoteConfig, { type: "redis" }>>;
}

/** The options of `openSources`. */
export interface OpenSourcesOptions {
  /** Default: a new one. */
  readonly registry?: OperationRegistry | undefined;
  /** Asks a person, for sources with `approval`. Default: refuses every such call. */
  readonly approve?: ApprovalOptions["ask"] | undefined;
  /** Sources that replace the hub's own. */
  readonly builtIn?: Partial<BuiltInSources> | undefined;
  /** Whether the sources are opened to write a lock: then they report what it needs. Default: false. */
  readonly forLock?: boolean | undefined;
  readonly log?: SourceLog | undefined;
  /** Where logins are kept. Default: as the config says, else in the user's state folder. */
  readonly vault?: VaultAccess | undefined;
  /** Where a caller logs in with a browser, for sources whose callers have their own logins. */
  readonly loginPage?: ((source: string, caller: Identity) => string | undefined) | undefined;
  /** The caller that is the operator: their calls use the operator's logins. Default: none. */
  readonly operator?: Identity | undefined;
  /** Removes secrets from error messages. Default: the secrets of the config, and texts that look like one. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Milliseconds before the next try of a failed source: doubled each time, with jitter. Default: 1000 to 60000. */
  readonly retry?: { readonly minDelay?: number | undefined; readonly maxDelay?: number | undefined } | undefined;
  /** Milliseconds that calls in flight get before the hub closes a removed source. Default: 10000. */
  readonly graceMs?: number | undefined;
}

/** The sources of a config, with their operations in one registry. */
export interface HubSources {
  readonly registry: OperationRegistry;
  /** Resolves after one attempt at each source, successful or not. */
  readonly ready: Promise<void>;
  /**
   * The status of each source. A `viewer` sees only sources with operations that they may call, the number of those
   * operations, and no report.
   */
  statuses(viewer?: Identity): SourceStatus[];
  /** What the config names, and no operation has: in the rules of sources that are open, and in lists of the whole hub. */
  warnings(): ConfigWarning[];
  /** The sources that are switched off, by the config or by `setEnabled`. */
  off(): SourceName[];
  /**
   * Opens a source again, while its calls in flight continue. Resolves when that has begun. Throws if there is none.
   */
  reopen(source: SourceName): Promise<void>;
  /** Switches a source on or off until the process ends, whatever the config says. Throws if there is none. */
  setEnabled(source: SourceName, isEnabled: boolean): Promise<void>;
  /** What a source has logged last, oldest first. Throws if there is none. */
  logOf(source: SourceName): readonly SourceLogLine[];
  /** The instructions for models from the sources that this caller may use: limited in length, and by namespace. */
  instructions(viewer: Identity | undefined): string | undefined;
  /** The sources that people log in to, of those that a `viewer` may see. */
  logins(viewer?: Identity): SourceWithLogin[];
  /** Calls the listener with every changed status. Returns a function that stops it. */
  onChange(listener: (status: SourceStatus) => void): () => void;
  /** Calls the listener with log messages of sources that belong to no call. Returns a function that stops it. */
  readonly onServerLog: FollowServerLog;
  /** Applies another config. Unchanged sources stay connected, and calls in flight continue. */
  reload(config: LoadedConfig): Promise<void>;
  /** What differs from `operations.lock`, and ways to accept it. */
  readonly lock: SourcesLock;
  /** Takes no more calls from other hubs and over buses. Calls in flight continue. */
  stopAnswering(): void;
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}
