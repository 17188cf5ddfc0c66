/** What clients may use at once, over one service or several. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { identityKey } from "../../operation/identity-key.ts";
import { HTTPRefusal } from "./problem.ts";
import { WaitingBytes } from "./waiting-bytes.ts";

/** Counts what each client has open, so that no client takes everything. */
export class ClientShares {
  readonly limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many clients have something open. */
  get size(): number {
    return this.#taken.size;
  }

  /** Takes one. False where the client has its share already. */
  take(client: string): boolean {
    const taken = this.#taken.get(client) ?? 0;
    if (taken >= this.limit) return false;
    this.#taken.set(client, taken + 1);
    return true;
  }

  give(client: string): void {
    const taken = this.#taken.get(client) ?? 0;
    if (taken > 1) this.#taken.set(client, taken - 1);
    else this.#taken.delete(client);
  }
}

/**
 * The client that something counts for: an identity, or without one an address. Undefined where neither is known. No
 * identity can have the name of an address.
 */
export function clientOf(identity: Identity | undefined, address?: string): string | undefined {
  if (identity !== undefined) return identityKey(identity);
  return address === undefined ? undefined : `address ${address}`;
}

/** The default share of one client: half of everything. */
export function defaultShare(all: number): number {
  return Math.ceil(all / 2);
}

/** What `ClientLimits` takes. */
export interface ClientLimitOptions {
  /** Calls and streams that run at once, over all clients. Default: 1000. */
  readonly maxConcurrentCalls?: number | undefined;
  /** How many of them one client may have. Default: half of `maxConcurrentCalls`. */
  readonly maxCallsPerClient?: number | undefined;
  /** Bytes of answers that wait for all clients to read them, and of uploads that are not complete. Default: 64 MiB. */
  readonly maxWaitingBytes?: number | undefined;
  /** How many of them may wait for one client. Default: half of `maxWaitingBytes`. */
  readonly maxWaitingBytesPerClient?: number | undefined;
  /** Milliseconds without progress after which a client that does not read, or stops sending, is cut off. Default: 30,000. */
  readonly stallTimeout?: number | undefined;
}

const MOST_CALLS = 1000;
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
const STALL_TIMEOUT = 30_000;

/**
 * The limits of clients. Give the same one to several services, and a client has one share over all of them.
 *
 * @example
 * const clientLimits = new ClientLimits({ maxConcurrentCalls: 200, maxCallsPerClient: 20 });
 * const http = serveHTTP(registry, { clientLimits });
 * const mcp = serveMCP(registry, { clientLimits });
 */
export class ClientLimits {
  readonly #maxCalls: number;
  readonly #shares: ClientShares;
  #calls = 0;
  /** The bytes that wait for clients. */
  readonly waiting: WaitingBytes;

  constructor(options: ClientLimitOptions = {}) {
    const { maxConcurrentCalls = MOST_CALLS, maxWaitingBytes = MOST_WAITING_BYTES } = options;
    this.#maxCalls = maxConcurrentCalls;
    this.#shares = new ClientShares(options.maxCallsPerClient ?? defaultShare(maxConcurrentCalls));
    this.waiting = new WaitingBytes({
      maxWaitingBytes,
      maxWaitingBytesPerClient: options.maxWaitingBytesPerClient ?? defaultShare(maxWaitingBytes),
      stallTimeout: options.stallTimeout ?? STALL_TIMEOUT,
    });
  }

  /** How many calls and streams run now. */
  get calls(): number {
    return this.#calls;
  }

  /** Counts a call. Throws `OVERLOADED` where there is no room for it. A client that is undefined has no share. */
  enterCall(client: string | undefined): void {
    if (this.#calls >= this.#maxCalls) {
      throw new CallError("OVERLOADED", `The server already runs ${this.#maxCalls} calls, its limit.`);
    }
    this.takeShare(client);
    this.#calls++;
  }

  leaveCall(client: string | undefined): void {
    this.#calls--;
    this.giveShare(client);
  }

  /** Counts something else that a client has open, such as a request. Throws `OVERLOADED` beyond its share. */
  takeShare(client: string | undefined): void {
    if (client === undefined || this.#shares.take(client)) return;
    const message = `You already have ${this.#shares.limit} calls and requests open, your limit.`;
    throw new HTTPRefusal(429, message, { code: "OVERLOADED", headers: ["retry-after", "1"] });
  }

  giveShare(client: string | undefined): void {
    if (client !== undefined) this.#shares.give(client);
  }
}
