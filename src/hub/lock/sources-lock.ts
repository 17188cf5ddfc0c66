import type { OperationChange } from "../../lock/operation-change.ts";

/** How a source differs from the lock. */
export interface SourceChanges {
  readonly source: string;
  readonly kind: string;
  /** `absent`: the source is not connected, so nothing is compared. */
  readonly state: "locked" | "unlocked" | "refused" | "absent";
  readonly changes: readonly OfferedChange[];
}

/** A change of an operation that waits for a decision. */
export interface OfferedChange extends OperationChange {
  /** Whether calls of it fail until it is accepted. */
  readonly isQuarantined: boolean;
  /** Whether a person has decided to keep it in quarantine. */
  readonly isRefused: boolean;
}

/** What a person decides on a change. The digest is that of the change that they have seen. */
export interface LockDecision {
  readonly source: string;
  readonly kind: string;
  readonly operation: string;
  readonly digest?: string | undefined;
  readonly decision: "accept" | "refuse";
}

/** The lock of a hub's sources. */
export interface SourcesLock {
  /** The file. */
  readonly file: string;
  /** Whether there is one. */
  readonly exists: boolean;
  /** Sources that it holds, and that the config no longer has: `write` drops them. */
  readonly stale: readonly string[];
  changes(): SourceChanges[];
  /** Writes a decision to the file, and applies it. */
  decide(decision: LockDecision): Promise<void>;
  /**
   * The text of a lock that holds what the sources offer: for new sources everything; for sources that the lock names,
   * what it already holds and the changes that `accepts` takes. A source that is not connected stays as it was.
   */
  write(accepts?: (source: string, operation: string) => boolean): Promise<string>;
}
