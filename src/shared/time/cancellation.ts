import { CallError } from "../../errors/call-error.ts";
import { onDeadline } from "./deadline-timer.ts";

type Listener = (reason: CallError) => void;

/**
 * Deadline and abort as one mechanism. It makes an `AbortController` only when a handler asks for the signal, because
 * making one takes longer than a whole call.
 */
export class Cancellation {
  /** Why it was cancelled. */
  reason: CallError | undefined;
  #controller: AbortController | undefined;
  /** Most cancellations have one listener, and a set for it would cost as much as the rest of the call. */
  #listener: Listener | undefined;
  /** The listeners that came while there was one. */
  #further: Set<Listener> | undefined;
  #sources: Array<() => void> | undefined;

  /** A signal that fires with the reason, a `CallError`. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.reason !== undefined) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Cancels, once. Listeners run before the signal fires, so the caller hears of it before handlers react. */
  cancel(reason: CallError): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.release();
    const first = this.#listener;
    this.#listener = undefined;
    first?.(reason);
    for (const listener of this.#further ?? []) listener(reason);
    this.#further = undefined;
    this.#controller?.abort(reason);
  }

  /** Calls the listener on cancellation, at once if that has happened already. Returns a way to stop listening. */
  onCancel(listener: Listener): () => void {
    if (this.reason !== undefined) {
      listener(this.reason);
      return () => undefined;
    }
    if (this.#listener === undefined && this.#further === undefined) this.#listener = listener;
    else (this.#further ??= new Set()).add(listener);
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
      else this.#further?.delete(listener);
    };
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
    this.#follow(parent.onCancel((reason) => this.cancel(reason)));
  }

  /** Is cancelled when the signal fires. */
  followSignal(signal: AbortSignal): void {
    const abort = (): void => this.cancel(reasonOf(signal));
    if (signal.aborted) return abort();
    this.#follow(onAbort(signal, abort));
  }

  /** Is cancelled when the steady clock, which shows `now`, has reached this moment. */
  followDeadline(at: number, now = performance.now()): void {
    const expire = (): void => this.cancel(new CallError("TIMEOUT", "The deadline has passed."));
    if (at <= now) return expire();
    if (at !== Infinity) this.#follow(onDeadline(at, expire));
  }

  /** Stops following. The call is over, and nothing of it may stay behind at its sources. */
  release(): void {
    if (this.#sources === undefined) return;
    const sources = this.#sources;
    this.#sources = undefined;
    for (const stop of sources) stop();
  }

  #follow(stop: () => void): void {
    if (this.reason === undefined) (this.#sources ??= []).push(stop);
    else stop();
  }
}

interface Followers {
  readonly callbacks: Set<() => void>;
  readonly tellAll: () => void;
}

const followersOf = new WeakMap<AbortSignal, Followers>();

/** Adds one listener per signal. Where many calls share a signal, Node warns of a leak beyond ten listeners. */
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
function reasonOf(signal: AbortSignal): CallError {
  const reason: unknown = signal.reason;
  if (reason instanceof CallError) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout
    ? new CallError("TIMEOUT", "The deadline has passed.", undefined, { cause: reason })
    : new CallError("ABORTED", "The caller gave the call up.", undefined, { cause: reason });
}
