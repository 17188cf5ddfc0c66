import { within } from "../shared/time/wait.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { checkSourceConfig } from "../sources/check-source-config.ts";
import { importByURL } from "../sources/import-by-url.ts";
import type { OpenedSource, OperationSource, SourceContext, SourceStateChange } from "../sources/source.ts";

/** One opening of a source, observed: what it reported, and which listeners it left. */
export class SourceTrial {
  readonly registry = new CountingRegistry();
  readonly states: SourceStateChange[] = [];
  readonly aborting = new AbortController();
  changes = 0;
  /** Listeners on the signal of the context. */
  signalListeners = 0;
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    const { signal } = this.aborting;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    const added = new Set<unknown>();
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      added.add(args[1]);
      this.signalListeners = added.size;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      added.delete(args[1]);
      this.signalListeners = added.size;
      remove(...args);
    };
  }

  /** Opens the source as an opener does: only with a config that its schema accepts. */
  async open<TConfig>(
    source: OperationSource<TConfig>,
    config: unknown,
    given: Pick<SourceContext, "name" | "folder">,
  ): Promise<OpenedSource> {
    const checked = await checkSourceConfig(source.configSchema, config);
    if ("errors" in checked)
      throw new Error(checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; "));
    const opening = source.open(checked.value as TConfig, {
      ...given,
      registry: this.registry,
      signal: this.aborting.signal,
      log: () => undefined,
      importModule: importByURL,
      changed: () => void this.changes++,
      stateChanged: (change) => void this.states.push(change),
    });
    return await this.inTime(Promise.resolve(opening), "open() did not settle");
  }

  /** Runs an operation of the source, as a registry does. */
  async execute(opened: OpenedSource, { id, input = {} }: { readonly id: string; readonly input?: unknown }) {
    const registry = new OperationRegistry();
    registry.registerAll(opened.operations);
    return await this.inTime(registry.execute(id, input), `${id} did not end`);
  }

  /** The same, for the setup of a test. */
  caller(opened: OpenedSource): (id: string, input?: unknown) => Promise<unknown> {
    return async (id, input) => (await this.execute(opened, { id, input })).data;
  }

  async close(opened: OpenedSource): Promise<void> {
    await this.inTime(Promise.resolve(opened.close({ graceMs: 0 })), "close() did not resolve");
  }

  async inTime<T>(work: Promise<T>, complaint: string): Promise<T> {
    const result = await within(work, this.#timeoutMs, LATE);
    if (result === LATE) throw new LateError(`${complaint} within ${this.#timeoutMs} ms`);
    return result;
  }
}

const LATE = Symbol("late");

/** Something took longer than the suite allows. */
export class LateError extends Error {}

/** A registry that knows how many listeners and middlewares it has. */
class CountingRegistry extends OperationRegistry {
  listeners = 0;

  override onChange(...args: Parameters<OperationRegistry["onChange"]>): () => void {
    return this.#counted(super.onChange(...args));
  }

  override use(...args: Parameters<OperationRegistry["use"]>): () => void {
    return this.#counted(super.use(...args));
  }

  #counted(stop: () => void): () => void {
    let isOver = false;
    this.listeners++;
    return () => {
      if (!isOver) this.listeners--;
      isOver = true;
      stop();
    };
  }
}
