import { CallError } from "../../errors/call-error.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";

/** What one connection may ask of this side. Every limit has a default, and an error that names it. */
export interface ProtocolLimits {
  /** Bytes of one frame, in either direction. Default: 4 MiB. */
  readonly maxFrameBytes: number;
  /** Calls and streams that run at once, in each direction. Default: 4096. */
  readonly maxCallsInFlight: number;
  /** Items of a stream that may be on their way at once. Default: 4096. */
  readonly window: number;
  /** About how many bytes these items may take: if they are large, the window gets smaller. Default: 8 MiB. */
  readonly windowBytes: number;
  /** The largest window that a caller may ask of this side. Default: 4096. */
  readonly maxWindow: number;
  /** Bytes that may wait to be sent, and bytes of one stream that may wait to be taken. Default: 64 MiB. */
  readonly maxQueuedBytes: number;
  /** Operations that the other side may offer. Default: 10,000. */
  readonly maxOfferedOperations: number;
  /** Milliseconds to open a connection, and from then until both sides have said hello. Default: 10,000. */
  readonly handshakeMs: number;
  /** Milliseconds between two signs of life; two and a half of these in silence end the connection. Default: 5000. */
  readonly heartbeatMs: number;
}

/**
 * A peer that is silent for this many heartbeats is gone, and its untaken calls are lost. Callers learn it within
 * three.
 */
export const SILENT_HEARTBEATS = 2.5;

/** The operations of a peer that is gone stay for this many heartbeats and answer `NO_RESPONDER`: it may return. */
export const KEPT_HEARTBEATS = 10;

type Bounds = readonly [fallback: number, least: number, most: number];

const MiB = 1024 * 1024;
const ANY = Number.MAX_SAFE_INTEGER;

/** Some limits travel in events, whose schemas bound them. */
const BOUNDS: { readonly [Name in keyof ProtocolLimits]: Bounds } = {
  maxFrameBytes: [4 * MiB, 1024, ANY],
  maxCallsInFlight: [4096, 1, ANY],
  window: [4096, 1, 1_000_000],
  windowBytes: [8 * MiB, 1, ANY],
  maxWindow: [4096, 1, 1_000_000],
  maxQueuedBytes: [64 * MiB, 1024, ANY],
  maxOfferedOperations: [10_000, 0, ANY],
  handshakeMs: [10_000, 1, LONGEST_DELAY],
  heartbeatMs: [5000, 10, LONGEST_DELAY],
};

/** Adds the defaults to the given limits. */
export function toProtocolLimits(given: Partial<ProtocolLimits> = {}): ProtocolLimits {
  const limits: Record<string, number> = {};
  for (const [name, [fallback, least, most]] of Object.entries(BOUNDS)) {
    const value = given[name as keyof ProtocolLimits] ?? fallback;
    if (!Number.isSafeInteger(value) || value < least || value > most)
      throw new CallError(
        "VALIDATION_ERROR",
        `${name} is ${String(value)}: give a whole number from ${least} to ${most}.`,
      );
    limits[name] = value;
  }
  return limits as unknown as ProtocolLimits;
}
