import type { UpgradeRefusal } from "../../serve/websocket/check-upgrade.ts";
import type { UpgradeRequest } from "../../serve/request/node-http.ts";
import { clientAt, ClientShares } from "../../serve/request/call-limits.ts";

export interface ArrivalsOptions {
  /** How many may be there at once. */
  readonly limit: number;
  /** And of one address. */
  readonly perClient: number;
  readonly addressOf: (request: UpgradeRequest) => string | undefined;
  /** Is told of each that is refused. */
  readonly onRefused: (refusal: UpgradeRefusal, about: string) => void;
}

/** A connection of which nobody knows yet whose it is. */
export interface Arrival {
  /** Where it comes from. */
  readonly address: string | undefined;
  /** It is known now: it counts here no longer. */
  leave(): void;
}

/** The WebSockets that have not said hello, or that were not answered yet: bounded, since they need no credential. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  readonly #shares: ClientShares;
  readonly #names = new WeakMap<UpgradeRequest, string>();
  readonly #waiting = new Map<string, Arrival>();
  #count = 0;
  #refused = 0;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.#shares = new ClientShares(options.perClient);
  }

  /** How many were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts it until it is known or gone; or says why it can't come. */
  take(request: UpgradeRequest): true | UpgradeRefusal {
    const address = this.#options.addressOf(request);
    const client = clientAt(address) ?? "";
    const refusal = this.#enter(client);
    if (refusal !== undefined) {
      this.#refused++;
      this.#options.onRefused(refusal, `websocket from ${address ?? "unknown"}`);
      return refusal;
    }
    // With a number: behind a proxy, and on several addresses of this machine, ports do not tell them apart.
    const name = `websocket ${++this.#count} from ${address ?? "unknown"}`;
    const leave = (): void => {
      if (this.#waiting.delete(name)) this.#shares.give(client);
    };
    this.#names.set(request, name);
    this.#waiting.set(name, { address, leave });
    request.socket.once("close", leave);
    return true;
  }

  /** What a connection that was taken is called. */
  nameOf(request: UpgradeRequest): string {
    return this.#names.get(request) ?? "websocket";
  }

  find(name: string): Arrival | undefined {
    return this.#waiting.get(name);
  }

  #enter(client: string): UpgradeRefusal | undefined {
    const { limit, perClient } = this.#options;
    if (this.#waiting.size >= limit) {
      return { status: 503, message: `${limit} connections have not said yet whose they are: no more at once.` };
    }
    if (this.#shares.take(client)) return undefined;
    return {
      status: 429,
      message: `${perClient} connections of yours have not said yet whose they are: no more at once.`,
    };
  }
}
