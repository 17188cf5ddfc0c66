/** An approval as people and programs see it. */

/**
 * `pending`: it waits for an answer. `approved` and `denied`: it was answered. `expired`: no approver answered in time.
 * `withdrawn`: the caller left, or its time was up. `stopped`: the hub stopped.
 */
export type ApprovalState = "pending" | "approved" | "denied" | "expired" | "withdrawn" | "stopped";

/** How an answer came in. */
export type ApprovalChannel = "key" | "person" | "caller" | "webhook";

/** How an approval ended. */
export interface ApprovalEnd {
  /** ISO 8601. */
  readonly at: string;
  /** Who answered; absent if there was no answer. */
  readonly by?: string | undefined;
  readonly via?: ApprovalChannel | undefined;
  readonly reason?: string | undefined;
}

/** A call that waits for an approval, or has waited for one. */
export interface HubApproval {
  readonly id: string;
  readonly state: ApprovalState;
  /** The id of the operation. */
  readonly operation: string;
  readonly title?: string | undefined;
  /** Who calls; null for a call without an identity. */
  readonly caller: { readonly id: string; readonly issuer?: string | undefined } | null;
  readonly requestId: string;
  /** The digest of the operation and its input, in the canonical form of RFC 8785. An answer names it. */
  readonly digest: string;
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601. */
  readonly expires: string;
  /** The length of the input as JSON. */
  readonly inputLength: number;
  /** Absent in lists if it is long, and after the end. */
  readonly input?: unknown;
  readonly end?: ApprovalEnd | undefined;
}

/** Whether a call may run. */
export interface ApprovalDecision {
  readonly answer: "approve" | "deny";
  /** The digest of what the approver has seen. */
  readonly digest: string;
  /** The caller gets it if the answer is `deny`. */
  readonly reason?: string | undefined;
}
