import { CallError } from "../../errors/call-error.ts";

/** Lets only so many calls run at once. The others are refused rather than kept waiting: a client can wait better. */
export class CallSlots {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns how to give the slot back. */
  take(): () => void {
    if (this.#taken >= this.#limit) {
      throw new CallError("OVERLOADED", `The server runs ${this.#limit} calls already, and takes no more at once.`);
    }
    this.#taken++;
    let given = false;
    return () => {
      if (!given) this.#taken--;
      given = true;
    };
  }
}
