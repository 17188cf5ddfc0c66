import { identityKey, isOfferedTo, limitAccess } from "../../../operation/access-control.ts";
import type { AccessControl, Identity } from "../../../operation/access-control.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import type { IsolatedCaller } from "../config/mcp-client-config.ts";

/** Whether a session offers the item that an operation was made from. */
export type IsOffered<TOffer> = (offer: TOffer) => boolean;

export interface CallerListsOptions {
  /** All operations of the source, whichever caller sees them. */
  readonly operations: () => readonly AnyOperation[];
  /** Called with the key of a caller who now sees other operations. */
  readonly onChange: (caller: string) => void;
  /** Default: an hour. Milliseconds. */
  readonly keptMs?: number | undefined;
}

/** What one session of a caller has listed. */
interface SessionList<TOffer> {
  isOffered: IsOffered<TOffer>;
  /** Whether it no longer counts: the caller may be another account by now. */
  isForgotten: boolean;
}

interface CallerView<TOffer> {
  readonly identity: Identity;
  /** One for each session of the caller, or the last one of a caller without sessions. */
  readonly lists: Set<SessionList<TOffer>>;
  /** Set once the last session has ended. */
  forgetting: ReturnType<typeof setTimeout> | undefined;
}

/** How many callers without a session keep their last list. */
const MOST_KEPT = 1000;
const KEPT_MS = 60 * 60 * 1000;

/**
 * What callers' own sessions list, if a source's operations are made from another session. It only hides: a caller does
 * not see an operation that none of its sessions offers. A caller without a list sees all of them.
 *
 * The last list outlives its session for a while. Sessions end after minutes, and most clients list before they call.
 * Otherwise they would nearly always get the whole catalogue first, and a different one after their first call.
 */
export class CallerLists<TOffer> {
  readonly #options: CallerListsOptions;
  /** By the key of the identity. */
  readonly #views = new Map<string, CallerView<TOffer>>();
  /** Callers without a session, in the order in which their last one ended. */
  readonly #kept = new Set<string>();

  constructor(options: CallerListsOptions) {
    this.#options = options;
  }

  /** Limits an operation to the callers whose sessions offer it. */
  limit(accessControl: AccessControl, offer: TOffer): AccessControl {
    return limitAccess(accessControl, (identity) => {
      const view = identity && this.#views.get(identityKey(identity));
      return view === undefined || Array.from(view.lists).some(({ isOffered }) => isOffered(offer));
    });
  }

  /**
   * Returns a function for a new session, to be called with each list that it reads. Callers without an identity share
   * a session, and see everything.
   */
  begin({ identity, ended }: IsolatedCaller): (isOffered: IsOffered<TOffer>) => void {
    if (identity === undefined) return () => undefined;
    const list: SessionList<TOffer> = { isOffered: () => true, isForgotten: false };
    ended.addEventListener("abort", () => this.#end(identity, list), { once: true });
    return (isOffered) => {
      if (ended.aborted || list.isForgotten) return;
      this.#changing(identity, () => {
        list.isOffered = isOffered;
        this.#add(identity, list);
      });
    };
  }

  /** Called when a caller may have become another account. Its next session says what it is offered. */
  forget(caller: string): void {
    const view = this.#views.get(caller);
    if (view === undefined) return;
    this.#changing(view.identity, () => this.#delete(caller, view));
  }

  close(): void {
    for (const [caller, view] of this.#views) this.#delete(caller, view);
  }

  #add(identity: Identity, list: SessionList<TOffer>): void {
    const caller = identityKey(identity);
    const known = this.#views.get(caller);
    const view = known ?? { identity, lists: new Set<SessionList<TOffer>>(), forgetting: undefined };
    if (view.forgetting !== undefined) {
      clearTimeout(view.forgetting);
      view.forgetting = undefined;
      view.lists.clear();
      this.#kept.delete(caller);
    }
    view.lists.add(list);
    if (known === undefined) this.#views.set(caller, view);
  }

  #end(identity: Identity, list: SessionList<TOffer>): void {
    const caller = identityKey(identity);
    const view = this.#views.get(caller);
    // The session has listed nothing, or was forgotten.
    if (view?.lists.has(list) !== true) return;
    if (view.lists.size > 1) return this.#changing(identity, () => view.lists.delete(list));
    // The caller sees no operation, so it could never make the call that begins its next session.
    if (this.#options.operations().length === this.#hidden(identity).length) return this.forget(caller);
    view.forgetting = setTimeout(() => this.forget(caller), this.#options.keptMs ?? KEPT_MS);
    (view.forgetting as { unref?: () => void }).unref?.();
    this.#kept.add(caller);
    const [oldest] = this.#kept;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.forget(oldest);
  }

  #delete(caller: string, { lists, forgetting }: CallerView<TOffer>): void {
    clearTimeout(forgetting);
    for (const list of lists) list.isForgotten = true;
    this.#views.delete(caller);
    this.#kept.delete(caller);
  }

  #changing(identity: Identity, change: () => void): void {
    const before = this.#hidden(identity).join(" ");
    change();
    if (this.#hidden(identity).join(" ") !== before) this.#options.onChange(identityKey(identity));
  }

  /** The indices of the operations that the caller does not see. */
  #hidden(identity: Identity): number[] {
    const operations = this.#options.operations();
    return operations.flatMap(({ accessControl }, index) => (isOfferedTo(accessControl, identity) ? [] : [index]));
  }
}
