import { CallError, messageOf, toCallError } from "../../errors/call-error.ts";
import { approval } from "../../middleware/approval.ts";
import type { ApprovalOptions } from "../../middleware/approval.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallOutcome } from "../../operation/middleware.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { Listeners } from "../../shared/listeners.ts";
import { Redactor } from "../observe/redact.ts";
import { watchCall } from "../observe/watch-call.ts";
import { secretsOf } from "../config/config-secrets.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import { HubVault } from "../vault/hub-vault.ts";
import { LockStore } from "../lock/lock-store.ts";
import { loadBuiltIn } from "./built-in-sources.ts";
import { HubOperation } from "./hub-operation.ts";
import type { BuiltInSources, HubSources, OpenSourcesOptions } from "./hub-sources.ts";
import { SourceLogs } from "./source-logs.ts";
import type { SourceLogLine } from "./source-logs.ts";
import { keyOf, SourceSwitches } from "./source-switches.ts";
import type { SourceName } from "./source-switches.ts";
import { findUnmatchedLists } from "./unmatched-lists.ts";
import { StoredLock } from "./stored-lock.ts";
import { lockNames, toEntries } from "./source-entries.ts";
import type { SourceEntry } from "./source-entries.ts";
import { SourceRunner } from "./source-runner.ts";
import type { RunnerDeps } from "./source-runner.ts";
import type { FollowServerLog, ServerLogEntry } from "../../operation/caller-log.ts";
import { mergeInstructions } from "./merge-instructions.ts";
import type { SourceStatus, SourceWithLogin } from "./source-status.ts";

const DEFAULT_RETRY = { minDelay: 1000, maxDelay: 60_000 };
const DEFAULT_GRACE = 10_000;

/**
 * Connects to every source of a config at once. Retries a source that fails in the background, while the rest works.
 * Rejects if `operations.lock`, beside the config, cannot be read.
 *
 * @example
 * const sources = await openSources(await loadConfig());
 * await sources.ready;
 * await sources.registry.execute("files.list", { path: "." });
 * await sources.close();
 */
export function openSources(config: LoadedConfig, options: OpenSourcesOptions = {}): Promise<HubSources> {
  return Sources.open(config, options);
}

class Sources implements HubSources {
  readonly registry: OperationRegistry;
  /** Resolves after one attempt at every source of the first config. */
  ready: Promise<void> = Promise.resolve();
  readonly #options: OpenSourcesOptions;
  readonly #graceMs: number;
  readonly #redactor = new Redactor();
  readonly #vault: VaultAccess;
  /** Closes the vault that was made here. */
  readonly #closeVault: (() => Promise<void>) | undefined;
  readonly #lock = new LockStore();
  readonly lock = new StoredLock(this.#lock, () => this.#runners.values());
  #runners = new Map<string, SourceRunner>();
  /** Runners that the config no longer has, until they are closed. */
  readonly #retired = new Set<SourceRunner>();
  readonly #listeners = new Listeners<SourceStatus>();
  readonly #logListeners = new Listeners<ServerLogEntry>();
  readonly #stops: ReadonlyArray<() => void>;
  /** The last config is being applied until this resolves. Its sources may connect for longer. */
  #applied: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** The last config that was applied. */
  #loaded: LoadedConfig;
  readonly #switches = new SourceSwitches();
  readonly #logs = new SourceLogs();

  constructor(config: LoadedConfig, options: OpenSourcesOptions) {
    const { registry = new OperationRegistry(), approve = refuse, graceMs = DEFAULT_GRACE } = options;
    this.registry = registry;
    this.#loaded = config;
    this.#options = options;
    const ownVault = options.vault === undefined ? new HubVault(config) : undefined;
    this.#vault = options.vault ?? (ownVault as HubVault);
    this.#closeVault = ownVault && (() => ownVault.close());
    this.#graceMs = graceMs;
    this.#lock.isWritten = options.forLock === true;
    this.#stops = [
      registry.use(approval({ ask: approve, when: ({ spec }) => HubOperation.rulesOf(spec)?.needsApproval === true })),
      registry.use((call, next) => {
        const { calls, settled, redactor } = HubOperation.rulesOf(call.spec) ?? {};
        if (calls === undefined) return next();
        const leave = calls.enter();
        const pending = settled?.();
        const run = pending === undefined ? next : () => this.#afterComparing(pending, call.id, next);
        const asThrown = (thrown: unknown): unknown => this.#withoutSecrets(thrown, redactor);
        return watchCall(call, run, leave, asThrown);
      }),
      // Another source may want an id that one source frees.
      registry.onChange((changes) => {
        const freed = changes.filter(({ type }) => type === "unregistered").map(({ id }) => id);
        if (freed.length > 0) for (const runner of this.#runners.values()) runner.claimFreed(freed);
      }),
    ];
  }

  static async open(config: LoadedConfig, options: OpenSourcesOptions): Promise<Sources> {
    const sources = new Sources(config, options);
    try {
      const { tried } = await sources.#apply(config);
      sources.ready = tried;
      return sources;
    } catch (error) {
      await sources.close({ graceMs: 0 });
      throw error;
    }
  }

  statuses(viewer?: Identity): SourceStatus[] {
    const runners = Array.from(this.#runners.values());
    return runners.flatMap((runner) => (viewer === undefined ? runner.status : (runner.statusFor(viewer) ?? [])));
  }

  warnings(): ConfigWarning[] {
    const runners = Array.from(this.#runners.values());
    const ofRules = runners.flatMap(({ entry, mistakes }) =>
      mistakes.unmatched.map(({ where, why }) => ({ sources: [entry.name], message: `${where}: ${why}` })),
    );
    const absent = runners.map(({ status }) => status).filter(({ state }) => state !== "ready");
    const lists = findUnmatchedLists(
      this.#loaded,
      this.registry.list(),
      absent.map(({ name }) => name),
    );
    return [...ofRules, ...lists.map((message) => ({ sources: [], message }))];
  }

  off(): SourceName[] {
    return this.#switches.offIn(this.#loaded.config);
  }

  logOf(source: SourceName): readonly SourceLogLine[] {
    this.#assertKnown(source);
    return this.#logs.of(source);
  }

  async reopen(source: SourceName): Promise<void> {
    this.#assertKnown(source);
    this.#begin(await this.#apply(this.#loaded, keyOf(source)));
  }

  async setEnabled(source: SourceName, isEnabled: boolean): Promise<void> {
    this.#assertKnown(source);
    this.#switches.set(source, isEnabled);
    this.#begin(await this.#apply(this.#loaded));
  }

  #assertKnown(source: SourceName): void {
    const isKnown = this.#runners.has(keyOf(source)) || this.off().some((off) => keyOf(off) === keyOf(source));
    if (!isKnown)
      throw new CallError("OPERATION_NOT_FOUND", `There is no source ${source.name} of kind ${source.kind}.`);
  }

  /** Its status shows how the attempt ends. */
  #begin({ tried }: { readonly tried: Promise<void> }): void {
    tried.catch((error: unknown) => this.#options.log?.("error", "sources", { error: messageOf(error) }));
  }

  instructions(viewer: Identity | undefined): string | undefined {
    return mergeInstructions(Array.from(this.#runners.values(), (runner) => runner.instructionsFor(viewer)));
  }

  logins(viewer?: Identity): SourceWithLogin[] {
    return Array.from(this.#runners.values()).flatMap((runner) => {
      const { name, kind, login } = runner.entry;
      const isTheirs = viewer === undefined || runner.statusFor(viewer) !== undefined;
      return login === undefined || !isTheirs ? [] : [{ name, kind, login }];
    });
  }

  readonly onServerLog: FollowServerLog = (listener) => this.#logListeners.add(listener);

  onChange(listener: (status: SourceStatus) => void): () => void {
    return this.#listeners.add(listener);
  }

  stopAnswering(): void {
    for (const runner of this.#runners.values()) runner.stopAnswering();
  }

  async close({ graceMs = this.#graceMs }: { readonly graceMs?: number | undefined } = {}): Promise<void> {
    this.#isClosed = true;
    await this.#applied;
    const runners = [...this.#runners.values(), ...this.#retired];
    await Promise.all(runners.map((runner) => runner.close(graceMs)));
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
    await this.#closeVault?.();
  }

  /** Resolves after one attempt at every new or changed source, and when all others are gone. */
  async reload(loaded: LoadedConfig): Promise<void> {
    await (
      await this.#apply(loaded)
    ).tried;
  }

  /** Applies configs one after the other: reading the lock takes time. No config waits for the sources of another. */
  #apply(loaded: LoadedConfig, reopened?: string): Promise<{ readonly tried: Promise<void> }> {
    const applied = this.#applied.then(async () => {
      const [isOtherLock, builtIn] = await Promise.all([this.#readLock(loaded), loadBuiltIn(loaded.config)]);
      const all = { ...builtIn, ...this.#options.builtIn };
      return { tried: this.#isClosed ? Promise.resolve() : this.#start(loaded, all, { isOtherLock, reopened }) };
    });
    this.#applied = applied.catch(() => undefined);
    return applied;
  }

  async #start(
    loaded: LoadedConfig,
    builtIn: Partial<BuiltInSources>,
    { isOtherLock, reopened }: { readonly isOtherLock: boolean; readonly reopened: string | undefined },
  ): Promise<void> {
    const { folder = process.cwd() } = loaded;
    this.#loaded = loaded;
    const before = this.#runners;
    this.#redactor.add(secretsOf(loaded));
    const deps = this.#runnerDeps(folder);
    const started: Array<Promise<void>> = [];
    this.#runners = new Map();
    this.lock.configured = new Set(lockNames(loaded.config));
    const switched = { ...loaded, config: this.#switches.applyTo(loaded.config) };
    for (const entry of toEntries(switched, builtIn, folder)) {
      const key = keyOf(entry);
      const previous = before.get(key);
      before.delete(key);
      const runner =
        previous !== undefined && key === reopened
          ? new SourceRunner(entry, deps, previous)
          : this.#runnerFor(entry, previous, deps, started);
      this.#runners.set(key, runner);
      if (runner === previous && isOtherLock) started.push(runner.recheck());
      if (runner === previous) continue;
      const attempt = runner.start();
      started.push(attempt);
      if (previous !== undefined) this.#retire(previous, attempt);
    }
    for (const removed of before.values()) {
      this.#retire(removed);
      started.push(removed.takeOut());
    }
    await Promise.all(started);
  }

  /** Resolves with whether sources must be compared again. */
  async #readLock({ config, folder = process.cwd() }: LoadedConfig): Promise<boolean> {
    const isOther = await this.#lock.read(folder);
    const wasRequired = this.#lock.isRequired;
    this.#lock.isRequired = config.lock === "required";
    return isOther || wasRequired !== this.#lock.isRequired;
  }

  /** The operation may be quarantined, or gone, by the time that its source is compared. */
  async #afterComparing(pending: Promise<void>, id: string, next: () => Promise<CallOutcome>): Promise<CallOutcome> {
    try {
      await pending;
    } catch (cause) {
      const message = `${id} cannot be called, because its source cannot be compared with operations.lock.`;
      throw new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", cause });
    }
    if (this.registry.has(id)) return await next();
    const gone = new CallError("OPERATION_NOT_FOUND", `${id} is no longer offered by its source.`);
    throw this.registry.quarantine.errorFor(id) ?? gone;
  }

  #runnerFor(
    entry: SourceEntry,
    previous: SourceRunner | undefined,
    deps: RunnerDeps,
    started: Array<Promise<void>>,
  ): SourceRunner {
    if (previous === undefined) return new SourceRunner(entry, deps);
    const { policy, policyKey, connectionKey } = entry;
    const isSame = previous.entry.connectionKey === connectionKey;
    // Connecting may take long, and the access rules must not wait for it.
    started.push(previous.setEntry(isSame ? entry : { ...previous.entry, policy, policyKey }));
    return isSame ? previous : new SourceRunner(entry, deps, previous);
  }

  /** Closes a runner, `after` its replacement has made its first attempt. */
  #retire(runner: SourceRunner, after?: Promise<void>): void {
    this.#retired.add(runner);
    const closed = after === undefined ? runner.close(this.#graceMs) : after.then(() => runner.close(this.#graceMs));
    void closed.finally(() => this.#retired.delete(runner));
  }

  /** Removes secrets from an error before a caller reads it. */
  #withoutSecrets(thrown: unknown, own: Redactor | undefined): unknown {
    const error = toCallError(thrown);
    const { code, retryable, phase } = error;
    let { message, details } = error;
    for (const redactor of own === undefined ? [this.#redactor] : [this.#redactor, own]) {
      message = redactor.redactKnown(message);
      details = redactor.redactData(details);
    }
    if (message === error.message && details === error.details) return thrown;
    return new CallError(code, message, details, { retryable, phase, cause: error });
  }

  #runnerDeps(folder: string): RunnerDeps {
    const { loginPage, operator } = this.#options;
    const { log = () => undefined, redact = (text: string) => this.#redactor.redact(text), retry } = this.#options;
    return {
      registry: this.registry,
      folder,
      logFor:
        ({ name, kind }) =>
        (level, message, fields) => {
          const named = this.#redactor.redactData({ source: name, kind, ...fields });
          const shown = [level, redact(message), named] as const;
          this.#logs.add({ name, kind }, ...shown);
          log(...shown);
        },
      redact,
      lock: this.#lock,
      vault: this.#vault,
      loginCallers: (source) => ({
        operator: operator && identityKey(operator),
        pageFor: (identity) => loginPage?.(source, identity),
      }),
      redactReport: (report) => this.#redactor.redactData(report),
      minDelay: retry?.minDelay ?? DEFAULT_RETRY.minDelay,
      maxDelay: retry?.maxDelay ?? DEFAULT_RETRY.maxDelay,
      onServerLog: (entry) => this.#logListeners.tell(entry),
      onChange: (runner) => {
        // The replacement reports for the source.
        if (this.#retired.has(runner) && this.#runners.has(keyOf(runner.entry))) return;
        this.#listeners.tell(runner.status);
      },
    };
  }
}

const refuse: ApprovalOptions["ask"] = () => ({
  approved: false,
  reason: "its source requires approval, and this hub has no approver.",
});
