import { messageOf } from "../../errors/call-error.ts";
import { isLoginRequired } from "../../sources/login/login-required.ts";
import type { LoginCallers } from "../../sources/login/caller-logins.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import type { Identity } from "../../operation/access-control.ts";
import { createServerLog } from "../../operation/caller-log.ts";
import type { ServerLogEntry } from "../../operation/caller-log.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { withoutPaths } from "../../shared/without-paths.ts";
import { endsWithin } from "../../shared/time/wait.ts";
import type { OpenedSource, SourceLog, SourceStateChange } from "../../sources/source.ts";
import { SourceEvents } from "../../sources/source-events.ts";
import { importVersion } from "../config/import-module.ts";
import type { LockStore } from "../lock/lock-store.ts";
import { CallCounter } from "./call-counter.ts";
import { SourceOperations } from "./source-operations.ts";
import type { SourceInstructions } from "./merge-instructions.ts";
import { RuleMistakes } from "./rule-mistakes.ts";
import type { SourceEntry } from "./source-entries.ts";
import { summariseReports } from "./source-report.ts";
import { HeldOperations } from "./held-operations.ts";
import { MissingLogin } from "./missing-login.ts";
import type { SourceName } from "./source-switches.ts";
import type { SourceState, SourceStatus, SourceSummary, SourceTrouble } from "./source-status.ts";

/** The dependencies that all runners of a hub share. */
export interface RunnerDeps {
  readonly registry: OperationRegistry;
  readonly folder: string;
  /** Logs for one source, and names it in each line. */
  readonly logFor: (source: SourceName) => SourceLog;
  readonly redact: (text: string) => string;
  readonly redactReport: (report: SourceSummary) => SourceSummary;
  readonly minDelay: number;
  readonly maxDelay: number;
  readonly onChange: (runner: SourceRunner) => void;
  readonly onServerLog: (entry: ServerLogEntry) => void;
  readonly lock: LockStore;
  readonly vault: VaultAccess;
  /** How the callers of a source get their own logins. */
  readonly loginCallers: (source: string) => LoginCallers;
}

/** How long closing waits for an `open` that ignores its signal. */
const OPENING_GRACE = 2000;

/** How many comparisons with the lock a call waits for: a source may never stop changing. */
const MOST_ROUNDS = 100;

/** Keeps one source connected and its operations registered, until it is closed. */
export class SourceRunner {
  /** What its rules say that it cannot do. */
  readonly mistakes: RuleMistakes;
  #entry: SourceEntry;
  readonly #deps: RunnerDeps;
  readonly #log: SourceLog;
  readonly #calls = new CallCounter();
  readonly #operations: SourceOperations;
  readonly #held: HeldOperations;
  /** The comparison with the lock that runs now. */
  #comparing: Promise<void> | undefined;
  /** Fires when a source that is still opening is no longer wanted. An open source ends by its `close`. */
  #opening: AbortController | undefined;
  #isEnding = false;
  /** The runner that this one replaces, until the first attempt has ended. */
  #previous: SourceRunner | undefined;
  #opened: OpenedSource | undefined;
  #events: SourceEvents | undefined;
  #state: SourceState = "connecting";
  #since = new Date();
  #trouble: SourceTrouble | undefined;
  #retryAt: Date | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #missingLogin: MissingLogin | undefined;
  /** Whether it is open, but some of its operations need a login. */
  #lacksLogin = false;
  #attempt: Promise<void> = Promise.resolve();
  #takenOut: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  constructor(entry: SourceEntry, deps: RunnerDeps, previous?: SourceRunner) {
    this.#entry = entry;
    this.#deps = deps;
    this.#previous = previous;
    this.#log = deps.logFor(entry);
    this.mistakes = new RuleMistakes(this.#log);
    this.#held = new HeldOperations(entry, { ...deps, log: this.#log });
    const settled = this.#held.isLockable ? () => this.#settled() : undefined;
    const source = { kind: entry.kind, calls: this.#calls, settled };
    this.#operations = new SourceOperations(deps.registry, source, entry.policy);
  }

  get entry(): SourceEntry {
    return this.#entry;
  }

  get status(): SourceStatus {
    const { name, kind } = this.#entry;
    const sessions = this.#opened?.sessions?.();
    const closing = this.#state === "ready" ? this.mistakes.closing : undefined;
    return {
      name,
      kind,
      state: closing === undefined ? this.#state : "failed",
      operations: this.#operations.size,
      ...this.#held.status,
      ...(closing ?? this.#trouble),
      ...(this.#missingLogin === undefined && !this.#lacksLogin ? {} : { login: "required" as const }),
      ...(this.#retryAt === undefined ? {} : { retryAt: this.#retryAt.toISOString() }),
      since: this.#since.toISOString(),
      ...(sessions === undefined ? {} : { sessions }),
      ...(this.#opened === undefined ? {} : { report: this.#deps.redactReport(this.#summary(this.#opened)) }),
    };
  }

  #summary(opened: OpenedSource): SourceSummary {
    const own = opened.report?.();
    const shaped = { quarantined: this.#entry.policy.shaping.taken, findings: this.mistakes.unmatched };
    const reports = [this.#operations, this.#held, shaped, ...(own === undefined ? [] : [own])];
    return summariseReports(this.#operations.size, reports);
  }

  /** What its server tells models, for a viewer who may call one of its operations. */
  instructionsFor(viewer: Identity | undefined): SourceInstructions | undefined {
    if (this.#opened === undefined || this.#operations.countFor(viewer) === 0) return undefined;
    const text = this.#held.instructions(this.#opened);
    return text === undefined ? undefined : { source: this.#entry.name, text };
  }

  /** The status for a viewer with limited rights; undefined when the viewer has no right to anything of this source. */
  statusFor(viewer: Identity): SourceStatus | undefined {
    const operations = this.#operations.countFor(viewer);
    const isTheirs = (this.#operations.size > 0 ? this.#operations : this.#entry.policy).isOpenTo(viewer);
    if (!isTheirs) return undefined;
    const {
      report: _report,
      lock: _lock,
      quarantined: _quarantined,
      sessions: _sessions,
      where: _where,
      ...status
    } = this.status;
    const { error } = status;
    return { ...status, ...(error === undefined ? {} : { error: withoutPaths(error) }), operations };
  }

  /** Resolves after one attempt, successful or not. */
  start(): Promise<void> {
    this.#attempt = this.#open();
    return this.#attempt;
  }

  /** Applies other rules to the same connection. Resolves when all operations have them. */
  async setEntry(entry: SourceEntry): Promise<void> {
    const hasOtherRules = entry.policyKey !== this.#entry.policyKey;
    this.#entry = hasOtherRules ? entry : { ...entry, policy: this.#entry.policy };
    if (hasOtherRules) await this.#sync();
  }

  /** What differs from the lock, and what a person has decided. */
  get held(): HeldOperations {
    return this.#held;
  }

  /** What the source offers now; undefined while it is not open, or only repeats the lock. */
  get offered(): OpenedSource | undefined {
    return this.#state === "ready" && this.#opened?.isFromLock !== true ? this.#opened : undefined;
  }

  /** Compares with another lock. Resolves when all operations are served or held back by it. */
  async recheck(): Promise<void> {
    if (this.#held.isLockable) await this.#sync();
  }

  /** Resolves when everything that the source has announced is compared with the lock; undefined if it is. */
  #settled(): Promise<void> | undefined {
    if (!this.#held.isUsed) return undefined;
    const unsettled = this.#unsettled();
    return unsettled === undefined ? undefined : this.#settle(unsettled);
  }

  /** Reading the source's news starts a comparison, and later news another one. */
  async #settle(unsettled: Promise<void>): Promise<void> {
    let next: Promise<void> | undefined = unsettled;
    for (let round = 0; next !== undefined; round++) {
      if (round === MOST_ROUNDS) throw new Error("The source does not stop changing what it offers.");
      await next;
      next = this.#unsettled();
    }
  }

  #unsettled(): Promise<void> | undefined {
    return this.#opened?.settled?.() ?? this.#comparing;
  }

  /** Registers operations whose ids another source has freed. */
  claimFreed(ids: readonly string[]): void {
    if (ids.some((id) => this.#operations.wants(id))) void this.#sync();
  }

  /** Answers no more calls that come in through this source: the hub is about to stop. */
  stopAnswering(): void {
    this.#opened?.stopAnswering?.();
  }

  /** Takes the operations out. Ends the connection after their calls have ended, or after the grace. */
  async close(graceMs: number): Promise<void> {
    await this.takeOut();
    // If several callers close it, the shortest grace period decides.
    await this.#calls.idle(graceMs);
    await (this.#ended ??= this.#end(graceMs));
  }

  /** Removes the operations permanently. Resolves when the last is gone. */
  takeOut(): Promise<void> {
    return (this.#takenOut ??= this.#takeOut());
  }

  async #takeOut(): Promise<void> {
    this.#isEnding = true;
    this.#opening?.abort();
    clearTimeout(this.#retryTimer);
    this.#endMissingLogin();
    const gone = this.giveUp();
    const previousGone = this.#previous?.giveUp();
    this.#setState("closed");
    await gone;
    await previousGone;
  }

  async #end(graceMs: number): Promise<void> {
    await endsWithin(this.#attempt, OPENING_GRACE);
    await this.#closeOpened(graceMs);
  }

  async #open(): Promise<void> {
    const { registry, folder, vault } = this.#deps;
    const { name, kind } = this.#entry;
    this.#retryAt = undefined;
    if (this.#state !== "connecting") this.#setState("connecting");
    const events = new SourceEvents();
    const { changed, callerChanged, stateChanged } = events;
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      const mayUse = (viewer: Identity | undefined): boolean => this.#operations.countFor(viewer) > 0;
      const serverLog = createServerLog({ tell: this.#deps.onServerLog, mayUse, isRemote: kind === "hub" });
      const isLocked = this.#held.isWatched;
      const told = { changed, callerChanged, stateChanged, serverLog, isLocked, accepted: () => this.#held.accepted };
      const loginCallers = this.#deps.loginCallers(name);
      const log = this.#log;
      const given = { name, folder, registry, log, signal, vault, loginCallers, importModule: importVersion };
      this.#opened = await this.#entry.open({ ...given, ...told });
      this.#opening = undefined;
      this.#events = events;
      events.deliverChanges(() => void this.#sync(), this.#operations.announceTo);
      if (!this.#isEnding) await this.#accept(events);
    } catch (thrown) {
      if (!this.#isEnding) this.#fail(thrown);
      await this.#closeOpened();
    }
    if (this.#isEnding) await this.#closeOpened();
  }

  async #accept(events: SourceEvents): Promise<void> {
    await this.#update();
    // The source may have changed meanwhile.
    while (this.#comparing !== undefined) await this.#comparing;
    if (this.#isEnding) return;
    this.#failures = 0;
    this.#trouble = undefined;
    this.#endMissingLogin();
    this.#setState("ready");
    this.mistakes.logReady(this.#operations.size);
    events.deliverStates((change) => this.#enter(change));
  }

  #fail(thrown: unknown): void {
    const { minDelay, maxDelay, redact } = this.#deps;
    const bound = Math.min(maxDelay, minDelay * 2 ** this.#failures++);
    // Jitter spreads out the retries of sources that failed together.
    const delay = bound / 2 + (Math.random() * bound) / 2;
    this.#trouble = { error: redact(messageOf(thrown)), where: this.#entry.placeOf(thrown) };
    this.#retryAt = new Date(Date.now() + delay);
    this.#retryTimer = setTimeout(() => void this.start(), delay);
    this.#noteLogin(thrown);
    // The config no longer has what the previous runner offered.
    void this.#previous?.giveUp();
    this.#previous = undefined;
    this.#setState("failed");
    this.#log("warn", "source failed", { ...this.#trouble, retryInMs: Math.round(delay) });
  }

  /** Until a person has logged in, calls say what to do. Then the source is opened at once. */
  #noteLogin(thrown: unknown): void {
    this.#endMissingLogin();
    const { login, policy, namespace } = this.#entry;
    if (!isLoginRequired(thrown) || login === undefined) return;
    const { registry, vault } = this.#deps;
    this.#missingLogin = new MissingLogin({
      registry,
      vault,
      key: login.key,
      closed: { namespace, error: thrown, accessControl: policy.ownAccess },
      onLogin: () => {
        clearTimeout(this.#retryTimer);
        void this.start();
      },
    });
  }

  #endMissingLogin(): void {
    this.#missingLogin?.end();
    this.#missingLogin = undefined;
  }

  #enter(change: SourceStateChange): void {
    if (change.state === "failed") return void this.#lose(change.error);
    // The source restores its connection itself, and decides what it offers until then.
    const error = change.error === undefined ? undefined : this.#deps.redact(messageOf(change.error));
    if (error === this.#trouble?.error) return;
    const wasLacking = this.#lacksLogin;
    this.#trouble = error === undefined ? undefined : { error };
    this.#lacksLogin = isLoginRequired(change.error);
    this.#setState(change.state);
    if (error === undefined) this.#log("info", wasLacking ? "source has a login" : "source is back");
    else this.#log("warn", this.#lacksLogin ? "source needs a login" : "source lost", { error });
  }

  async #lose(error: unknown): Promise<void> {
    this.#lacksLogin = false;
    void this.giveUp();
    this.#fail(error);
    await this.#closeOpened();
  }

  /** Takes the operations out, unless another runner has taken them over. Resolves when the last is gone. */
  giveUp(): Promise<void> {
    this.#events?.stop();
    this.#held.clear();
    return this.#operations.clear();
  }

  async #sync(): Promise<void> {
    if (this.#opened === undefined || this.#isEnding) return;
    try {
      await this.#update();
    } catch (thrown) {
      this.#log("warn", "source gave no operations", { error: messageOf(thrown) });
    }
    this.#deps.onChange(this);
  }

  async #update(): Promise<void> {
    if (this.#opened === undefined || !this.#held.isUsed) return await this.#register(this.#opened?.operations ?? []);
    const comparing = this.#compare(this.#opened);
    this.#comparing = comparing;
    try {
      await comparing;
    } finally {
      if (this.#comparing === comparing) this.#comparing = undefined;
    }
  }

  /** Registers what the lock allows, unless the source has changed again meanwhile, or is no longer wanted. */
  async #compare(opened: OpenedSource): Promise<void> {
    const served = await this.#held.compare(opened, this.#entry.policy);
    if (served !== undefined && !this.#isEnding) await this.#register(served);
  }

  async #register(operations: OpenedSource["operations"]): Promise<void> {
    const previous = this.#previous;
    const { policy } = this.#entry;
    const isNews = this.mistakes.compare(policy, this.#opened?.operations ?? []);
    const isOpen = this.mistakes.closing === undefined;
    const shaped = isOpen ? policy.shaping.shapeAll(operations, (spec) => policy.takes(spec)) : [];
    await this.#operations.update(shaped, policy, previous && previous.#operations);
    if (this.#previous === previous) this.#previous = undefined;
    await previous?.giveUp();
    this.mistakes.warn([...policy.shaping.taken, ...this.#operations.misshapen].map(({ reason }) => reason));
    if (this.#state === "ready" && isNews) this.mistakes.logReady(this.#operations.size);
  }

  async #closeOpened(graceMs = 0): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    try {
      await opened?.close({ graceMs });
    } catch (thrown) {
      this.#log("warn", "source did not close cleanly", { error: messageOf(thrown) });
    }
  }

  #setState(state: SourceState): void {
    this.#state = state;
    this.#since = new Date();
    this.#deps.onChange(this);
  }
}
