import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import { hasFailed } from "../observe/observe-calls.ts";
import type { EndedCall } from "../observe/observe-calls.ts";

/** A call that has ended, as the viewer may see it. */
export interface RecentCall {
  readonly requestId: string;
  readonly operationId: string;
  /** Who called; null for a call without an identity. */
  readonly caller: string | null;
  /** ISO 8601: when it ended. */
  readonly at: string;
  readonly durationMs: number;
  /** `OK`, or the code of the error. */
  readonly code: string;
  /** The message of the error. Only the caller sees it, because it may repeat their input. */
  readonly message?: string | undefined;
}

interface Kept {
  /** By `identityKey`. */
  readonly owner: string | undefined;
  readonly call: RecentCall;
}

const MOST_KEPT = 500;
const MOST_SHOWN = 20;
const LONGEST_ID = 200;
const LONGEST_MESSAGE = 500;

/** The latest calls, and the latest that failed, which are rarer. Calls that operations make are not among them. */
export class RecentCalls {
  readonly #all = new Ring();
  readonly #failed = new Ring();

  add(ended: EndedCall): void {
    const { id, identity, requestId, parentRequestId, at, code, message, durationMs } = ended;
    if (parentRequestId !== undefined) return;
    const call: RecentCall = {
      requestId: requestId.slice(0, LONGEST_ID),
      operationId: id,
      caller: identity?.id ?? null,
      at: new Date(at).toISOString(),
      durationMs: Math.round(durationMs * 1000) / 1000,
      code,
      ...(message === undefined ? {} : { message: message.slice(0, LONGEST_MESSAGE) }),
    };
    const kept = { owner: identity && identityKey(identity), call };
    this.#all.add(kept);
    if (hasFailed(ended)) this.#failed.add(kept);
  }

  /** Newest first: the viewer's own, or with `all` those of everyone, without the messages of others. */
  list(which: "all" | "failed", viewer: Identity, all: boolean): RecentCall[] {
    const owner = identityKey(viewer);
    const shown: RecentCall[] = [];
    for (const kept of (which === "all" ? this.#all : this.#failed).newestFirst()) {
      if (shown.length === MOST_SHOWN) break;
      const { message: _, ...others } = kept.call;
      if (kept.owner === owner) shown.push(kept.call);
      else if (all) shown.push(others);
    }
    return shown;
  }
}

class Ring {
  readonly #kept: Kept[] = [];
  #next = 0;

  add(kept: Kept): void {
    this.#kept[this.#next] = kept;
    this.#next = (this.#next + 1) % MOST_KEPT;
  }

  *newestFirst(): Generator<Kept> {
    const { length } = this.#kept;
    for (let back = 1; back <= length; back++) yield this.#kept[(this.#next - back + length) % length] as Kept;
  }
}
