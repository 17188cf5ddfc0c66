import { effect, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { isAbort } from "../api/api-client.ts";
import type { ApiClient } from "../api/api-client.ts";
import type { ApprovalList } from "../api/contract.ts";

export interface InboxState {
  readonly list?: ApprovalList | undefined;
  readonly failure?: unknown;
  /** Whether the server has approvals at all. */
  readonly isHub: boolean;
}

/** The calls that wait for an approval. It is up to date while a view follows it. */
export interface ApprovalInbox {
  readonly state: ReadonlySignal<InboxState>;
  /** Returns a function that stops it. All followers share one request. */
  follow(): () => void;
}

const RETRY_MS = 3000;

export function createApprovalInbox(client: Pick<ApiClient, "approvals">): ApprovalInbox {
  const state = signal<InboxState>({ isHub: true });
  let followers = 0;
  let leaving = new AbortController();

  const run = async (leave: AbortSignal): Promise<void> => {
    let version: number | undefined;
    while (!leave.aborted) {
      try {
        // The server answers as soon as there is a newer version.
        const list = await client.approvals(version, leave);
        if (leave.aborted) return;
        state.value = { list, isHub: list !== undefined };
        if (list === undefined) return;
        version = list.version;
      } catch (failure) {
        if (isAbort(failure) || leave.aborted) return;
        version = undefined;
        state.value = { ...state.value, failure };
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  return {
    state,
    follow() {
      if (followers++ === 0) {
        leaving = new AbortController();
        void run(leaving.signal);
      }
      let isFollowing = true;
      return () => {
        if (isFollowing && --followers === 0) {
          leaving.abort();
          // The next follower may be another user.
          state.value = { isHub: true };
        }
        isFollowing = false;
      };
    },
  };
}

/** Follows while a condition of signals holds. */
export function followWhile(inbox: ApprovalInbox, isWanted: () => boolean): void {
  let stop: (() => void) | undefined;
  effect(() => {
    const wanted = isWanted();
    if (wanted) stop ??= inbox.follow();
    else {
      stop?.();
      stop = undefined;
    }
  });
}
