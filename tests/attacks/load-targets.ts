/** What the attacks of `npm run attack` know about their hub. */

/** Twenty clients, so that attacks reach what all clients share. */
export const KEYS: readonly string[] = Array.from({ length: 20 }, (_, index) => `the-key-of-attacker-${index}-0123`);

export interface HubReport {
  idleBytes: number;
  mostBytes: number;
  longestBlockMs: number;
  /** How many calls of `demo.wait` ran at once. */
  mostWaiting: number;
}

export interface AttackedEndpoints {
  readonly http: string;
  readonly ws: string;
  readonly mcp: string;
}
