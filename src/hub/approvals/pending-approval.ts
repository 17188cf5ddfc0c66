import canonicalize from "canonicalize";
import type { ApprovalRequest } from "../../middleware/approval.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import { encodeData } from "../../shared/json/encode-data.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { ApprovalEnd, ApprovalState, HubApproval } from "./hub-approval.ts";

/** Longer inputs are left out of lists. */
const LONGEST_LISTED = 4000;

export interface PendingApprovalOptions {
  readonly id: string;
  readonly timeoutMs: number;
  readonly onEnd: (approval: PendingApproval) => void;
}

/** One call that waits for an approval. It ends once, and then drops its input. */
export class PendingApproval {
  readonly id: string;
  readonly ended: Promise<void>;
  readonly #facts: Omit<HubApproval, "state" | "input" | "end">;
  readonly #startedAt = performance.now();
  readonly #controller = new AbortController();
  readonly #onEnd: PendingApprovalOptions["onEnd"];
  readonly #timer: ReturnType<typeof setTimeout>;
  #release: () => void = () => undefined;
  #input: unknown;
  #state: ApprovalState = "pending";
  #end: ApprovalEnd | undefined;
  #waitedMs = 0;

  constructor(request: ApprovalRequest, { id, timeoutMs, onEnd }: PendingApprovalOptions) {
    const { spec, context } = request;
    const { signal, identity, requestId } = context;
    const now = Date.now();
    this.id = id;
    this.#input = encodeData(request.input);
    this.#onEnd = onEnd;
    this.#facts = {
      id,
      operation: request.id,
      ...(spec.title === undefined ? {} : { title: spec.title }),
      caller: identity === undefined ? null : callerOf(identity),
      requestId,
      digest: approvalDigest(request),
      since: new Date(now).toISOString(),
      expires: new Date(now + timeoutMs).toISOString(),
      inputLength: (JSON.stringify(this.#input) ?? "").length,
    };
    const withdraw = (): void => void this.settle("withdrawn");
    this.#timer = setTimeout(() => this.settle("expired"), timeoutMs);
    this.ended = new Promise((resolve) => {
      this.#release = () => {
        signal.removeEventListener("abort", withdraw);
        resolve();
      };
    });
    signal.addEventListener("abort", withdraw, { once: true });
  }

  get state(): ApprovalState {
    return this.#state;
  }

  get digest(): string {
    return this.#facts.digest;
  }

  get end(): ApprovalEnd | undefined {
    return this.#end;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Fires when it no longer waits. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  isOf(identity: Identity): boolean {
    const { caller } = this.#facts;
    return caller !== null && identityKey(caller) === identityKey(identity);
  }

  /** False if it has ended already. */
  settle(state: Exclude<ApprovalState, "pending">, end: Omit<ApprovalEnd, "at"> = {}): boolean {
    if (this.#state !== "pending") return false;
    this.#state = state;
    this.#end = { at: new Date().toISOString(), ...end };
    this.#waitedMs = Math.round(performance.now() - this.#startedAt);
    this.#input = undefined;
    clearTimeout(this.#timer);
    this.#onEnd(this);
    this.#controller.abort();
    this.#release();
    return true;
  }

  /** With the input, however long it is. */
  show(): HubApproval {
    const { end } = this;
    return {
      ...this.#facts,
      state: this.#state,
      ...(this.#input === undefined ? {} : { input: this.#input }),
      ...(end === undefined ? {} : { end }),
    };
  }

  /** Without a long input. */
  list(): HubApproval {
    const { input, ...rest } = this.show();
    return input === undefined || rest.inputLength > LONGEST_LISTED ? rest : { ...rest, input };
  }
}

/** What is approved: this operation with this input. */
export function approvalDigest({ id, input }: Pick<ApprovalRequest, "id" | "input">): string {
  const value = encodeData(input);
  return sha256(canonicalize(value === undefined ? { operation: id } : { operation: id, input: value }) ?? "");
}

function callerOf({ id, issuer }: Identity): NonNullable<HubApproval["caller"]> {
  return issuer === undefined ? { id } : { id, issuer };
}
