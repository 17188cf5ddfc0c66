import { CallError } from "../../../errors/call-error.ts";
import { onDeadline } from "../../../shared/time/deadline-timer.ts";
import type { AskingCall } from "./asking-call.ts";
import { refusal } from "./elicitation-params.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";

/** Whose call it is: only they may continue it. */
export interface CallOwner {
  /** Undefined if the caller has no identity. */
  readonly identity: string | undefined;
  /** The client that the call counts for, if there are several. */
  readonly client: string | undefined;
  /** The connection that the call belongs to, and ends with; over HTTP there is none. */
  readonly connection: object | undefined;
  /** The id of the operation. */
  readonly operation: string;
}

interface Suspended {
  readonly call: AskingCall;
  readonly owner: CallOwner;
  readonly stopTimer: () => void;
}

type Limits = Pick<ServeMCPSettings, "maxSuspendedCalls" | "maxSuspendedCallsPerClient" | "questionTimeout">;

/** The calls that wait for a client to come back with its answers. */
export class SuspendedCalls {
  readonly #limits: Limits;
  readonly #suspended = new Map<string, Suspended>();
  #isClosed = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Returns the state by which the call is found again, once. Throws if too many wait already. */
  keep(call: AskingCall, owner: CallOwner): string {
    if (this.#isClosed) throw refusal("ABORTED", "The MCP service has been closed.");
    this.#assertRoom(owner);
    const { questionTimeout } = this.#limits;
    const unanswered = new CallError(
      "TIMEOUT",
      `The MCP client has not answered a question within ${questionTimeout} ms.`,
    );
    // A client that comes back without an answer gains no time.
    const until = call.askedAt + questionTimeout;
    if (until <= performance.now()) {
      call.cancel(unanswered);
      throw unanswered;
    }
    const state = crypto.randomUUID();
    const stopTimer = onDeadline(until, () => this.#end(state, unanswered));
    this.#suspended.set(state, { call, owner, stopTimer });
    return state;
  }

  /** The call of a state. For a caller that does not own it, a state is unknown. */
  take(state: unknown, { identity, connection, operation }: CallOwner): AskingCall | undefined {
    const suspended = typeof state === "string" ? this.#suspended.get(state) : undefined;
    if (suspended === undefined) return undefined;
    const { owner, call } = suspended;
    if (owner.identity !== identity || owner.connection !== connection || owner.operation !== operation) {
      return undefined;
    }
    this.#remove(state as string);
    return call;
  }

  /** The connection is gone, and its client does not come back. */
  endConnection(connection: object): void {
    const reason = new CallError("ABORTED", "The MCP client is gone.");
    for (const [state, { owner }] of this.#suspended) if (owner.connection === connection) this.#end(state, reason);
  }

  close(): void {
    this.#isClosed = true;
    const reason = new CallError("ABORTED", "The MCP service has been closed.");
    for (const state of this.#suspended.keys()) this.#end(state, reason);
  }

  #assertRoom({ client, connection }: CallOwner): void {
    const { maxSuspendedCalls, maxSuspendedCallsPerClient } = this.#limits;
    const isOwn = ({ owner }: Suspended): boolean => owner.client === client && owner.connection === connection;
    const own = [...this.#suspended.values()].filter(isOwn).length;
    if (this.#suspended.size < maxSuspendedCalls && own < maxSuspendedCallsPerClient) return;
    throw refusal("OVERLOADED", "Too many calls wait for answers of their MCP clients already.");
  }

  #end(state: string, reason: CallError): void {
    this.#remove(state)?.call.cancel(reason);
  }

  #remove(state: string): Suspended | undefined {
    const suspended = this.#suspended.get(state);
    this.#suspended.delete(state);
    suspended?.stopTimer();
    return suspended;
  }
}
