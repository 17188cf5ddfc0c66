export interface ReconnectOptions {
  /** The first delay is at most so many milliseconds, and each further one at most twice the one before. Default: 250. */
  readonly minDelayMs?: number | undefined;
  /** No delay is longer, in milliseconds. Default: 30,000. */
  readonly maxDelayMs?: number | undefined;
  /** Whether to try again also when the first connection fails. Default: false. */
  readonly initially?: boolean | undefined;
}

/** Full jitter: when a hub restarts, its spokes must not all come back at the same moment. */
export function reconnectDelay(attempt: number, options: ReconnectOptions = {}): number {
  const { minDelayMs = 250, maxDelayMs = 30_000 } = options;
  return Math.random() * Math.min(maxDelayMs, minDelayMs * 2 ** attempt);
}
