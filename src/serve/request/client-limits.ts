/** What clients may use at once, over one service or several. */
import { CallError } from "../../errors/call-error.ts";
import { withoutStack } from "../../errors/without-stack.ts";
import type { Identity } from "../../operation/access-control.ts";
import { identityKey } from "../../operation/access-control.ts";
import { RENEW_AFTER, renewedSet } from "../../shared/renewed-map.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { within } from "../../shared/time/wait.ts";
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

  /** Takes one. False if the client has its share already. */
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
 * The client that something counts for: an identity, or without one an address. Undefined if neither is known. No
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

/** The options of `ClientLimits`. */
export interface ClientLimitOptions {
  /** Calls and streams that run at once, over all clients. Default: 1000. */
  readonly maxConcurrentCalls?: number | undefined;
  /** How many of them one client may have. Default: half of `maxConcurrentCalls`. */
  readonly maxCallsPerClient?: number | undefined;
  /** Bytes of answers that wait for all clients to read them, and of uploads that are not complete. Default: 32 MiB. */
  readonly maxWaitingBytes?: number | undefined;
  /** How many of them may wait for one client. Default: half of `maxWaitingBytes`. */
  readonly maxWaitingBytesPerClient?: number | undefined;
  /** Milliseconds after which a client that stops reading or sending is cut off. Default: 30,000. */
  readonly stallTimeout?: number | undefined;
}

const MOST_CALLS = 1000;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
const STALL_TIMEOUT = 30_000;

/**
 * The limits of clients. Give the same instance to several services, and a client has one share over all of them.
 *
 * @example
 * const clientLimits = new ClientLimits({ maxConcurrentCalls: 200, maxCallsPerClient: 20 });
 * const http = serveHTTP(registry, { clientLimits });
 * const mcp = serveMCP(registry, { clientLimits });
 */
export class ClientLimits {
  readonly #maxCalls: number;
  /** What each client has open: calls, and requests that count by themselves. */
  readonly shares: ClientShares;
  #calls = 0;
  /** The bytes that wait for clients. */
  readonly waiting: WaitingBytes;

  constructor(options: ClientLimitOptions = {}) {
    const { maxConcurrentCalls = MOST_CALLS, maxWaitingBytes = MOST_WAITING_BYTES } = options;
    this.#maxCalls = maxConcurrentCalls;
    this.shares = new ClientShares(options.maxCallsPerClient ?? defaultShare(maxConcurrentCalls));
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

  /**
   * Counts a call, and returns how many run now. Throws `OVERLOADED` if there is no room for it. A client that is
   * undefined has no share.
   */
  enterCall(client: string | undefined): number {
    if (this.#calls >= this.#maxCalls) {
      const message = `The server already runs ${this.#maxCalls} calls, its limit.`;
      throw withoutStack(() => new CallError("OVERLOADED", message));
    }
    if (client !== undefined && !this.shares.take(client)) throw this.shareTaken();
    this.#calls++;
    return this.#calls;
  }

  leaveCall(client: string | undefined): void {
    this.#calls--;
    if (client !== undefined) this.shares.give(client);
  }

  /** The error for a client that has its share already. */
  shareTaken(): CallError {
    const message = `You already have ${this.shares.limit} calls and requests open, your limit.`;
    return withoutStack(() => new HTTPRefusal(429, message, { code: "OVERLOADED", headers: ["retry-after", "1"] }));
  }
}

/** Who makes a call, for the limits. */
export interface CountedCaller {
  /** Which client it counts for; undefined if that is not known. */
  readonly client?: string | undefined;
  /** The share of the open request. One call at a time uses it; further calls need their own shares. */
  requestShare?: "free" | "used" | undefined;
}

/** A call that runs. Cancel it, and the operation ends. */
export class LimitedCall extends Cancellation {
  readonly caller: CountedCaller;
  /** How many calls ran when it began, itself included. */
  readonly atOnce: number;
  /** Whether it uses the share of its request, rather than its own. */
  readonly usesRequestShare: boolean;

  constructor(caller: CountedCaller, atOnce: number, usesRequestShare: boolean) {
    super();
    this.caller = caller;
    this.atOnce = atOnce;
    this.usesRequestShare = usesRequestShare;
  }
}

/** Milliseconds for the replies to aborted calls. */
const ABORT_GRACE = 500;

/** The calls and streams of one service. Beyond the limits, calls are refused and not queued: clients can wait. */
export class CallLimits {
  readonly clients: ClientLimits;
  #running = new Set<LimitedCall>();
  /** How many have left the set since it was renewed. */
  #ended = 0;
  #onIdle: (() => void) | undefined;
  #closed: CallError | undefined;

  constructor(clients: ClientLimits) {
    this.clients = clients;
  }

  /** Throws `OVERLOADED` if there is no room for the call. */
  enter(caller: CountedCaller): LimitedCall {
    if (this.#closed !== undefined) throw this.#closed;
    const usesRequestShare = caller.requestShare === "free";
    const atOnce = this.clients.enterCall(usesRequestShare ? undefined : caller.client);
    if (usesRequestShare) caller.requestShare = "used";
    const call = new LimitedCall(caller, atOnce, usesRequestShare);
    this.#running.add(call);
    return call;
  }

  leave(call: LimitedCall): void {
    if (!this.#running.delete(call)) return;
    if (++this.#ended > RENEW_AFTER + this.#running.size) {
      this.#ended = 0;
      this.#running = renewedSet(this.#running);
    }
    call.release();
    const { caller, usesRequestShare } = call;
    const givesBack = usesRequestShare && caller.requestShare === "used";
    if (givesBack) caller.requestShare = "free";
    this.clients.leaveCall(givesBack ? undefined : caller.client);
    if (this.#running.size === 0) this.#onIdle?.();
  }

  /** Counts an open request, until the returned function is called. */
  enterRequest(caller: CountedCaller): () => void {
    const { client } = caller;
    if (client === undefined) return () => undefined;
    const { clients } = this;
    if (!clients.shares.take(client)) throw clients.shareTaken();
    caller.requestShare = "free";
    return () => {
      // A call may outlive its request: it then keeps the share until it ends.
      if (caller.requestShare === "free") clients.shares.give(client);
      caller.requestShare = undefined;
    };
  }

  /** Refuses further calls, waits for running ones, and aborts the rest after the grace period. */
  async drain(graceMs: number): Promise<void> {
    this.#closed ??= new CallError("OVERLOADED", "The server is shutting down.");
    if (await this.#idleWithin(graceMs)) return;
    for (const call of this.#running) call.cancel(new CallError("CONNECTION_LOST", "The server is shutting down."));
    // The replies to the aborted calls still have to be written.
    await this.#idleWithin(ABORT_GRACE);
  }

  #idleWithin(ms: number): Promise<boolean> {
    if (this.#running.size === 0) return Promise.resolve(true);
    const idle = new Promise<true>((resolve) => {
      this.#onIdle = () => resolve(true);
    });
    return within(idle, ms, false);
  }
}
