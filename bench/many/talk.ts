/** What this benchmark's hub reports. */
export const KEY = "the-key-of-the-benchmark";

export interface HubAddresses {
  readonly http: string;
  readonly ws: string;
}

export interface HubMemory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly cpuMs: number;
}
