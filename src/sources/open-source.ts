import { CallError, messageOf } from "../errors/call-error.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { formatValueErrors } from "../schema/explain/format-value-errors.ts";
import { tellListener } from "../shared/listeners.ts";
import { unlessAborted } from "../shared/time/wait.ts";
import { checkSourceConfig } from "./check-source-config.ts";
import { importByURL } from "./import-by-url.ts";
import type { OpenedSource, OperationSource, SourceLog, SourceReport, SourceStateChange } from "./source.ts";
import { SourceEvents } from "./source-events.ts";
import { SyncedOperations } from "./synced-operations.ts";

/** Where a source is opened, under which name, and which listeners it has. */
export interface OpenSourceOptions {
  /** Where the operations are registered, for as long as the source is open. */
  readonly registry: OperationRegistry;
  /** The name of the source. By default it is also the namespace of its operations. */
  readonly name: string;
  /** Relative paths in the config start here. Default: the working folder. */
  readonly folder?: string | undefined;
  /** Ends an `open` that still runs, and closes the source later on. */
  readonly signal?: AbortSignal | undefined;
  /** Gets failures after the source is open. Default: they are dropped. */
  readonly log?: SourceLog | undefined;
  /** Called when the connection is lost, back, or lost permanently. In the last case the source is closed. */
  readonly onState?: ((change: SourceStateChange) => void) | undefined;
  /** How a source imports a module. Default: `import()`. */
  readonly importModule?: ((path: string) => Promise<unknown>) | undefined;
}

/** An open source whose operations are registered. */
export interface SourceHandle {
  readonly state: SourceStateChange["state"] | "closed";
  /** What could not be used, or was used only with changes. */
  report(): SourceReport;
  /** Takes the operations out of the registry, then ends the source. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Opens a source: its operations are in the registry and follow it, until it is closed. Rejects if the config does not
 * fit, if the source can't be opened, or if one of its ids is taken.
 *
 * @example
 * const pets = await openSource(openAPISource, { document: "pets.yaml" }, { registry, name: "pets" });
 * await registry.execute("pets.list", {});
 * await pets.close();
 */
export async function openSource<TConfig>(
  source: OperationSource<TConfig>,
  config: TConfig,
  options: OpenSourceOptions,
): Promise<SourceHandle> {
  const checked = await checkSourceConfig(source.configSchema, config);
  if ("errors" in checked) {
    const { errors } = checked;
    const message = `The config of the source ${options.name} is invalid: ${formatValueErrors(errors, "config")}`;
    throw new CallError("VALIDATION_ERROR", message, { errors });
  }
  const handle = new RegistrySource(options);
  await handle.open(source, checked.value as TConfig);
  return handle;
}

class RegistrySource implements SourceHandle {
  readonly #options: OpenSourceOptions;
  /** Fires when the source is closed before it has opened. */
  readonly #opening = new AbortController();
  readonly #events = new SourceEvents();
  #state: SourceHandle["state"] = "connecting";
  #opened: OpenedSource | undefined;
  #operations: SyncedOperations | undefined;
  #ended: Promise<void> | undefined;
  #stopListening = (): void => undefined;

  constructor(options: OpenSourceOptions) {
    this.#options = options;
  }

  get state(): SourceHandle["state"] {
    return this.#state;
  }

  report(): SourceReport {
    return this.#opened?.report?.() ?? { quarantined: [], findings: [] };
  }

  /** An abort ends the wait at once. A source that ignores the signal is closed once it has opened. */
  async open<TConfig>(source: OperationSource<TConfig>, config: TConfig): Promise<void> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const abort = (): void => void this.close().catch(this.#warn);
    signal?.addEventListener("abort", abort, { once: true });
    this.#stopListening = () => signal?.removeEventListener("abort", abort);
    try {
      const started = this.#start(source, config);
      await (signal === undefined ? started : unlessAborted(started, signal));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await (this.#ended ??= this.#end());
  }

  async #start<TConfig>(source: OperationSource<TConfig>, config: TConfig): Promise<void> {
    const { registry, name, folder = workingFolder(), log = () => undefined } = this.#options;
    const { importModule = importByURL } = this.#options;
    const { changed, callerChanged, stateChanged } = this.#events;
    const { signal } = this.#opening;
    const told = { changed, callerChanged, stateChanged };
    const opened = await source.open(config, { registry, name, folder, log, importModule, signal, ...told });
    if (signal.aborted) return await opened.close();
    this.#opened = opened;
    this.#operations = new SyncedOperations(registry, opened.operations);
    this.#state = "ready";
    this.#events.deliverChanges(
      () => this.#update(),
      (caller, concerned) => this.#operations?.announceTo(caller, concerned),
    );
    this.#events.deliverStates((change) => this.#enter(change));
  }

  #update(): void {
    try {
      this.#operations?.update(this.#opened?.operations ?? []);
    } catch (error) {
      this.#warn(error);
    }
  }

  #enter(change: SourceStateChange): void {
    this.#state = change.state;
    if (change.state === "failed") this.close().catch(this.#warn);
    tellListener(this.#options.onState, change, this.#warn);
  }

  async #end(): Promise<void> {
    this.#events.stop();
    if (this.#state !== "failed") this.#state = "closed";
    this.#operations?.clear();
    this.#stopListening();
    if (this.#opened === undefined) this.#opening.abort();
    await this.#opened?.close({ graceMs: 0 });
  }

  readonly #warn = (error: unknown): void => {
    this.#options.log?.("warn", messageOf(error), { source: this.#options.name });
  };
}

function workingFolder(): string {
  const { process } = globalThis as { process?: { cwd?: () => string } };
  return process?.cwd?.() ?? ".";
}
