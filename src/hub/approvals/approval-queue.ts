import { CallError } from "../../errors/call-error.ts";
import type { ApprovalRequest } from "../../middleware/approval.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import { HTTPRefusal } from "../../serve/request/problem.ts";
import { randomId } from "../../shared/request-id.ts";
import { Listeners } from "../../shared/listeners.ts";
import type { ApprovalChannel, ApprovalDecision, ApprovalState, HubApproval } from "./hub-approval.ts";
import { approvalDigest, PendingApproval } from "./pending-approval.ts";

export interface QueueLimits {
  readonly timeoutMs: number;
  /** Calls that may wait at once. */
  readonly pending: number;
  /** How many of them one caller may have. */
  readonly pendingPerCaller: number;
}

export interface QueueOptions {
  readonly limits: QueueLimits;
  /** Called for every approval that has ended. It must not throw. */
  readonly onEnd?: ((approval: HubApproval, waitedMs: number) => void) | undefined;
}

/** Who answers, and how. */
export interface Answerer {
  readonly by: string;
  readonly via: ApprovalChannel;
}

/** The number of ended approvals that are remembered, so that a second answer learns how the approval ended. */
const MOST_REMEMBERED = 200;

/** The calls that wait for an approval, in memory only: a hub that stops leaves none behind that could still run. */
export class ApprovalQueue {
  limits: QueueLimits;
  /** How many have ended, by state. */
  readonly ended = new Map<ApprovalState, number>();
  readonly #onEnd: QueueOptions["onEnd"];
  /** Oldest first. */
  readonly #pending = new Map<string, PendingApproval>();
  readonly #byCaller = new Map<string, number>();
  readonly #remembered = new Map<string, PendingApproval>();
  readonly #changes = new Listeners();
  #version = 0;
  #isClosed = false;

  constructor({ limits, onEnd }: QueueOptions) {
    this.limits = limits;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** Resolves at the next change, at once if the hub stops, and when the signal fires. */
  async changed(signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) return;
    let stop: (() => void) | undefined;
    await new Promise<void>((resolve) => {
      const stopListening = this.#changes.add(resolve);
      const leave = (): void => resolve();
      signal.addEventListener("abort", leave, { once: true });
      stop = () => {
        stopListening();
        signal.removeEventListener("abort", leave);
      };
    });
    stop?.();
  }

  /** Adds a call. Throws `OVERLOADED` if too many already wait. */
  open(request: ApprovalRequest): PendingApproval {
    const { identity, signal } = request.context;
    signal.throwIfAborted();
    if (this.#isClosed) throw refusal(request.id, STOPPED);
    const caller = identity === undefined ? "" : identityKey(identity);
    this.#assertRoom(caller);
    const { timeoutMs } = this.limits;
    const approval = new PendingApproval(request, {
      id: this.#freshId(),
      timeoutMs,
      onEnd: (ended) => this.#remember(ended, caller),
    });
    this.#pending.set(approval.id, approval);
    this.#byCaller.set(caller, (this.#byCaller.get(caller) ?? 0) + 1);
    this.#tell();
    return approval;
  }

  /** Resolves when the call may run, and throws when it may not. */
  async outcome(approval: PendingApproval, request: ApprovalRequest): Promise<true> {
    await approval.ended;
    const { state, id, end } = approval;
    const { signal } = request.context;
    if (state === "withdrawn") signal.throwIfAborted();
    if (state !== "approved") throw refusal(request.id, reasonOf(state, end?.reason), id);
    // The input could only change in this process, but an approval holds for what was shown, and for nothing else.
    if (approvalDigest(request) !== approval.digest) throw refusal(request.id, "the input has changed since.", id);
    return true;
  }

  /** Takes the first answer. Throws if there is nothing to answer, or another answer was faster. */
  answer(id: string, { answer, digest, reason }: ApprovalDecision, { by, via }: Answerer): HubApproval {
    const approval = this.get(id);
    if (approval.digest !== digest)
      throw new HTTPRefusal(
        409,
        `The digest does not match ${id}. Read the approval again, and answer with its current digest.`,
        { code: "VALIDATION_ERROR" },
      );
    const state = answer === "approve" ? "approved" : "denied";
    if (!approval.settle(state, { by, via, ...(reason === undefined ? {} : { reason }) })) throw tooLate(approval);
    return approval.show();
  }

  /** Throws if there is none, or none that the viewer may see. */
  get(id: string, viewer?: Identity): PendingApproval {
    const found = this.#pending.get(id) ?? this.#remembered.get(id);
    if (found !== undefined && (viewer === undefined || found.isOf(viewer))) return found;
    throw new CallError("OPERATION_NOT_FOUND", `No approval ${id} is pending, and none is remembered.`);
  }

  /** Those that wait, oldest first, and those that have ended, latest first. */
  list(viewer?: Identity): { readonly pending: HubApproval[]; readonly recent: HubApproval[] } {
    const seen = (all: Iterable<PendingApproval>): HubApproval[] =>
      Array.from(all)
        .filter((approval) => viewer === undefined || approval.isOf(viewer))
        .map((approval) => approval.list());
    return { pending: seen(this.#pending.values()), recent: seen(this.#remembered.values()).reverse() };
  }

  /** Denies everything that waits, and everything that still comes. */
  close(): void {
    this.#isClosed = true;
    for (const approval of this.#pending.values()) approval.settle("stopped");
    this.#tell();
  }

  #assertRoom(caller: string): void {
    const { pending, pendingPerCaller } = this.limits;
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= pendingPerCaller)
      throw new CallError("OVERLOADED", `${own} of your calls already wait for an approval, your limit.`);
    if (this.#pending.size >= pending)
      throw new CallError("OVERLOADED", `${this.#pending.size} calls already wait for an approval, the hub's limit.`);
  }

  #remember(approval: PendingApproval, caller: string): void {
    const { id, state } = approval;
    this.#pending.delete(id);
    const left = (this.#byCaller.get(caller) ?? 1) - 1;
    if (left === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, left);
    this.ended.set(state, (this.ended.get(state) ?? 0) + 1);
    this.#remembered.set(id, approval);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#onEnd?.(approval.show(), approval.waitedMs);
    this.#tell();
  }

  #tell(): void {
    this.#version++;
    this.#changes.tell();
  }

  /** Short, because people type it. Knowing it grants nothing. */
  #freshId(): string {
    for (;;) {
      const id = randomId().slice(0, 8);
      if (!this.#pending.has(id) && !this.#remembered.has(id)) return id;
    }
  }
}

const STOPPED = "the hub stopped before anyone answered.";

function reasonOf(state: ApprovalState, reason: string | undefined): string | undefined {
  if (state === "expired") return "no one answered in time. Approvers hold the scope operations:approve.";
  return state === "stopped" ? STOPPED : reason;
}

/** The handler certainly did not run: `ACCESS_DENIED` has the phase `notStarted`. */
function refusal(operation: string, reason: string | undefined, approval?: string): CallError {
  const why = reason === undefined || reason === "" ? "." : `: ${reason}`;
  return new CallError("ACCESS_DENIED", `${operation} was not approved${why}`, { reason, approval });
}

/** For an answer that comes second. */
function tooLate({ id, state, end }: PendingApproval): HTTPRefusal {
  const how = end?.by === undefined ? state : `${state} by ${end.by}`;
  return new HTTPRefusal(409, `${id} was ${how} already.`, { code: "VALIDATION_ERROR" });
}
