import { CallError, messageOf } from "../../errors/call-error.ts";
import { CLOSEST_REACH, reachOf } from "../../shared/connections/address-reach.ts";
import { failureCause } from "../../shared/connections/connection-failure.ts";
import { connectWithin } from "../../shared/connections/guarded-connection.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { randomId } from "../../shared/request-id.ts";
import { backoff, delay } from "../../shared/time/wait.ts";
import type { ApprovalWebhookConfig } from "../config/hub-config.ts";
import type { Log } from "../observe/create-log.ts";
import type { ApprovalQueue } from "./approval-queue.ts";
import type { HubApproval } from "./hub-approval.ts";
import type { PendingApproval } from "./pending-approval.ts";
import { isSameText } from "./person-code.ts";
import { readDecision } from "./read-decision.ts";
import { isSigned, signWebhook } from "./webhook-signature.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";

const ATTEMPTS = 5;
const ATTEMPT_MS = 10_000;
const LONGEST_NAME = 200;

export interface ApprovalWebhookDeps {
  readonly queue: ApprovalQueue;
  readonly log: Log | undefined;
  /** Where answers go. */
  readonly answerUrl: () => string;
}

/** Tells another service about waiting calls, and takes its answers. Both are signed; each answer works once. */
export class ApprovalWebhook {
  readonly #config: ApprovalWebhookConfig;
  readonly #deps: ApprovalWebhookDeps;
  /** The tokens of approvals that wait. */
  readonly #tokens = new Map<string, string>();

  constructor(config: ApprovalWebhookConfig, deps: ApprovalWebhookDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  /** Tries a few times, while the call waits. Never throws. */
  async send(approval: PendingApproval): Promise<void> {
    const token = randomId() + randomId();
    this.#tokens.set(approval.id, token);
    void approval.ended.then(() => this.#tokens.delete(approval.id));
    const body = JSON.stringify(requestOf(approval.show(), token, this.#deps.answerUrl()));
    for (let attempt = 0; attempt < ATTEMPTS && !approval.signal.aborted; attempt++) {
      try {
        await this.#post(approval, body);
        return;
      } catch (error) {
        if (approval.signal.aborted) return;
        this.#deps.log?.("warn", "the approval webhook failed", {
          approval: approval.id,
          error: messageOf(failureCause(error)),
        });
        await delay(backoff(attempt, { minDelayMs: 1000 }), approval.signal).catch(() => undefined);
      }
    }
  }

  /** Takes an answer. A sender without the secret learns nothing about approvals. */
  answer(headers: Headers, body: string): HubApproval {
    const { queue } = this.#deps;
    if (!isSigned(this.#config.secret, headers, body))
      throw new CallError("UNAUTHENTICATED", "The signature of the answer is missing, wrong or too old.");
    const value = parseJSON(body);
    const { id, token, by } = isRecord(value) ? value : {};
    if (typeof id !== "string" || typeof token !== "string")
      throw new CallError("VALIDATION_ERROR", 'Send {"id", "token", "digest", "answer"} as JSON.');
    const decision = readDecision(value);
    const expected = this.#tokens.get(id);
    // An approval that is known, but no longer waits, gets its own error from the queue.
    if (expected === undefined ? queue.get(id).state === "pending" : !isSameText(expected, token))
      throw new CallError("ACCESS_DENIED", `The token is not that of ${id}.`);
    const name = typeof by === "string" && by !== "" ? `${by.slice(0, LONGEST_NAME)} (webhook)` : "webhook";
    return queue.answer(id, decision, { by: name, via: "webhook" });
  }

  async #post({ id, signal }: PendingApproval, body: string): Promise<void> {
    const { url, secret, allowPrivateNetwork = false } = this.#config;
    const reach = allowPrivateNetwork ? CLOSEST_REACH : reachOf(new URL(url));
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signWebhook(secret, id, body) },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
      ...connectWithin(reach),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered with the status ${response.status}`);
  }
}

function requestOf(approval: HubApproval, token: string, answerUrl: string): object {
  return { type: "approval.requested", timestamp: approval.since, data: { ...approval, token, answerUrl } };
}
