const BUCKETS = 10;

interface Bucket {
  /** The span of time that it counts. A bucket of an older span is empty. */
  span: number;
  calls: number;
  failures: number;
}

/** Counts calls and failures of the last `length` milliseconds in ten buckets, so memory does not grow with traffic. */
export class FailureWindow {
  readonly #spanLength: number;
  readonly #buckets: Bucket[] = Array.from({ length: BUCKETS }, () => ({ span: -Infinity, calls: 0, failures: 0 }));

  constructor(length: number) {
    this.#spanLength = length / BUCKETS;
  }

  record(failed: boolean, now: number): void {
    const span = Math.floor(now / this.#spanLength);
    const bucket = this.#buckets[span % BUCKETS] as Bucket;
    if (bucket.span !== span) Object.assign(bucket, { span, calls: 0, failures: 0 });
    bucket.calls++;
    if (failed) bucket.failures++;
  }

  totals(now: number): { calls: number; failures: number } {
    const oldest = Math.floor(now / this.#spanLength) - BUCKETS + 1;
    const totals = { calls: 0, failures: 0 };
    for (const { span, calls, failures } of this.#buckets) {
      if (span < oldest) continue;
      totals.calls += calls;
      totals.failures += failures;
    }
    return totals;
  }

  clear(): void {
    for (const bucket of this.#buckets) bucket.span = -Infinity;
  }
}
