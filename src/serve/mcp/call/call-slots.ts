import { CallError } from "../../../errors/call-error.ts";
import { ClientShares, defaultShare } from "../../identity/client-shares.ts";

/** Lets only so many calls run at once. The others are refused rather than kept waiting: a client can wait better. */
export class CallSlots {
  readonly #limit: number;
  readonly #shares: ClientShares;
  #taken = 0;

  constructor(limit: number, perClient = defaultShare(limit)) {
    this.#limit = limit;
    this.#shares = new ClientShares(perClient);
  }

  /** `client`: whose share it counts against, where there are several. Returns how to give the slot back. */
  take(client: string | undefined): () => void {
    if (this.#taken >= this.#limit) {
      throw new CallError("OVERLOADED", `The server runs ${this.#limit} calls already, and takes no more at once.`);
    }
    if (client !== undefined && !this.#shares.take(client)) {
      throw new CallError(
        "OVERLOADED",
        `You have ${this.#shares.limit} calls running already, and get no more at once.`,
      );
    }
    this.#taken++;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#taken--;
      if (client !== undefined) this.#shares.give(client);
    };
  }
}
