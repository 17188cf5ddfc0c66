import type { SourceLogin } from "../../sources/login/source-logins.ts";
import type { SourceReport, SourceSessions } from "../../sources/source.ts";

/** The kind of a source. */
export type SourceKind = "local" | "openapi" | "mcp" | "hub" | "nats" | "redis" | "custom" | "spoke";

/**
 * `connecting`: for the first time, or again after losing the connection; then `error` says why. `failed`: `error` says
 * why. The hub tries again at `retryAt`; without one, the config has a mistake, and the source opens once its operations
 * or the config have changed.
 */
export type SourceState = "connecting" | "ready" | "failed" | "closed";

/** A source's report as a status shows it. The lists are cut, `counts` are not. */
export interface SourceSummary extends SourceReport {
  /** A few lines for people. */
  readonly summary: string;
  readonly counts: { readonly quarantined: number; readonly findings: number };
}

/** Why a source does not work. */
export type SourceTrouble = Pick<SourceStatus, "where"> & { readonly error: string };

/** The status of a source. */
export interface SourceStatus {
  readonly name: string;
  readonly kind: SourceKind;
  readonly state: SourceState;
  /** How many of its operations can be called. */
  readonly operations: number;
  /**
   * If there is an `operations.lock`: whether it names the source. `refused`: it does not, and the config requires it.
   */
  readonly lock?: "locked" | "unlocked" | "refused" | undefined;
  /** How many operations the lock holds back. */
  readonly quarantined?: number | undefined;
  readonly error?: string | undefined;
  /** Where the config has what `error` is about: `file:line:column: path`. For administrators. */
  readonly where?: string | undefined;
  /**
   * `required`: a person has to log in to it. `error` says how. If the source is `ready`, some of its operations work
   * without a login; if not, the hub opens it after the login.
   */
  readonly login?: "required" | undefined;
  /** ISO 8601: when a failed source is tried again. */
  readonly retryAt?: string | undefined;
  /** ISO 8601: since when it is in this state. */
  readonly since: string;
  /** For an MCP server with `isolation`: the callers' own sessions. */
  readonly sessions?: SourceSessions | undefined;
  readonly report?: SourceSummary | undefined;
}

/** A source that people log in to. */
export interface SourceWithLogin {
  readonly name: string;
  readonly kind: SourceKind;
  readonly login: SourceLogin;
}
