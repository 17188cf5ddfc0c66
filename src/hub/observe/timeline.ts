import type { Identity } from "../../operation/access-control.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { MiddlewareCall } from "../../operation/middleware.ts";
import { shownError } from "./observe-calls.ts";
import type { ObservedEnd } from "./observe-calls.ts";

/** One call on a timeline. */
export interface TimelineCall {
  readonly requestId: string;
  readonly parentRequestId?: string | undefined;
  readonly operationId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Absent while it runs. */
  readonly durationMs?: number | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/**
 * What is kept of a call: only what costs nothing to keep, because most calls are never looked up. No error: its stack
 * holds whatever its functions were called on, such as the call with its input.
 */
interface Recorded {
  readonly identity: Identity;
  readonly requestId: string;
  readonly parentRequestId: string | undefined;
  readonly operationId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Absent while it runs. */
  durationMs: number | undefined;
  error: TimelineCall["error"];
}

const DEFAULT_SIZE = 10_000;
const MOST_SHOWN = 1000;
const LONGEST_ID = 200;

/** Remembers the latest calls of each identity, and their nested calls. */
export class Timeline {
  readonly #size: number;
  /** In a ring: a call takes the place of the oldest. */
  readonly #calls: Recorded[] = [];
  #next = 0;

  constructor(size = DEFAULT_SIZE) {
    this.#size = size;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** For `observeCalls`. It skips calls without an identity, because no caller could look them up. */
  readonly observe = ({ id, context }: MiddlewareCall): ((end: ObservedEnd) => void) => {
    const { identity, requestId, parentRequestId } = context;
    if (identity === undefined || requestId.length > LONGEST_ID) return () => undefined;
    const recorded: Recorded = {
      identity,
      requestId,
      parentRequestId: parentRequestId?.slice(0, LONGEST_ID),
      operationId: id,
      startedAt: Date.now(),
      durationMs: undefined,
      error: undefined,
    };
    this.#calls[this.#next] = recorded;
    this.#next = (this.#next + 1) % this.#size;
    return ({ durationMs, error }) => {
      recorded.durationMs = durationMs;
      recorded.error = error && shownError(error);
    };
  };

  /** The call with this id and all calls nested in it, in the order of their starts. */
  find(requestId: string, identity: Identity): TimelineCall[] {
    const owner = identityKey(identity);
    const oldestFirst = [...this.#calls.slice(this.#next), ...this.#calls.slice(0, this.#next)];
    const own = oldestFirst.filter((call) => identityKey(call.identity) === owner);
    const below = byParent(own);
    const found = new Set(own.filter((call) => call.requestId === requestId));
    // The loop also visits what it adds to the set: calls nested at any depth.
    for (const call of found) {
      if (found.size >= MOST_SHOWN) break;
      for (const child of below.get(call.requestId) ?? []) found.add(child);
    }
    return own
      .filter((call) => found.has(call))
      .slice(0, MOST_SHOWN)
      .map(toShown);
  }
}

function byParent(calls: readonly Recorded[]): Map<string, Recorded[]> {
  const groups = new Map<string, Recorded[]>();
  for (const call of calls) {
    if (call.parentRequestId === undefined) continue;
    const group = groups.get(call.parentRequestId);
    if (group === undefined) groups.set(call.parentRequestId, [call]);
    else group.push(call);
  }
  return groups;
}

function toShown({ requestId, parentRequestId, operationId, startedAt, durationMs, error }: Recorded): TimelineCall {
  return {
    requestId,
    ...(parentRequestId === undefined ? {} : { parentRequestId }),
    operationId,
    startedAt: new Date(startedAt).toISOString(),
    ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs * 1000) / 1000 }),
    ...(error === undefined ? {} : { error }),
  };
}
