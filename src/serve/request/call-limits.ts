/** How many calls run at once: over all clients, and of each client. Beyond the limits a call is refused, not queued. */
import { CallError } from "../../errors/call-error.ts";
import { Cancellation } from "../../shared/cancellation.ts";
import { within } from "../../shared/wait.ts";
import { HTTPRefusal } from "./problem.ts";

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

/** The name of a client without an identity. Undefined where its address is not known either. */
export function clientAt(address: string | undefined): string | undefined {
  return address === undefined ? undefined : `nobody at ${address}`;
}

/** The default share of one client: half of everything. */
export function defaultShare(all: number): number {
  return Math.ceil(all / 2);
}

/** Who makes a call, as far as the limits go. */
export interface CountedCaller {
  /** Which client it counts for; undefined where that is not known. */
  readonly client?: string | undefined;
  /** The share of the open request. One call at a time uses it; further calls take shares of their own. */
  requestShare?: "free" | "used" | undefined;
}

/** A call that runs. Cancel it, and the operation ends. */
export class LimitedCall extends Cancellation {
  readonly caller: CountedCaller;
  /** Whether it uses the share of its request, and not one of its own. */
  readonly usesRequestShare: boolean;

  constructor(caller: CountedCaller, usesRequestShare: boolean) {
    super();
    this.caller = caller;
    this.usesRequestShare = usesRequestShare;
  }
}

export interface CallLimitSettings {
  readonly maxConcurrentCalls: number;
  readonly maxCallsPerClient?: number | undefined;
}

/** For the replies to aborted calls. */
const ABORT_GRACE = 500;

/** The calls and streams that run. A client can wait better than a server, so there is no queue. */
export class CallLimits {
  readonly #limit: number;
  readonly #shares: ClientShares;
  readonly #running = new Set<LimitedCall>();
  #onIdle: (() => void) | undefined;
  #closed: CallError | undefined;

  constructor({ maxConcurrentCalls, maxCallsPerClient }: CallLimitSettings) {
    this.#limit = maxConcurrentCalls;
    this.#shares = new ClientShares(maxCallsPerClient ?? defaultShare(maxConcurrentCalls));
  }

  /** Throws `OVERLOADED` where there is no room for the call. */
  enter(caller: CountedCaller): LimitedCall {
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#running.size >= this.#limit) {
      throw new CallError("OVERLOADED", `The server already runs ${this.#limit} calls, its limit.`);
    }
    const { client, requestShare } = caller;
    if (requestShare === "free") caller.requestShare = "used";
    else if (client !== undefined && !this.#shares.take(client)) throw this.#tooMany();
    const call = new LimitedCall(caller, requestShare === "free");
    this.#running.add(call);
    return call;
  }

  leave(call: LimitedCall): void {
    if (!this.#running.delete(call)) return;
    call.release();
    const { caller, usesRequestShare } = call;
    if (usesRequestShare && caller.requestShare === "used") caller.requestShare = "free";
    else if (caller.client !== undefined) this.#shares.give(caller.client);
    if (this.#running.size === 0) this.#onIdle?.();
  }

  /** Counts an open request, until the returned function is called. */
  enterRequest(caller: CountedCaller): () => void {
    const { client } = caller;
    if (client === undefined) return () => undefined;
    if (!this.#shares.take(client)) throw this.#tooMany();
    caller.requestShare = "free";
    return () => {
      // A call may outlive its request: it then keeps the share until it ends.
      if (caller.requestShare === "free") this.#shares.give(client);
      caller.requestShare = undefined;
    };
  }

  /** Refuses further calls, waits for those that run, and aborts what is left after the grace. */
  async drain(graceMs: number): Promise<void> {
    this.#closed ??= new CallError("OVERLOADED", "The server is shutting down.");
    if (await this.#idleWithin(graceMs)) return;
    for (const call of this.#running) call.cancel(new CallError("ABORTED", "The server is shutting down."));
    // The replies to the aborted calls still have to be written.
    await this.#idleWithin(ABORT_GRACE);
  }

  #tooMany(): HTTPRefusal {
    const message = `You already have ${this.#shares.limit} requests open, your limit.`;
    return new HTTPRefusal(429, message, { code: "OVERLOADED", headers: ["retry-after", "1"] });
  }

  #idleWithin(ms: number): Promise<boolean> {
    if (this.#running.size === 0) return Promise.resolve(true);
    const idle = new Promise<true>((resolve) => {
      this.#onIdle = () => resolve(true);
    });
    return within(idle, ms, false);
  }
}
