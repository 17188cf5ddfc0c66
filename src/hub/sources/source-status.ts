/** What kind of thing operations come from. */
export type SourceKind = "local" | "openapi" | "mcp" | "hub" | "nats" | "redis" | "spoke";

/**
 * `connecting`: for the first time, or anew after the connection was lost, which `error` tells; `failed` is tried again
 * by itself, at `retryAt`.
 */
export type SourceState = "connecting" | "ready" | "failed" | "closed";

/** Something that a source offers and that can't be used: an id that is taken, a bad schema, a module that throws. */
export interface SourceQuarantined {
  /** The operation, tool or module; of a document, `method` and `path`. */
  readonly id?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly reason: string;
}

/** Something that was taken otherwise than it stands. */
export interface SourceFinding {
  /** `repaired`, `widened`, `left out`, … */
  readonly kind: string;
  readonly where: string;
  readonly why: string;
}

/** What became of what a source offers. Lists are cut; `counts` are not. */
export interface SourceReport {
  /** A few lines for people. */
  readonly summary: string;
  readonly quarantined: readonly SourceQuarantined[];
  readonly findings: readonly SourceFinding[];
  readonly counts: { readonly quarantined: number; readonly findings: number };
}

/** How a source of a hub is. */
export interface SourceStatus {
  readonly name: string;
  readonly kind: SourceKind;
  readonly state: SourceState;
  /** How many of its operations can be called. */
  readonly operations: number;
  readonly error?: string | undefined;
  /** ISO 8601: when a failed source is tried again. */
  readonly retryAt?: string | undefined;
  /** ISO 8601: since when it is in this state. */
  readonly since: string;
  readonly report?: SourceReport | undefined;
}
