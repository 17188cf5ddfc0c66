import type { OperationRegistry } from "../../../entries/index.ts";
import { openSources } from "../../../entries/hub.ts";
import type { HubConfig, HubSources, LoadedConfig, OpenSourcesOptions, SourceStatus } from "../../../entries/hub.ts";
import { missingSources } from "../missing-sources.ts";
import { waitForSources } from "./wait-for-sources.ts";
import type { SourceWait } from "./wait-for-sources.ts";

export interface OnDemandOptions extends Pick<OpenSourcesOptions, "approve" | "log" | "operator">, SourceWait {
  readonly registry: OperationRegistry;
  /** Called with the state of the sources while they connect. */
  readonly onStatus?: ((statuses: readonly SourceStatus[]) => void) | undefined;
}

/** Milliseconds that sources have to close. */
const CLOSE_GRACE = 1000;

/** The sources of a config, opened only when a call needs them. */
export class SourcesOnDemand {
  readonly sources: HubSources;
  readonly #loaded: LoadedConfig;
  readonly #options: OnDemandOptions;
  /** The part of the config that is open. It only grows. */
  #config: HubConfig;
  /** Resolves when every source that calls have needed so far has been tried: several calls may need the same one. */
  #tried: Promise<unknown> = Promise.resolve();

  private constructor(sources: HubSources, loaded: LoadedConfig, config: HubConfig, options: OnDemandOptions) {
    this.sources = sources;
    this.#loaded = loaded;
    this.#config = config;
    this.#options = options;
  }

  /** Opens what may have the operation; without one, everything. */
  static async open(loaded: LoadedConfig, id: string | undefined, options: OnDemandOptions): Promise<SourcesOnDemand> {
    const { registry, approve, log, operator } = options;
    const config = (id === undefined ? undefined : neededFirst(loaded.config, id)) ?? loaded.config;
    const settings = { registry, approve, log, operator, graceMs: CLOSE_GRACE };
    const sources = await openSources({ ...loaded, config }, settings);
    const opened = new SourcesOnDemand(sources, loaded, config, options);
    try {
      await opened.#wait(sources.ready);
      if (id !== undefined) await opened.need(id);
      return opened;
    } catch (thrown) {
      await sources.close({ graceMs: 0 });
      throw thrown;
    }
  }

  /** Opens the source that the id names, and every other one if that does not have it. */
  async need(id: string): Promise<void> {
    const named = narrowConfig(this.#loaded.config, id);
    if (named !== undefined && !this.#isSettled(id)) {
      const { mcpServers, openapi } = this.#config;
      await this.#widen({
        ...this.#config,
        mcpServers: { ...mcpServers, ...named.mcpServers },
        openapi: { ...openapi, ...named.openapi },
      });
      // The others can hardly have it, because their names differ.
      if (this.#isMissing(named)) return;
    }
    if (!this.#isSettled(id)) await this.#widen(this.#loaded.config);
  }

  /** Whether it is here, or is known to be unusable. */
  #isSettled(id: string): boolean {
    const { registry } = this.#options;
    return registry.has(id) || registry.quarantine.errorFor(id) !== undefined;
  }

  /** Whether one of these sources is not connected. */
  #isMissing({ mcpServers = {}, openapi = {} }: HubConfig): boolean {
    const names = new Set([...Object.keys(mcpServers), ...Object.keys(openapi)]);
    return missingSources(this.sources.statuses().filter(({ name }) => names.has(name))).length > 0;
  }

  async #widen(config: HubConfig): Promise<void> {
    if (sourceNames(config).join() !== sourceNames(this.#config).join()) {
      this.#config = config;
      this.#tried = Promise.all([this.#tried, this.#wait(this.sources.reload({ ...this.#loaded, config }))]);
    }
    await this.#tried;
  }

  async #wait(ready: Promise<void>): Promise<void> {
    const { onStatus } = this.#options;
    const tell = (): void => onStatus?.(this.sources.statuses());
    const stop = this.sources.onChange(tell);
    tell();
    try {
      await waitForSources({ ready }, this.#options);
    } finally {
      stop();
      tell();
    }
  }
}

function sourceNames({ mcpServers = {}, openapi = {}, remotes = {}, sources = {}, local }: HubConfig): string[] {
  const named = Object.entries({ mcpServers, openapi, remotes, sources });
  const names = named.flatMap(([kind, block]) => Object.keys(block).map((name) => `${kind} ${name}`));
  return local === undefined ? names : [...names, "local"];
}

/** The part of the config that may have the operation: the source of its namespace, else what is in this process. */
function neededFirst(config: HubConfig, id: string): HubConfig | undefined {
  const named = narrowConfig(config, id);
  if (named !== undefined || config.local === undefined) return named;
  const { mcpServers: _servers, openapi: _apis, remotes: _remotes, sources: _sources, ...local } = config;
  return local;
}

/**
 * The config with only the source of that operation: to call a tool of one MCP server, no other source has to start.
 * Undefined if any source may have it.
 */
export function narrowConfig(config: HubConfig, id: string): HubConfig | undefined {
  const { mcpServers = {}, openapi = {}, local: _local, remotes: _remotes, sources: _sources, ...rest } = config;
  const namespace = id.slice(0, Math.max(0, id.lastIndexOf(".")));
  const isOwn = ([name, source]: [string, { readonly namespace?: string | undefined }]): boolean =>
    namespace === (source.namespace ?? name) || namespace.startsWith(`${source.namespace ?? name}.`);
  const servers = Object.entries(mcpServers).filter(isOwn);
  const apis = Object.entries(openapi).filter(isOwn);
  if (servers.length + apis.length === 0) return undefined;
  return { ...rest, mcpServers: Object.fromEntries(servers), openapi: Object.fromEntries(apis) };
}
