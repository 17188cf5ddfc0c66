/** What the load and the hub say to each other. */
export interface HubStart {
  readonly url: string;
  readonly ws: string;
}

/** Memory is measured after a collection. */
export interface HubAnswer {
  readonly rss: number;
  readonly heapUsed: number;
  readonly cpuMicros: number;
  /** Slow calls whose handlers were entered. */
  readonly slowCalls: number;
}

export const KEY = "bench-key-bench-key-bench-key";
export const SLOW_MS = 1500;
