import { CallError } from "../../errors/call-error.ts";
import { addDeadline, removeDeadline } from "./deadline-timer.ts";
import type { Deadline } from "./deadline-timer.ts";

/** Is told of a cancellation. An object rather than a callback, because every call that can be cancelled listens. */
export interface CancelListener {
  cancel(reason: CallError): void;
}

/**
 * Deadline and abort as one mechanism. It makes an `AbortController` only when a handler asks for the signal, because
 * making one takes longer than a whole call.
 */
export class Cancellation implements Deadline, CancelListener {
  /** Why it was cancelled. */
  reason: CallError | undefined;
  #controller: AbortController | undefined;
  /** Most cancellations have one listener, and a set for it would cost as much as the rest of the call. */
  #listener: CancelListener | undefined;
  /** The listeners that came while there was one. */
  #further: Set<CancelListener> | undefined;
  /** The parents and signals that it follows. Not a list: V8 allocates its literal in the old generation, see ADR 56. */
  #sources: Set<Pick<Cancellation, "unlisten">> | undefined;
  /** The deadline that it follows. */
  at = Infinity;
  index = -1;

  /** A signal that fires with the reason, a `CallError`. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.reason !== undefined) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Cancels, once. Listeners run before the signal fires, so the caller learns of it before handlers react. */
  cancel(reason: CallError): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.release();
    const first = this.#listener;
    this.#listener = undefined;
    first?.cancel(reason);
    this.#further?.forEach((listener) => listener.cancel(reason));
    this.#further = undefined;
    this.#controller?.abort(reason);
  }

  /** Tells the listener of a cancellation, at once if that has happened already. */
  listen(listener: CancelListener): void {
    if (this.reason !== undefined) listener.cancel(this.reason);
    else if (this.#listener === undefined && this.#further === undefined) this.#listener = listener;
    else (this.#further ??= new Set()).add(listener);
  }

  unlisten(listener: CancelListener): void {
    if (this.#listener === listener) this.#listener = undefined;
    else this.#further?.delete(listener);
  }

  /** Like `listen`, with a callback. Returns a function that stops listening. */
  onCancel(cancel: (reason: CallError) => void): () => void {
    const listener = { cancel };
    this.listen(listener);
    return () => this.unlisten(listener);
  }

  /** Settles as the work does, or rejects with the reason as soon as this is cancelled. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.onCancel(reject);
      void work.then(resolve, reject).then(stop);
    });
  }

  /** Is cancelled when `parent` is. */
  followParent(parent: Cancellation): void {
    if (this.reason !== undefined) return;
    (this.#sources ??= new Set()).add(parent);
    parent.listen(this);
  }

  /** Is cancelled when the signal fires. */
  followSignal(signal: AbortSignal): void {
    if (this.reason !== undefined) return;
    const abort = (): void => this.cancel(cancelReason(signal));
    if (signal.aborted) abort();
    else (this.#sources ??= new Set()).add({ unlisten: onAbort(signal, abort) });
  }

  /**
   * Is cancelled when the steady clock, which shows `now`, reaches this moment. Of several moments, the earliest
   * counts. `add` makes the deadline wait.
   */
  followDeadline(at: number, now = performance.now(), add = addDeadline): void {
    if (at <= now) this.expire();
    else if (at < this.at && this.reason === undefined) {
      removeDeadline(this);
      this.at = at;
      add(this);
    }
  }

  expire(): void {
    this.cancel(new CallError("TIMEOUT", "The deadline has passed."));
  }

  /**
   * Stops the clock of its deadline, and of those of its parents: a person is asked, and their time is not the call's.
   * Returns a function that lets the clock go on.
   */
  holdDeadline(): () => void {
    const parents = Array.from(this.#sources ?? []).filter((source) => source instanceof Cancellation);
    const releases = [holdOwn(this), ...parents.map((parent) => parent.holdDeadline())];
    return () => releases.splice(0).forEach((release) => release());
  }

  /** Stops following: the call is over, and must leave nothing behind in its parents and signals. */
  release(): void {
    if (this.index !== -1) removeDeadline(this);
    this.at = Infinity;
    for (const source of this.#sources ?? []) source.unlisten(this);
    this.#sources = undefined;
  }
}

interface Hold {
  count: number;
  readonly since: number;
}

/** The deadlines that stand still. Few calls ask a person, so the others have no field for this. */
const holds = new WeakMap<Cancellation, Hold>();

function holdOwn(cancellation: Cancellation): () => void {
  const hold = holds.get(cancellation) ?? { count: 0, since: performance.now() };
  hold.count++;
  holds.set(cancellation, hold);
  removeDeadline(cancellation);
  return () => {
    if (--hold.count > 0) return;
    holds.delete(cancellation);
    removeDeadline(cancellation);
    // The call may be over.
    if (cancellation.at === Infinity) return;
    cancellation.at += performance.now() - hold.since;
    addDeadline(cancellation);
  };
}

interface Followers {
  readonly callbacks: Set<() => void>;
  readonly tellAll: () => void;
}

const followersOf = new WeakMap<AbortSignal, Followers>();

/** Adds one listener per signal: many calls may share a signal, and Node warns of a leak beyond ten listeners. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, tellAll } = followersOf.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    followersOf.delete(signal);
    signal.removeEventListener("abort", tellAll);
  };
}

function listenTo(signal: AbortSignal): Followers {
  const callbacks: Followers["callbacks"] = new Set();
  const tellAll = (): void => {
    for (const tell of callbacks) tell();
  };
  const followers = { callbacks, tellAll };
  signal.addEventListener("abort", tellAll, { once: true });
  followersOf.set(signal, followers);
  return followers;
}

/** Why a foreign signal fired. A `CallError` stays as it is, and `AbortSignal.timeout` means a deadline. */
export function cancelReason(signal: AbortSignal): CallError {
  const cause: unknown = signal.reason;
  if (cause instanceof CallError) return cause;
  return cause instanceof Error && cause.name === "TimeoutError"
    ? new CallError("TIMEOUT", "The deadline has passed.", undefined, { cause })
    : new CallError("ABORTED", "The caller gave up the call.", undefined, { cause });
}
