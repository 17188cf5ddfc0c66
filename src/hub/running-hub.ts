import type { OperationRegistry } from "../registry/operation-registry.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import type { HubInterface } from "./interfaces/hub-interface.ts";
import type { HubSources, OpenSourcesOptions } from "./sources/hub-sources.ts";

/** The options of `startHub`. */
export interface StartHubOptions extends Omit<OpenSourcesOptions, "log" | "redact"> {
  /** Overrides `serve.host`. */
  readonly host?: string | undefined;
  /** Overrides `serve.port`. */
  readonly port?: number | undefined;
  /** Where the hub keeps the key that it made. Default: `${XDG_STATE_HOME:-~/.local/state}/operations`. */
  readonly stateFolder?: string | undefined;
  /** The built explorer. Default: `explorer/` beside the built package. */
  readonly explorerFolder?: string | undefined;
  /** Interfaces beside HTTP, MCP and WebSocket; one named `ws` replaces the hub's own. */
  readonly interfaces?: readonly HubInterface[] | undefined;
  /** Where log lines go. Default: standard error. */
  readonly logTo?: { write(line: string): void } | undefined;
  /** Messages that `logTo` does not get, such as `source ready`: the program shows them in its own way. */
  readonly logExcept?: readonly string[] | undefined;
  /** Gets every log line too, as JSON. */
  readonly keepLog?: { write(line: string): void } | undefined;
  /**
   * Starts everything, also the listener, and then takes no calls: whatever refuses a start refuses this too. The
   * sources stay open until `close`. Default: false.
   */
  readonly isTrial?: boolean | undefined;
  /** Waits until every source was tried once. Default: false; they connect while the hub serves. */
  readonly waitForSources?: boolean | undefined;
}

/** The addresses of a hub. */
export interface HubEndpoints {
  /** The origin of all others: `http://127.0.0.1:7411`. */
  readonly http: string;
  readonly openapi?: string | undefined;
  readonly mcp?: string | undefined;
  readonly ws?: string | undefined;
  readonly explorer?: string | undefined;
}

/** A running hub. */
export interface RunningHub {
  readonly registry: OperationRegistry;
  readonly sources: HubSources;
  readonly endpoints: HubEndpoints;
  /** The names that it answers to. It refuses requests for another host: see `serve.allowedHosts`. */
  readonly hosts: readonly string[];
  /** The key, if this start made it. Show it once. */
  readonly key?: string | undefined;
  /** The file with the key that this or an earlier start made; absent if the config names keys. */
  readonly keyFile?: string | undefined;
  /**
   * Makes an address of the explorer that logs in by itself: once, within ten minutes, with the key that the hub made.
   * Show it only to people who may see the key. Absent if the config names the callers.
   */
  readonly makeLogInLink?: (() => string) | undefined;
  /**
   * Also answers HTTP on a Unix socket, as the person who runs the hub: any process that can open the socket may do
   * everything, so only that person may have access to its folder. Resolves with a function that closes it; the end of
   * the hub closes it too.
   */
  openOwnerSocket(path: string): Promise<() => Promise<void>>;
  /** Takes another config without dropping calls. Some settings, such as host and port, need a restart. */
  reload(config: LoadedConfig): Promise<void>;
  /**
   * Says at `/readyz` that it stops, takes no more calls after `delayMs`, lets those in flight finish within `graceMs`,
   * and closes everything. Default: `shutdownDelay` and `shutdownGrace` of the config.
   */
  close(options?: CloseHubOptions): Promise<void>;
}

/** How a hub closes. */
export interface CloseHubOptions {
  /** Milliseconds that calls in flight may take. */
  readonly graceMs?: number | undefined;
  /** Milliseconds for which it still takes calls, so that a balancer learns that it stops. */
  readonly delayMs?: number | undefined;
}
