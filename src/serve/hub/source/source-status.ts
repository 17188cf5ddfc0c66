/** What kind of thing operations come from. */
export type SourceKind = "local" | "openapi" | "mcp" | "hub" | "nats" | "redis";

/** `failed` is tried again by itself, at `retryAt`. */
export type SourceState = "connecting" | "ready" | "failed" | "closed";

/** Something of a source that is not as it should be, and that did not stop the rest. */
export interface SourceProblem {
  /** The operation, tool, module or place in a document. */
  readonly where?: string | undefined;
  readonly message: string;
}

/** What became of what a source offers. Lists are cut; `counts` are not. */
export interface SourceReport {
  /** A few lines for people. */
  readonly summary: string;
  /** Operations that can't be used, and why: an id that is taken, a bad schema. */
  readonly quarantined: readonly SourceProblem[];
  /** What was taken otherwise than it stands: repaired, widened, left out. */
  readonly findings: readonly SourceProblem[];
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
