import { toRemoteError } from "../../errors/remote-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { MiddlewareCall } from "../../operation/middleware.ts";
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

interface Recorded {
  /** By `identityKey`. */
  readonly owner: string;
  /** Replaced when the call ends. */
  call: TimelineCall;
}

const DEFAULT_SIZE = 10_000;
const MOST_SHOWN = 1000;
const LONGEST_ID = 200;

/** Remembers the latest calls of each identity, and their nested calls. */
export class Timeline {
  readonly #size: number;
  /** By number, oldest first. */
  readonly #calls = new Map<number, Recorded>();
  /** Call numbers by identity and request, and by identity and parent request. */
  readonly #byKey = new Map<string, Set<number>>();
  #next = 0;

  constructor(size = DEFAULT_SIZE) {
    this.#size = size;
  }

  get size(): number {
    return this.#calls.size;
  }

  /** For `observeCalls`. It skips calls without an identity: no one could look them up. */
  readonly observe = ({ id, context }: MiddlewareCall): ((end: ObservedEnd) => void) => {
    const { identity, requestId, parentRequestId } = context;
    if (identity === undefined || requestId.length > LONGEST_ID) return () => undefined;
    const call: TimelineCall = {
      requestId,
      ...(parentRequestId === undefined ? {} : { parentRequestId: parentRequestId.slice(0, LONGEST_ID) }),
      operationId: id,
      startedAt: new Date().toISOString(),
    };
    const recorded: Recorded = { owner: identityKey(identity), call };
    this.#add(recorded);
    return ({ durationMs, error }) => {
      // Details are dropped. Declared codes are not looked up, which can fail for an imported operation.
      const shown = error && toRemoteError(error, { declared: undefined });
      recorded.call = {
        ...call,
        durationMs: Math.round(durationMs * 1000) / 1000,
        ...(shown === undefined ? {} : { error: { code: shown.code, message: shown.message } }),
      };
    };
  };

  /** The call with this id and all calls nested in it, in the order of their starts. */
  find(requestId: string, identity: Identity): TimelineCall[] {
    const owner = identityKey(identity);
    const found = new Set<number>(this.#byKey.get(keyOf("call", owner, requestId)));
    // The loop also visits what it adds to the set: calls nested at any depth.
    for (const number of found) {
      if (found.size >= MOST_SHOWN) break;
      const below = this.#byKey.get(keyOf("below", owner, this.#calls.get(number)?.call.requestId ?? ""));
      for (const child of below ?? []) found.add(child);
    }
    return Array.from(found)
      .sort((one, other) => one - other)
      .slice(0, MOST_SHOWN)
      .flatMap((number) => this.#calls.get(number)?.call ?? []);
  }

  #add(recorded: Recorded): void {
    const number = this.#next++;
    this.#calls.set(number, recorded);
    for (const key of keysOf(recorded)) {
      const numbers = this.#byKey.get(key);
      if (numbers === undefined) this.#byKey.set(key, new Set([number]));
      else numbers.add(number);
    }
    if (this.#calls.size > this.#size) this.#drop(number - this.#size);
  }

  #drop(number: number): void {
    const recorded = this.#calls.get(number);
    if (recorded === undefined) return;
    this.#calls.delete(number);
    for (const key of keysOf(recorded)) {
      const numbers = this.#byKey.get(key);
      numbers?.delete(number);
      if (numbers?.size === 0) this.#byKey.delete(key);
    }
  }
}

function keysOf({ owner, call }: Recorded): string[] {
  const { requestId, parentRequestId } = call;
  const own = keyOf("call", owner, requestId);
  return parentRequestId === undefined ? [own] : [own, keyOf("below", owner, parentRequestId)];
}

function keyOf(kind: "call" | "below", owner: string, requestId: string): string {
  return `${kind} ${owner.length} ${owner} ${requestId}`;
}
