/** The messages between the load and the hub. */
export interface HubStart {
  readonly url: string;
  readonly ws: string;
}

/** Memory is measured after a garbage collection. */
export interface HubAnswer {
  readonly rss: number;
  readonly heapUsed: number;
  readonly cpuMicros: number;
  /** Slow calls whose handlers have started. */
  readonly slowCalls: number;
}

export const KEY = "bench-key-bench-key-bench-key";
export const SLOW_MS = 1500;
