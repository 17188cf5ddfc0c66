const SHORTEST = 0.25;
/** Two bins for each doubling, up to some 12 minutes. */
const BINS = 44;

/** How long calls took, counted in bins: a few bytes for any number of calls, and quantiles within a fifth. */
export class Durations {
  readonly #counts = new Uint32Array(BINS);
  #total = 0;

  add(ms: number): void {
    const bin = ms <= SHORTEST ? 0 : Math.min(BINS - 1, Math.ceil(2 * Math.log2(ms / SHORTEST)));
    this.#counts[bin] = (this.#counts[bin] as number) + 1;
    this.#total++;
  }

  addAll(other: Durations): void {
    for (const [bin, count] of other.#counts.entries()) this.#counts[bin] = (this.#counts[bin] as number) + count;
    this.#total += other.#total;
  }

  /** In milliseconds; null without any. */
  quantile(part: number): number | null {
    if (this.#total === 0) return null;
    let left = Math.ceil(part * this.#total);
    let bin = -1;
    while (left > 0) left -= this.#counts[++bin] as number;
    // The middle of the bin.
    return Number((SHORTEST * 2 ** (bin / 2 - 1 / 4)).toPrecision(2));
  }
}
