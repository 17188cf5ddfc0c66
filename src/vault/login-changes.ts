import { Listeners } from "../shared/listeners.ts";
import type { LoginAddress, LoginRecord } from "./login-record.ts";

/** A login that was made, replaced or ended. */
export interface LoginChange {
  readonly address: LoginAddress;
  /** Undefined: it is gone. */
  readonly record: LoginRecord | undefined;
}

/**
 * The changes of logins that a process knows: its own at once, those of other processes after the next read of the
 * store.
 */
export class LoginChanges {
  /** How many there were: what was read before the last of them may be out of date. */
  count = 0;
  readonly #listeners = new Listeners<LoginChange>();

  /** Returns a function that stops listening. */
  on(listener: (change: LoginChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  tell(change: LoginChange): void {
    this.count++;
    this.#listeners.tell(change);
  }
}
