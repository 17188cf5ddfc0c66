/** The calls that one service runs. Beyond the limits of clients a call is refused, not queued: a client can wait better. */
import { CallError } from "../../errors/call-error.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { within } from "../../shared/time/wait.ts";
import type { ClientLimits } from "./client-limits.ts";

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

/** For the replies to aborted calls. */
const ABORT_GRACE = 500;

/** The calls and streams that run. */
export class CallLimits {
  readonly clients: ClientLimits;
  readonly #running = new Set<LimitedCall>();
  #onIdle: (() => void) | undefined;
  #closed: CallError | undefined;

  constructor(clients: ClientLimits) {
    this.clients = clients;
  }

  /** Throws `OVERLOADED` where there is no room for the call. */
  enter(caller: CountedCaller): LimitedCall {
    if (this.#closed !== undefined) throw this.#closed;
    const usesRequestShare = caller.requestShare === "free";
    this.clients.enterCall(usesRequestShare ? undefined : caller.client);
    if (usesRequestShare) caller.requestShare = "used";
    const call = new LimitedCall(caller, usesRequestShare);
    this.#running.add(call);
    return call;
  }

  leave(call: LimitedCall): void {
    if (!this.#running.delete(call)) return;
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
    this.clients.takeShare(client);
    caller.requestShare = "free";
    return () => {
      // A call may outlive its request: it then keeps the share until it ends.
      if (caller.requestShare === "free") this.clients.giveShare(client);
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

  #idleWithin(ms: number): Promise<boolean> {
    if (this.#running.size === 0) return Promise.resolve(true);
    const idle = new Promise<true>((resolve) => {
      this.#onIdle = () => resolve(true);
    });
    return within(idle, ms, false);
  }
}
