import type { Identity } from "./access-control.ts";
import type { LogMessage } from "./caller-log.ts";

/** A log message of a source that belongs to no call. */
export interface ServerLogEntry {
  readonly message: LogMessage;
  /** Whether a caller may read it: one who may call something of the source. */
  readonly isFor: (identity: Identity | undefined) => boolean;
}

/** Hears such messages. Returns a way to stop. */
export type FollowServerLog = (listener: (entry: ServerLogEntry) => void) => () => void;
