import type { UpgradeRefusal } from "../../serve/websocket/check-upgrade.ts";
import type { UpgradeRequest } from "../../serve/request/node-http.ts";
import { clientOf, ClientShares } from "../../serve/request/client-limits.ts";

export interface ArrivalsOptions {
  /** How many may wait at once. */
  readonly limit: number;
  /** How many of one address may wait at once. */
  readonly perClient: number;
  readonly addressOf: (request: UpgradeRequest) => string | undefined;
  /** Called for each refused connection. */
  readonly onRefused: (refusal: UpgradeRefusal, about: string) => void;
}

/** A connection that has not been identified yet. */
export interface Arrival {
  readonly address: string | undefined;
  /** The client is identified: the connection no longer counts here. */
  leave(): void;
}

/** The WebSockets before the end of their handshake. They are bounded, since they need no credential. */
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

  /** How many connections were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts the connection until it is identified or gone, or returns why it is refused. */
  take(request: UpgradeRequest): true | UpgradeRefusal {
    const address = this.#options.addressOf(request);
    const client = clientOf(undefined, address) ?? "";
    const refusal = this.#enter(client);
    if (refusal !== undefined) {
      this.#refused++;
      this.#options.onRefused(refusal, `websocket from ${address ?? "unknown"}`);
      return refusal;
    }
    // Numbered: ports do not distinguish connections behind a proxy or on several addresses.
    const name = `websocket ${++this.#count} from ${address ?? "unknown"}`;
    const leave = (): void => {
      if (this.#waiting.delete(name)) this.#shares.give(client);
    };
    this.#names.set(request, name);
    this.#waiting.set(name, { address, leave });
    request.socket.once("close", leave);
    return true;
  }

  /** The name of an accepted connection. */
  nameOf(request: UpgradeRequest): string {
    return this.#names.get(request) ?? "websocket";
  }

  find(name: string): Arrival | undefined {
    return this.#waiting.get(name);
  }

  #enter(client: string): UpgradeRefusal | undefined {
    const { limit, perClient } = this.#options;
    if (this.#waiting.size >= limit) {
      return { status: 503, message: `${limit} connections have not been identified yet: no more at once.` };
    }
    if (this.#shares.take(client)) return undefined;
    return {
      status: 429,
      message: `${perClient} of your connections have not been identified yet: no more at once.`,
    };
  }
}
