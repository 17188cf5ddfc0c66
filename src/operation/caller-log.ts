import type { Identity } from "./access-control.ts";

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
  /** Whether a caller may read it: one who may call something of the source. */
  readonly isFor: (identity: Identity | undefined) => boolean;
}

/** Hears such messages. Returns a way to stop. */
export type FollowServerLog = (listener: (entry: ServerLogEntry) => void) => () => void;
