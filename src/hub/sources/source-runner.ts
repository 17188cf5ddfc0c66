import { messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { RegisteredOperations } from "./registered-operations.ts";
import type { SourcePolicy } from "./source-policy.ts";
import { toReport } from "./source-report.ts";
import type { SourceKind, SourceReport, SourceState, SourceStatus } from "./source-status.ts";

/** A source as the config describes it. */
export interface SourceEntry {
  readonly name: string;
  readonly kind: SourceKind;
  readonly policy: SourcePolicy;
  /** Differs where the policy does. */
  readonly policyKey: string;
  /** Differs where a source must be connected anew. */
  readonly connectionKey: string;
  readonly connect: (context: ConnectContext) => Promise<OpenedSource>;
}

/** What all runners of a hub share. */
export interface RunnerSurroundings {
  readonly registry: OperationRegistry;
  readonly folder: string;
  readonly log: ConnectContext["log"];
  readonly redact: (text: string) => string;
  readonly redactReport: (report: SourceReport) => SourceReport;
  readonly minDelay: number;
  readonly maxDelay: number;
  readonly onChange: (runner: SourceRunner) => void;
}

/** How long closing waits for a connection that is being made: it can't be stopped half-way. */
const CONNECTING_GRACE = 2000;

/** Keeps one source connected and its operations registered, until it is closed. */
export class SourceRunner {
  #entry: SourceEntry;
  readonly #surroundings: RunnerSurroundings;
  readonly #calls = new CallsInFlight();
  readonly #operations: RegisteredOperations;
  readonly #ending = new AbortController();
  /** The runner that this one takes over from, until it was tried once. */
  #previous: SourceRunner | undefined;
  #opened: OpenedSource | undefined;
  #stopListening: () => void = () => undefined;
  #state: SourceState = "connecting";
  #since = new Date();
  #error: string | undefined;
  #retryAt: Date | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #attempt: Promise<void> = Promise.resolve();
  #ended: Promise<void> | undefined;

  constructor(entry: SourceEntry, surroundings: RunnerSurroundings, previous?: SourceRunner) {
    this.#entry = entry;
    this.#surroundings = surroundings;
    this.#previous = previous;
    this.#operations = new RegisteredOperations(surroundings.registry, { kind: entry.kind, calls: this.#calls });
  }

  get entry(): SourceEntry {
    return this.#entry;
  }

  get status(): SourceStatus {
    const { name, kind } = this.#entry;
    return {
      name,
      kind,
      state: this.#state,
      operations: this.#operations.size,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      ...(this.#retryAt === undefined ? {} : { retryAt: this.#retryAt.toISOString() }),
      since: this.#since.toISOString(),
      ...(this.#opened === undefined
        ? {}
        : { report: this.#surroundings.redactReport(toReport(this.#operations, this.#opened)) }),
    };
  }

  /** As somebody sees it who may not know everything; undefined where it is none of their business. */
  statusFor(viewer: Identity): SourceStatus | undefined {
    const operations = this.#operations.countFor(viewer);
    const isTheirs = this.#operations.size > 0 ? operations > 0 : this.#entry.policy.isOpenTo(viewer);
    if (!isTheirs) return undefined;
    const { report: _report, ...status } = this.status;
    return { ...status, operations };
  }

  /** Resolves when the source was tried once. */
  start(): Promise<void> {
    this.#attempt = this.#connect();
    return this.#attempt;
  }

  /** Other rules for the same connection. */
  setEntry(entry: SourceEntry): void {
    const hasOtherRules = entry.policyKey !== this.#entry.policyKey;
    this.#entry = hasOtherRules ? entry : { ...entry, policy: this.#entry.policy };
    if (hasOtherRules) this.#sync();
  }

  /** Takes ids that were taken, if they are free now. */
  claimFreed(ids: readonly string[]): void {
    if (ids.some((id) => this.#operations.wants(id))) this.#sync();
  }

  /** The hub is about to stop: others get no more answers by this source. */
  stopAnswering(): void {
    this.#opened?.stopAnswering?.();
  }

  /** Takes the operations out at once; the connection ends when their calls have, or when the grace is over. */
  async close(graceMs: number): Promise<void> {
    if (this.#state !== "closed") {
      this.#ending.abort();
      clearTimeout(this.#retryTimer);
      this.giveUp();
      this.#previous?.giveUp();
      this.#setState("closed");
    }
    // Whoever waits the shortest decides.
    await this.#calls.idle(graceMs);
    await (this.#ended ??= this.#end(graceMs));
  }

  async #end(graceMs: number): Promise<void> {
    await within(CONNECTING_GRACE, this.#attempt);
    await this.#closeOpened(graceMs);
  }

  async #connect(): Promise<void> {
    const { name } = this.#entry;
    const { registry, folder, log } = this.#surroundings;
    this.#retryAt = undefined;
    if (this.#state !== "connecting") this.#setState("connecting");
    try {
      const opened = await this.#entry.connect({ name, folder, registry, log, signal: this.#ending.signal });
      if (this.#isEnding) return await opened.close();
      this.#accept(opened);
    } catch (thrown) {
      if (!this.#isEnding) this.#fail(thrown);
    }
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #accept(opened: OpenedSource): void {
    this.#opened = opened;
    this.#failures = 0;
    this.#error = undefined;
    const stops = [
      opened.onChange?.(() => this.#sync()),
      opened.onConnection?.((lost) => this.#noteConnection(lost)),
      opened.onLost?.((error) => void this.#lose(error)),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop?.());
    this.#update();
    this.#setState("ready");
    const { kind, name } = this.#entry;
    this.#surroundings.log("info", "source ready", { source: name, kind, operations: this.#operations.size });
  }

  #fail(thrown: unknown): void {
    const { minDelay, maxDelay, log, redact } = this.#surroundings;
    const { kind, name } = this.#entry;
    const bound = Math.min(maxDelay, minDelay * 2 ** this.#failures++);
    // Jitter: sources that failed together are not tried together for ever.
    const delay = bound / 2 + (Math.random() * bound) / 2;
    this.#error = redact(messageOf(thrown));
    this.#retryAt = new Date(Date.now() + delay);
    this.#retryTimer = setTimeout(() => void this.start(), delay);
    // What the one before offered is no longer what the config says.
    this.#previous?.giveUp();
    this.#previous = undefined;
    this.#setState("failed");
    log("warn", "source failed", { source: name, kind, error: this.#error, retryInMs: Math.round(delay) });
  }

  /** The source comes back by itself; until then it decides what it still offers. */
  #noteConnection(lost: unknown): void {
    if (this.#isEnding) return;
    const { log, redact } = this.#surroundings;
    const { kind, name } = this.#entry;
    const error = lost === undefined ? undefined : redact(messageOf(lost));
    if (error === this.#error) return;
    this.#error = error;
    this.#setState(error === undefined ? "ready" : "connecting");
    if (error === undefined) log("info", "source is back", { source: name, kind });
    else log("warn", "source lost", { source: name, kind, error });
  }

  async #lose(error: unknown): Promise<void> {
    if (this.#isEnding) return;
    this.#stopListening();
    this.#operations.clear();
    this.#fail(error);
    await this.#closeOpened();
  }

  /** Another runner has the operations now, or nobody has. */
  giveUp(): void {
    this.#stopListening();
    this.#operations.clear();
  }

  #sync(): void {
    if (this.#opened === undefined || this.#isEnding) return;
    this.#update();
    this.#surroundings.onChange(this);
  }

  #update(): void {
    const previous = this.#previous;
    this.#previous = undefined;
    this.#operations.update(this.#opened?.operations ?? [], this.#entry.policy, previous && previous.#operations);
    previous?.giveUp();
  }

  async #closeOpened(graceMs = 0): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    try {
      await opened?.close({ graceMs });
    } catch (thrown) {
      const { name } = this.#entry;
      this.#surroundings.log("warn", "source did not close cleanly", { source: name, error: messageOf(thrown) });
    }
  }

  #setState(state: SourceState): void {
    this.#state = state;
    this.#since = new Date();
    this.#surroundings.onChange(this);
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
