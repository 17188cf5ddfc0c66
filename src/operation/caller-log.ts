import { identityKey } from "./access-control.ts";
import type { Identity } from "./access-control.ts";
import type { CallSession } from "./call-session.ts";

/** How severe a log message is, from the least to the most: the levels of syslog, as MCP uses them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** A log message of a running call. */
export interface LogMessage {
  readonly level: LogLevel;
  /** Text, or anything that JSON can express. */
  readonly data: unknown;
  /** What wrote it. Default: the operation. */
  readonly logger?: string | undefined;
}

/** A caller that reads the log of its call. */
export interface CallerLog {
  /** The least severe level that the caller wants. Less severe messages do not reach it. */
  readonly level: LogLevel;
  write(message: LogMessage): void;
}

export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.includes(value as LogLevel);
}

/** Whether a caller that wants `least` and more severe messages wants one of this level. */
export function isLogged(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

/** A log message of a source that belongs to no call. */
export interface ServerLogEntry {
  readonly message: LogMessage;
  /**
   * Whether a caller may read it: the caller may call an operation of the source, and owns the session if it came in
   * one.
   */
  readonly isFor: (reader: LogReader) => boolean;
  /** Whether it comes from another hub. */
  readonly isRemote: boolean;
}

/** Where the messages of a source go, and who may read them. */
export interface ServerLogOptions extends Pick<ServerLogEntry, "isRemote"> {
  readonly tell: (entry: ServerLogEntry) => void;
  /** Whether a caller may call an operation of the source. */
  readonly mayUse: (identity: Identity | undefined) => boolean;
}

/** A caller, and the session in which it calls. */
export interface LogReader {
  readonly identity: Identity | undefined;
  readonly session?: CallSession | undefined;
}

/** Calls the listener with log messages that belong to no call. Returns a function that stops that. */
export type FollowServerLog = (listener: (entry: ServerLogEntry) => void) => () => void;

/** Makes the function that reports such messages. Those of a session that one caller owns are for that caller only. */
export function createServerLog(options: ServerLogOptions): (message: LogMessage, owner?: LogReader) => void {
  const { tell, mayUse, isRemote } = options;
  return (message, owner) => {
    const isFor = (reader: LogReader): boolean =>
      mayUse(reader.identity) && (owner === undefined || isSame(reader, owner));
    tell({ message, isFor, isRemote });
  };
}

/** Whether it is the same caller and, if the owner names a session, in that session. */
function isSame(reader: LogReader, owner: LogReader): boolean {
  if (owner.session !== undefined && owner.session.id !== reader.session?.id) return false;
  const [own, other] = [reader.identity, owner.identity];
  return own === undefined || other === undefined ? own === other : identityKey(own) === identityKey(other);
}
