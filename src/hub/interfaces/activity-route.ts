import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import type { CallActivity, HourOfCalls, RecentActivity } from "../activity/call-activity.ts";
import type { UpdateStreams } from "../activity/update-streams.ts";
import type { ApprovalQueue } from "../approvals/approval-queue.ts";
import { ADMIN_SCOPE, APPROVE_SCOPE, METRICS_SCOPE } from "../config/hub-scopes.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import type { SourceStatus } from "../sources/source-status.ts";

/** What a hub does now, limited to what the viewer may see. */
export interface HubActivity extends RecentActivity {
  /** ISO 8601. */
  readonly at: string;
  /** Whose calls `recent` and `failed` list: administrators see those of all callers. */
  readonly callers: "all" | "own";
  /** For administrators, and holders of `operations:metrics`. */
  readonly hour?: HourOfCalls | undefined;
  /** Calls and streams in flight; for the same people. */
  readonly inFlight?: number | undefined;
  /** Without their reports. */
  readonly sources: readonly SourceStatus[];
  /** For administrators: what the config names, and no operation has. */
  readonly warnings?: readonly string[] | undefined;
  /** Calls that wait for an approval: all of them for approvers, their own for others. */
  readonly waiting: readonly WaitingCall[];
}

/** A call that waits for an approval. */
export interface WaitingCall {
  readonly id: string;
  readonly operation: string;
  readonly caller: string | null;
  /** ISO 8601. */
  readonly since: string;
}

export interface ActivityRouteDeps {
  readonly activity: CallActivity;
  readonly streams: UpdateStreams;
  readonly inFlight: () => number;
  readonly statuses: (viewer?: Identity) => readonly SourceStatus[];
  readonly warnings: () => readonly ConfigWarning[];
  /** Grows whenever a source or an operation changes. */
  readonly changes: () => number;
  readonly approvals: Pick<ApprovalQueue, "list" | "version">;
}

const MOST_WAITING = 20;

/** `GET /~/activity`: the state as JSON, or with `accept: text/event-stream` whenever it changes. */
export function activityRoute(deps: ActivityRouteDeps): HTTPRoute {
  const { activity, streams, approvals, changes } = deps;
  const version = (): string => `${activity.version} ${approvals.version} ${changes()}`;
  return {
    path: "/~/activity",
    handle(request, info) {
      const { identity } = info;
      if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
      if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
      const sources = sourcesOf(deps, identity);
      const state = (): HubActivity => ({ ...activityFor(identity, deps), ...sources() });
      if (request.headers.get("accept")?.includes("text/event-stream") !== true)
        return Response.json(state(), { headers: { "cache-control": "no-store" } });
      return streams.open({ version, state }, info);
    },
  };
}

function activityFor(
  identity: Identity,
  { activity, inFlight, approvals }: ActivityRouteDeps,
): Omit<HubActivity, keyof SourceActivity> {
  const holds = (scope: string): boolean => identity.scopes.includes(scope);
  const isAdmin = holds(ADMIN_SCOPE);
  const seesNumbers = isAdmin || holds(METRICS_SCOPE);
  const { pending } = approvals.list(holds(APPROVE_SCOPE) ? undefined : identity);
  return {
    at: new Date().toISOString(),
    callers: isAdmin ? "all" : "own",
    ...(seesNumbers ? { hour: activity.hour(), inFlight: inFlight() } : {}),
    ...activity.recent(identity, isAdmin),
    waiting: pending.slice(0, MOST_WAITING).map(({ id, operation, caller, since }) => ({
      id,
      operation,
      caller: caller?.id ?? null,
      since,
    })),
  };
}

type SourceActivity = Pick<HubActivity, "sources" | "warnings">;

/** Recomputed only after a change, because reports and warnings take time. */
function sourcesOf({ statuses, warnings, changes }: ActivityRouteDeps, viewer: Identity): () => SourceActivity {
  const isAdmin = viewer.scopes.includes(ADMIN_SCOPE);
  let known: { readonly at: number; readonly seen: SourceActivity } | undefined;
  return () => {
    const at = changes();
    if (known?.at === at) return known.seen;
    const sources = statuses(isAdmin ? undefined : viewer).map(withoutReport);
    const seen = isAdmin ? { sources, warnings: warnings().map(({ message }) => message) } : { sources };
    known = { at, seen };
    return seen;
  };
}

function withoutReport({ report: _report, ...status }: SourceStatus): SourceStatus {
  return status;
}
