import { CallError, toCallError } from "../../errors/call-error.ts";
import { approval } from "../../middleware/approval.ts";
import type { ApprovalOptions } from "../../middleware/approval.ts";
import type { Identity } from "../../operation/access-control.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { Redactor } from "../observe/redact.ts";
import { watchCall } from "../observe/watch-call.ts";
import { secretsOf } from "../config/config-secrets.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { connectNats, connectRedis } from "./connect-bus.ts";
import { connectHub } from "./connect-hub.ts";
import { connectLocal } from "./connect-local.ts";
import { connectMCP } from "./connect-mcp.ts";
import { connectOpenAPI } from "./connect-openapi.ts";
import { HubOperation } from "./hub-operation.ts";
import type { Connectors, HubSources, OpenSourcesOptions } from "./hub-sources.ts";
import { toEntries } from "./source-entries.ts";
import { SourceRunner } from "./source-runner.ts";
import type { RunnerSurroundings, SourceEntry } from "./source-runner.ts";
import type { SourceStatus } from "./source-status.ts";

const DEFAULT_RETRY = { minDelay: 1000, maxDelay: 60_000 };
const DEFAULT_GRACE = 10_000;

/**
 * Connects to every source of a config, all at once. One that fails is tried again in the background, and does not
 * stop the rest.
 *
 * @example
 * const sources = openSources(await loadConfig());
 * await sources.ready;
 * await sources.registry.execute("files.list", { path: "." });
 * await sources.close();
 */
export function openSources(config: LoadedConfig, options: OpenSourcesOptions = {}): HubSources {
  return new Sources(config, options);
}

const OWN_CONNECTORS: Connectors = {
  local: connectLocal,
  openapi: connectOpenAPI,
  mcp: connectMCP,
  hub: connectHub,
  nats: connectNats,
  redis: connectRedis,
};

class Sources implements HubSources {
  readonly registry: OperationRegistry;
  readonly ready: Promise<void>;
  readonly #options: OpenSourcesOptions;
  readonly #connectors: Connectors;
  readonly #graceMs: number;
  readonly #redactor = new Redactor();
  #runners = new Map<string, SourceRunner>();
  /** Those that are no longer wanted, until they are closed. */
  readonly #retired = new Set<SourceRunner>();
  readonly #listeners = new Set<(status: SourceStatus) => void>();
  readonly #stops: ReadonlyArray<() => void>;

  constructor(config: LoadedConfig, options: OpenSourcesOptions) {
    const { registry = new OperationRegistry(), approve = refuse, connectors, graceMs = DEFAULT_GRACE } = options;
    this.registry = registry;
    this.#options = options;
    this.#graceMs = graceMs;
    this.#connectors = { ...OWN_CONNECTORS, ...connectors };
    this.#stops = [
      registry.use(approval({ ask: approve, when: ({ spec }) => HubOperation.rulesOf(spec)?.needsApproval === true })),
      registry.use((call, next) => {
        const calls = HubOperation.rulesOf(call.spec)?.calls;
        if (calls === undefined) return next();
        calls.enter();
        return watchCall(next, () => calls.leave(), this.#withoutSecrets);
      }),
      // An id that one source gives up may be one that another could not have.
      registry.onChange((changes) => {
        const freed = changes.filter(({ type }) => type === "unregistered").map(({ id }) => id);
        if (freed.length > 0) for (const runner of this.#runners.values()) runner.claimFreed(freed);
      }),
    ];
    this.ready = this.#apply(config);
  }

  statuses(viewer?: Identity): SourceStatus[] {
    const runners = Array.from(this.#runners.values());
    return runners.flatMap((runner) => (viewer === undefined ? runner.status : (runner.statusFor(viewer) ?? [])));
  }

  onChange(listener: (status: SourceStatus) => void): () => void {
    const own = (status: SourceStatus): void => listener(status);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async reload(config: LoadedConfig): Promise<void> {
    await this.#apply(config);
  }

  stopAnswering(): void {
    for (const runner of this.#runners.values()) runner.stopAnswering();
  }

  async close({ graceMs = this.#graceMs }: { readonly graceMs?: number | undefined } = {}): Promise<void> {
    const runners = [...this.#runners.values(), ...this.#retired];
    await Promise.all(runners.map((runner) => runner.close(graceMs)));
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  /** Resolves when every source that is new or changed was tried once. */
  async #apply(loaded: LoadedConfig): Promise<void> {
    const { config, folder = process.cwd() } = loaded;
    const before = this.#runners;
    this.#redactor.add(secretsOf(loaded));
    const surroundings = this.#surroundings(folder);
    const started: Array<Promise<void>> = [];
    this.#runners = new Map();
    for (const entry of toEntries(config, this.#connectors, folder)) {
      const key = keyOf(entry);
      const previous = before.get(key);
      before.delete(key);
      const runner = this.#runnerFor(entry, previous, surroundings);
      this.#runners.set(key, runner);
      if (runner === previous) continue;
      const attempt = runner.start();
      started.push(attempt);
      if (previous !== undefined) this.#retire(previous, attempt);
    }
    for (const removed of before.values()) this.#retire(removed);
    await Promise.all(started);
  }

  #runnerFor(entry: SourceEntry, previous: SourceRunner | undefined, surroundings: RunnerSurroundings): SourceRunner {
    if (previous === undefined) return new SourceRunner(entry, surroundings);
    const { policy, policyKey, connectionKey } = entry;
    if (previous.entry.connectionKey === connectionKey) {
      previous.setEntry(entry);
      return previous;
    }
    // To connect may take long: who may call what is not to wait for it.
    previous.setEntry({ ...previous.entry, policy, policyKey });
    return new SourceRunner(entry, surroundings, previous);
  }

  /** Closes a runner, `after` another one has had its chance to take over. */
  #retire(runner: SourceRunner, after?: Promise<void>): void {
    this.#retired.add(runner);
    const closed = after === undefined ? runner.close(this.#graceMs) : after.then(() => runner.close(this.#graceMs));
    void closed.finally(() => this.#retired.delete(runner));
  }

  /** What a caller gets to read of an error. */
  readonly #withoutSecrets = (thrown: unknown): unknown => {
    const error = toCallError(thrown);
    const { code, retryable, phase } = error;
    const message = this.#redactor.redactKnown(error.message);
    const details = this.#redactor.redactData(error.details);
    if (message === error.message && details === error.details) return thrown;
    return new CallError(code, message, details, { retryable, phase, cause: error });
  };

  #surroundings(folder: string): RunnerSurroundings {
    const { log = () => undefined, redact = (text: string) => this.#redactor.redact(text), retry } = this.#options;
    return {
      registry: this.registry,
      folder,
      log: (level, message, fields) => log(level, redact(message), fields && this.#redactor.redactData(fields)),
      redact,
      redactReport: (report) => this.#redactor.redactData(report),
      minDelay: retry?.minDelay ?? DEFAULT_RETRY.minDelay,
      maxDelay: retry?.maxDelay ?? DEFAULT_RETRY.maxDelay,
      onChange: (runner) => {
        // Where another has taken over, the source goes on.
        if (this.#retired.has(runner) && this.#runners.has(keyOf(runner.entry))) return;
        for (const listener of this.#listeners) listener(runner.status);
      },
    };
  }
}

function keyOf({ kind, name }: SourceEntry): string {
  return `${kind} ${name}`;
}

const refuse: ApprovalOptions["ask"] = () => ({
  approved: false,
  reason: "its source asks for an approval, and this hub has nobody who gives one.",
});
