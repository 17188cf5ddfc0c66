import { useEffect, useRef, useState } from "preact/hooks";
import type { ApprovalDecision, ApprovalList, HubApproval } from "../../api/contract.ts";
import type { InboxState } from "../../state/approval-inbox.ts";
import { formatDate } from "../../data/format.ts";
import { useApp } from "../hooks/app-context.ts";
import { DocLink } from "../controls/doc-link.tsx";
import { Failure } from "../controls/failure.tsx";

const stateLooks = {
  pending: "running",
  approved: "good",
  denied: "bad",
  expired: "warn",
  withdrawn: "warn",
  stopped: "warn",
} as const;

/** The calls that wait for an answer, updated as they come and go. */
export function ApprovalsPage() {
  const { list, failure, isHub } = useApprovals();
  if (!isHub) return <NoHub />;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Approvals</h1>
        <DocLink to="approvals">Who approves, and when</DocLink>
      </div>
      {failure !== undefined && <Failure error={failure} />}
      {list === undefined && failure === undefined && <p class="loading">Loading approvals…</p>}
      {list !== undefined && <Inbox list={list} />}
    </div>
  );
}

function NoHub() {
  return (
    <div class="page">
      <h1>Approvals</h1>
      <p class="empty">This server is not a hub, so no call waits here.</p>
    </div>
  );
}

/** Follows the list: the server answers as soon as the list changes. */
function useApprovals(): InboxState {
  const { inbox, announce } = useApp();
  const state = inbox.state.value;
  const { version, pending } = state.list ?? {};
  const known = useRef(version);
  useEffect(() => inbox.follow(), []);
  useEffect(() => {
    if (known.current !== undefined && known.current !== version && pending !== undefined)
      announce(`${pending.length} calls are waiting for approval.`);
    known.current = version;
  }, [version]);
  return state;
}

function Inbox({ list: { pending, recent, mayAnswer } }: { readonly list: ApprovalList }) {
  return (
    <>
      {pending.length === 0 && (
        <p class="empty">
          {mayAnswer ? "No calls are waiting for approval." : "None of your calls is waiting for approval."}
        </p>
      )}
      <ul class="sources" aria-label="Waiting">
        {pending.map((approval) => (
          <PendingCard key={approval.id} approval={approval} mayAnswer={mayAnswer} />
        ))}
      </ul>
      {recent.length > 0 && (
        <section aria-labelledby="recent-approvals">
          <h2 id="recent-approvals">Recent</h2>
          <ul class="sources">
            {recent.map((approval) => (
              <RecentCard key={approval.id} approval={approval} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface PendingCardProps {
  readonly approval: HubApproval;
  readonly mayAnswer: boolean;
}

function PendingCard({ approval, mayAnswer }: PendingCardProps) {
  const { client } = useApp();
  const { id, digest, expires } = approval;
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isSending, setSending] = useState(false);
  const [whole, setWhole] = useState<HubApproval | undefined>(undefined);
  const shown = whole ?? approval;
  const isSeen = shown.input !== undefined || shown.inputLength === 0;
  const answer = (decided: ApprovalDecision["answer"]): void => {
    setSending(true);
    setFailure(undefined);
    client
      .answerApproval(id, { answer: decided, digest, ...(reason === "" ? {} : { reason }) })
      // The list itself shows the outcome.
      .catch(setFailure)
      .finally(() => setSending(false));
  };
  return (
    <li class="source">
      <Head approval={approval} />
      <p class="muted">{`until ${formatDate(Date.parse(expires))}, request ${approval.requestId}`}</p>
      {shown.input !== undefined && <pre class="approval-input">{JSON.stringify(shown.input, undefined, 2)}</pre>}
      {!isSeen && (
        <button type="button" class="button" onClick={() => void client.approval(id).then(setWhole, setFailure)}>
          {`Show the input (${approval.inputLength} characters)`}
        </button>
      )}
      {failure !== undefined && <Failure error={failure} />}
      {mayAnswer && (
        <form
          class="decisions"
          onSubmit={(event) => {
            event.preventDefault();
            answer("deny");
          }}
        >
          <button
            type="button"
            class="button primary"
            disabled={isSending || !isSeen}
            onClick={() => answer("approve")}
          >
            Approve
          </button>
          <button type="submit" class="button" disabled={isSending}>
            Deny
          </button>
          <input
            class="control"
            aria-label={`Reason for denying ${approval.operation}`}
            placeholder="Reason, if you deny it"
            maxLength={1000}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </form>
      )}
    </li>
  );
}

function RecentCard({ approval }: { readonly approval: HubApproval }) {
  const { end } = approval;
  const words = [
    end?.by === undefined ? "" : `by ${end.by}`,
    end === undefined ? "" : formatDate(Date.parse(end.at)),
    end?.reason ?? "",
  ];
  return (
    <li class="source">
      <Head approval={approval} />
      <p class="muted">{words.filter(Boolean).join(", ")}</p>
    </li>
  );
}

function Head({ approval }: { readonly approval: HubApproval }) {
  const { id, operation, caller, since, state } = approval;
  return (
    <div class="source-head">
      <h3 class="mono">{operation}</h3>
      <span class="tag">{caller?.id ?? "anonymous"}</span>
      <span class="muted">{`${formatDate(Date.parse(since))} · ${id}`}</span>
      <span class={`status ${stateLooks[state]}`}>{state}</span>
    </div>
  );
}
