import { CallError } from "../../errors/call-error.ts";
import { LONGEST_DELAY } from "../../shared/deadline-timer.ts";

/** What one connection may ask of this side. Every limit has a default, and an error that names it. */
export interface ProtocolLimits {
  /** Bytes of one frame, in either direction. Default: 4 MiB. */
  readonly maxFrameBytes: number;
  /** Calls and streams that run at once, in each direction. Default: 4096. */
  readonly maxCallsInFlight: number;
  /** Items of a stream that are on their way at once. Default: 1024. */
  readonly window: number;
  /** About how many bytes these items may take: if they are large, the window gets smaller. Default: 8 MiB. */
  readonly windowBytes: number;
  /** The largest window that a caller may ask of this side. Default: 1024. */
  readonly maxWindow: number;
  /** Bytes that may wait to be sent, or of one stream to be taken. Default: 64 MiB. */
  readonly maxQueuedBytes: number;
  /** Operations that the other side may offer. Default: 10,000. */
  readonly maxOfferedOperations: number;
  /** Milliseconds to open a connection, and from then until both sides have said hello. Default: 10,000. */
  readonly handshakeMs: number;
  /** Milliseconds between two signs of life; three without one end the connection. Default: 5000. */
  readonly heartbeatMs: number;
}

/** A call that the peer has not taken after this many heartbeats is lost. Its caller learns of it within three. */
export const ACCEPT_HEARTBEATS = 2.5;

const DEFAULTS: ProtocolLimits = {
  maxFrameBytes: 4 * 1024 * 1024,
  maxCallsInFlight: 4096,
  window: 1024,
  windowBytes: 8 * 1024 * 1024,
  maxWindow: 1024,
  maxQueuedBytes: 64 * 1024 * 1024,
  maxOfferedOperations: 10_000,
  handshakeMs: 10_000,
  heartbeatMs: 5000,
};

const LEAST: ProtocolLimits = {
  maxFrameBytes: 1024,
  maxCallsInFlight: 1,
  window: 1,
  windowBytes: 1,
  maxWindow: 1,
  maxQueuedBytes: 1024,
  maxOfferedOperations: 0,
  handshakeMs: 1,
  heartbeatMs: 10,
};

/** Some limits travel, and the events bound them. */
const MOST: ProtocolLimits = {
  maxFrameBytes: Number.MAX_SAFE_INTEGER,
  maxCallsInFlight: Number.MAX_SAFE_INTEGER,
  window: 1_000_000,
  windowBytes: Number.MAX_SAFE_INTEGER,
  maxWindow: 1_000_000,
  maxQueuedBytes: Number.MAX_SAFE_INTEGER,
  maxOfferedOperations: Number.MAX_SAFE_INTEGER,
  handshakeMs: LONGEST_DELAY,
  heartbeatMs: LONGEST_DELAY,
};

/** Adds the defaults to the given limits. */
export function toProtocolLimits(given: Partial<ProtocolLimits> = {}): ProtocolLimits {
  const limits = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as Array<keyof ProtocolLimits>) {
    const value = given[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < LEAST[name] || value > MOST[name])
      throw new CallError(
        "VALIDATION_ERROR",
        `${name} is ${String(value)}: give a whole number from ${LEAST[name]} to ${MOST[name]}.`,
      );
    limits[name] = value;
  }
  return limits;
}
