import type { Identity } from "../../operation/access-control.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { EndedCalls, hasFailed } from "../observe/observe-calls.ts";
import type { CallObserver } from "../observe/observe-calls.ts";
import { Durations } from "./durations.ts";
import { RecentCalls } from "./recent-calls.ts";
import type { RecentCall } from "./recent-calls.ts";

/** How many calls ended, how many of them failed, and how long they took: streams are not timed. */
export interface CallNumbers {
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds, within a fifth; null if no call was timed. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/** The calls of one operation. */
export interface OperationNumbers extends CallNumbers {
  /** `other` counts operations beyond the limit. */
  readonly operationId: string;
}

/** The calls of the last hour. */
export interface HourOfCalls {
  readonly total: CallNumbers;
  /** One for each minute, oldest first; the last is not over yet. */
  readonly minutes: readonly CallNumbers[];
  /** The operations with the most calls, in that order. */
  readonly operations: readonly OperationNumbers[];
}

/** The latest calls that have ended, newest first. */
export interface RecentActivity {
  readonly recent: readonly RecentCall[];
  readonly failed: readonly RecentCall[];
}

const MINUTE = 60_000;
const MINUTES = 60;
/** The number of operations that are counted separately in each minute. */
const MOST_OPERATIONS = 200;
const MOST_SHOWN = 20;
const OTHER = "other";

class Numbers {
  calls = 0;
  errors = 0;
  readonly durations = new Durations();

  add(isError: boolean, durationMs: number | undefined): void {
    this.calls++;
    if (isError) this.errors++;
    if (durationMs !== undefined) this.durations.add(durationMs);
  }

  addAll({ calls, errors, durations }: Numbers): void {
    this.calls += calls;
    this.errors += errors;
    this.durations.addAll(durations);
  }

  get shown(): CallNumbers {
    const { calls, errors, durations } = this;
    return { calls, errors, p50: durations.quantile(0.5), p99: durations.quantile(0.99) };
  }
}

interface Minute {
  /** Since the epoch. */
  readonly minute: number;
  readonly all: Numbers;
  readonly operations: Map<string, Numbers>;
}

/** Counts the calls of the last hour, minute by minute, in bounded memory. */
export class CallActivity {
  readonly #now: () => number;
  readonly #ended: EndedCalls;
  readonly #minutes: Minute[] = [];
  readonly #recent = new RecentCalls();
  #changes = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#ended = new EndedCalls(() => this.#count(), now);
  }

  /** For `observeCalls`. */
  get observe(): CallObserver {
    return this.#ended.observe;
  }

  /** Changes when there is something new to see: a call has ended, or a minute has passed. */
  get version(): string {
    this.#count();
    return `${this.#changes} ${Math.floor(this.#now() / MINUTE)}`;
  }

  hour(): HourOfCalls {
    this.#count();
    const last = Math.floor(this.#now() / MINUTE);
    const total = new Numbers();
    const operations = new Map<string, Numbers>();
    const minutes: CallNumbers[] = [];
    for (let minute = last - MINUTES + 1; minute <= last; minute++) {
      const found = this.#minutes[minute % MINUTES];
      const kept = found?.minute === minute ? found : undefined;
      minutes.push(kept?.all.shown ?? NONE);
      if (kept === undefined) continue;
      total.addAll(kept.all);
      for (const [id, numbers] of kept.operations) numbersOf(operations, id).addAll(numbers);
    }
    const most = Array.from(operations).sort(([, one], [, other]) => other.calls - one.calls);
    return {
      total: total.shown,
      minutes,
      operations: most.slice(0, MOST_SHOWN).map(([operationId, numbers]) => ({ operationId, ...numbers.shown })),
    };
  }

  /** The viewer's own latest calls, or with `all` those of all callers. */
  recent(viewer: Identity, all: boolean): RecentActivity {
    this.#count();
    return { recent: this.#recent.list("all", viewer, all), failed: this.#recent.list("failed", viewer, all) };
  }

  #count(): void {
    for (const call of this.#ended.take()) {
      const { all, operations } = this.#at(Math.floor(call.at / MINUTE));
      const isError = hasFailed(call);
      // The time that a stream was open says nothing about its speed.
      const durationMs = call.type === OperationType.SUBSCRIPTION ? undefined : call.durationMs;
      all.add(isError, durationMs);
      numbersOf(operations, call.id).add(isError, durationMs);
      this.#recent.add(call);
      this.#changes++;
    }
  }

  #at(minute: number): Minute {
    const slot = minute % MINUTES;
    const found = this.#minutes[slot];
    if (found?.minute === minute) return found;
    return (this.#minutes[slot] = { minute, all: new Numbers(), operations: new Map() });
  }
}

const NONE: CallNumbers = { calls: 0, errors: 0, p50: null, p99: null };

function numbersOf(operations: Map<string, Numbers>, id: string): Numbers {
  let numbers = operations.get(id);
  if (numbers !== undefined) return numbers;
  const label = operations.size < MOST_OPERATIONS ? id : OTHER;
  numbers = operations.get(label);
  if (numbers === undefined) operations.set(label, (numbers = new Numbers()));
  return numbers;
}
