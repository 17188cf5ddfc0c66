import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { HTTPRequestInfo, HTTPRoute } from "../../serve/request/http-service.ts";
import { decodePercent } from "../../shared/json/json-pointer.ts";
import type { HubApprovals } from "../approvals/hub-approvals.ts";
import { readDecision } from "../approvals/read-decision.ts";
import { APPROVE_SCOPE } from "../config/hub-scopes.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";

const APPROVALS = "/~/approvals";
const LARGEST_ANSWER = 10_000;
/** Shorter than the timeouts of proxies. */
const LONGEST_WAIT = 25_000;
const UNCACHED = { headers: { "cache-control": "no-store" } };

export interface ApprovalRouteDeps {
  readonly approvals: HubApprovals;
  /** Whether the request shows that a person at the hub sends it. */
  readonly isPerson: (request: Request) => Promise<boolean>;
  /** Whether the request came through the socket of the user who runs the hub. */
  readonly isAtSocket: (request: Request) => boolean;
}

/** The calls that wait for an approval, and answers to them. Callers see their own; approvers see and answer all. */
export function approvalRoutes({ approvals, isPerson, isAtSocket }: ApprovalRouteDeps): HTTPRoute[] {
  const { queue } = approvals;
  return [
    {
      path: APPROVALS,
      async handle(request, info) {
        const identity = identityIn(info);
        if (request.method !== "GET" && request.method !== "HEAD") return notAllowed("GET, HEAD");
        const after = new URL(request.url).searchParams.get("after");
        if (after === String(queue.version)) await changeOf(approvals, request, info);
        const viewer = mayApprove(identity) ? undefined : identity;
        return Response.json(
          { version: queue.version, mayAnswer: viewer === undefined, ...queue.list(viewer) },
          UNCACHED,
        );
      },
    },
    {
      path: `${APPROVALS}/answer`,
      public: true,
      async handle(request) {
        if (request.method !== "POST") return notAllowed("POST");
        if (approvals.webhook === undefined)
          throw new CallError("OPERATION_NOT_FOUND", "This hub has no approvals.webhook.");
        const { input: _, ...answered } = approvals.webhook.answer(request.headers, await bodyOf(request));
        return Response.json(answered, UNCACHED);
      },
    },
    {
      path: `${APPROVALS}/`,
      async handle(request, info) {
        const identity = identityIn(info);
        const id = decodePercent(new URL(request.url).pathname.slice(APPROVALS.length + 1));
        const found = queue.get(id, mayApprove(identity) ? undefined : identity);
        if (request.method === "GET" || request.method === "HEAD") return Response.json(found.show(), UNCACHED);
        if (request.method !== "POST") return notAllowed("GET, HEAD, POST");
        const decision = readDecision(parseJSON(await bodyOf(request)));
        const approver = { identity, isPerson: await isPerson(request), isAtSocket: isAtSocket(request) };
        return Response.json(approvals.answer(id, decision, approver), UNCACHED);
      },
    },
  ];
}

function identityIn({ identity }: HTTPRequestInfo): Identity {
  if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
  return identity;
}

function mayApprove({ scopes }: Identity): boolean {
  return scopes.includes(APPROVE_SCOPE);
}

/** Waits for a change, but not for long, and no longer than the client and its credential last. */
async function changeOf(
  { queue }: HubApprovals,
  request: Request,
  { onCredentialEnd }: HTTPRequestInfo,
): Promise<void> {
  const patience = new AbortController();
  const giveUp = (): void => patience.abort();
  const timer = setTimeout(giveUp, LONGEST_WAIT);
  const stopWatching = onCredentialEnd?.(giveUp);
  request.signal.addEventListener("abort", giveUp, { once: true });
  await queue.changed(patience.signal);
  clearTimeout(timer);
  stopWatching?.();
}

async function bodyOf(request: Request): Promise<string> {
  const text = await request.text();
  if (text.length > LARGEST_ANSWER) throw new CallError("VALIDATION_ERROR", "The answer is too long.");
  return text;
}

function notAllowed(allow: string): Response {
  return new Response(null, { status: 405, headers: { allow } });
}
