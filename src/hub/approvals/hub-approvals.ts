import { CallError } from "../../errors/call-error.ts";
import type { ApprovalOptions, ApprovalRequest } from "../../middleware/approval.ts";
import { holdDeadline } from "../../registry/call/call-scope.ts";
import type { Identity } from "../../operation/access-control.ts";
import { matchesOperation } from "../../shared/name-pattern.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { APPROVE_SCOPE } from "../config/hub-scopes.ts";
import type { AuditLog } from "../observe/audit.ts";
import type { Log } from "../observe/create-log.ts";
import { ApprovalQueue } from "./approval-queue.ts";
import type { QueueLimits } from "./approval-queue.ts";
import { ApprovalWebhook } from "./approval-webhook.ts";
import { confirmByCaller } from "./ask-caller.ts";
import type { ApprovalDecision, HubApproval } from "./hub-approval.ts";
import type { PendingApproval } from "./pending-approval.ts";

const TIMEOUT = 600_000;
const MOST_PENDING = 100;
const MOST_PER_CALLER = 10;
const CONCURRENT_CALLS = 1000;

export interface HubApprovalsDeps {
  readonly audit: Pick<AuditLog, "write"> | undefined;
  readonly log: Log | undefined;
}

/** Who answers at the hub. */
export interface Approver {
  readonly identity: Identity;
  /** Whether a person is there, in a browser or at the terminal: see `person-code.ts`. */
  readonly isPerson: boolean;
  /** Whether they came through the socket of the user who runs the hub, which every program of that user can open. */
  readonly isAtSocket: boolean;
}

/** The approvals of a hub: who is asked, and who may answer. */
export class HubApprovals {
  readonly queue: ApprovalQueue;
  readonly #deps: HubApprovalsDeps;
  #webhook: ApprovalWebhook | undefined;
  #callersConfirm: (spec: ApprovalRequest["spec"]) => boolean = () => false;
  #isFourEyes = false;
  /** Where clients find the hub. */
  #url = "";

  constructor(config: HubConfig, deps: HubApprovalsDeps) {
    this.#deps = deps;
    this.queue = new ApprovalQueue({ limits: limitsOf(config), onEnd: (approval, ms) => this.#record(approval, ms) });
    this.update(config);
  }

  /** Calls that already wait keep their time limit. */
  update(config: HubConfig): void {
    const { callersConfirm = false, fourEyes = false, webhook } = config.approvals ?? {};
    const { queue } = this;
    queue.limits = limitsOf(config);
    this.#isFourEyes = fourEyes;
    this.#callersConfirm =
      typeof callersConfirm === "boolean" ? () => callersConfirm : matchesOperation(callersConfirm);
    const answerUrl = (): string => `${this.#url}/~/approvals/answer`;
    this.#webhook = webhook && new ApprovalWebhook(webhook, { queue, answerUrl, log: this.#deps.log });
  }

  listensAt(url: string): void {
    this.#url = url.replace(/\/$/, "");
  }

  get webhook(): ApprovalWebhook | undefined {
    return this.#webhook;
  }

  /** For the middleware `approval`. The call waits for the first answer, from anyone who may approve it. */
  readonly ask: ApprovalOptions["ask"] = async (request) => {
    const approval = this.queue.open(request);
    const { onElicitation, onProgress } = request.context;
    onProgress?.({ progress: 0, message: `Waits for an approval: ${approval.id}` });
    void this.#webhook?.send(approval);
    if (onElicitation !== undefined && this.#callersConfirm(request.spec)) {
      confirmByCaller(request, onElicitation, approval.signal).then(
        ({ approved, reason }) => this.#confirmed(approval, approved, reason),
        // The client could not ask. Others still can answer.
        () => undefined,
      );
    }
    // The time of an approver is not the call's, and has a limit of its own.
    const release = holdDeadline(request.context);
    return await this.queue.outcome(approval, request).finally(release);
  };

  /** Takes an answer of a caller with a key or token. */
  answer(id: string, decision: ApprovalDecision, { identity, isPerson, isAtSocket }: Approver): HubApproval {
    if (!identity.scopes.includes(APPROVE_SCOPE))
      throw new CallError("ACCESS_DENIED", `This needs the scope ${APPROVE_SCOPE}.`);
    const isApproved = decision.answer === "approve";
    const isOwn = isApproved && this.queue.get(id).isOf(identity);
    if (isOwn && this.#isFourEyes) throw new CallError("ACCESS_DENIED", FOUR_EYES);
    if (isOwn && !isPerson) throw new CallError("ACCESS_DENIED", OWN_CALL);
    // The user of the socket may have made the call, or may run the program that made it with its key.
    if (isApproved && isAtSocket && this.#isFourEyes) throw new CallError("ACCESS_DENIED", WHICH_EYES);
    if (isApproved && isAtSocket && !isPerson) throw new CallError("ACCESS_DENIED", NO_KEY);
    return this.queue.answer(id, decision, { by: identity.id, via: isPerson ? "person" : "key" });
  }

  close(): void {
    this.queue.close();
  }

  #confirmed(approval: PendingApproval, approved: boolean, reason: string | undefined): void {
    const by = approval.show().caller?.id ?? "the caller";
    approval.settle(approved ? "approved" : "denied", { by, via: "caller", ...(approved ? {} : { reason }) });
  }

  #record({ id, state, operation, caller, requestId, digest, end }: HubApproval, waitedMs: number): void {
    const { at, ...answer } = end ?? { at: new Date().toISOString() };
    this.#deps.audit?.write({
      time: at,
      event: "approval",
      approval: id,
      outcome: state,
      ...answer,
      identity: caller?.id ?? null,
      ...(caller?.issuer === undefined ? {} : { issuer: caller.issuer }),
      operation,
      requestId,
      digest,
      waitedMs,
    });
    this.#deps.log?.("info", "an approval ended", { approval: id, outcome: state, operation, by: answer.by });
  }
}

const FOUR_EYES = "Callers may not approve their own calls here (approvals.fourEyes).";
const OWN_CALL =
  "A key does not approve its own call. A person does: at the terminal of the hub (`operations approvals`), in the explorer from `operations approvals link`, or with another key.";
const WHICH_EYES = "With approvals.fourEyes on, approvers identify themselves with their own key (--key).";
const NO_KEY =
  "Without a key, only a person approves: `operations approvals approve` on a terminal, without --yes. A program needs a key with the scope operations:approve.";

/** By default, waiting calls never take all the places of running calls. */
function limitsOf({ approvals = {}, serve }: HubConfig): QueueLimits {
  const { concurrentCalls = CONCURRENT_CALLS } = serve?.limits ?? {};
  const { callsPerClient = concurrentCalls } = serve?.limits ?? {};
  const { timeout = TIMEOUT, pending = Math.min(MOST_PENDING, halfOf(concurrentCalls)) } = approvals;
  const share = Math.min(MOST_PER_CALLER, halfOf(pending), halfOf(callsPerClient));
  return { timeoutMs: timeout, pending, pendingPerCaller: approvals.pendingPerCaller ?? share };
}

function halfOf(count: number): number {
  return Math.max(1, Math.floor(count / 2));
}
