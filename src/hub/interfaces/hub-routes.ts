import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { WaitingBytes } from "../../serve/request/waiting-bytes.ts";
import { decodePercent } from "../../shared/json/json-pointer.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import type { AccessNumbers } from "../observe/access-metrics.ts";
import type { ApprovalNumbers, AuditNumbers, CallMetrics } from "../observe/metrics.ts";
import { PROMETHEUS_TYPE } from "../observe/prometheus-text.ts";
import type { SourcesLock } from "../lock/sources-lock.ts";
import { recordingOf } from "./wire-access.ts";
import { lockRoute } from "./lock-route.ts";
import type { Timeline } from "../observe/timeline.ts";
import type { WireRecorder } from "../observe/wire-recorder.ts";
import { ADMIN_SCOPE, METRICS_SCOPE } from "../config/hub-scopes.ts";
import type { SourceName } from "../sources/source-switches.ts";
import type { SourceStatus } from "../sources/source-status.ts";

export interface HubRouteDeps {
  /** All sources, or those that a viewer may see. */
  readonly statuses: (viewer?: Identity) => readonly SourceStatus[];
  /** The sources that are switched off. */
  readonly off: () => readonly SourceName[];
  /** How many connections each interface has refused. */
  readonly refusals: () => ReadonlyMap<string, number>;
  /** The bytes that wait for clients. */
  readonly waiting: WaitingBytes;
  /** What could not be written to the audit, if there is one. */
  readonly audit?: AuditNumbers | undefined;
  /** How many calls each rate limit has refused. */
  readonly rateLimited?: ReadonlyMap<string, number> | undefined;
  /** How many credentials were refused, and the state of the key file and the certificate. */
  readonly access: () => AccessNumbers;
  readonly metrics: CallMetrics;
  readonly timeline: Timeline;
  readonly wire: WireRecorder;
  readonly lock: SourcesLock;
  readonly approvals: ApprovalNumbers;
  /** Its addresses. */
  readonly endpoints: () => object;
}

const CALLS = "/~/calls/";

/** What a hub reports about itself. Callers see what they may call and have called; administrators see everything. */
export function hubRoutes(deps: HubRouteDeps): HTTPRoute[] {
  const {
    statuses,
    off,
    refusals,
    waiting,
    audit,
    rateLimited,
    approvals,
    access,
    metrics,
    timeline,
    wire,
    lock,
    endpoints,
  } = deps;
  return [
    lockRoute(lock),
    reading("/~/endpoints", () => Response.json(endpoints(), UNCACHED)),
    reading("/~/sources", (_request, identity) => {
      const isAdmin = identity.scopes.includes(ADMIN_SCOPE);
      const sources = statuses(isAdmin ? undefined : identity);
      return Response.json(isAdmin ? { sources, off: off() } : { sources }, UNCACHED);
    }),
    reading(CALLS, (request, identity) => {
      const [id = "", part] = new URL(request.url).pathname.slice(CALLS.length).split("/");
      const requestId = decodePercent(id);
      if (part === "exchanges") return Response.json(recordingOf(wire, requestId, identity), UNCACHED);
      const calls = timeline.find(requestId, identity);
      if (calls.length > 0) return Response.json({ calls }, UNCACHED);
      throw new CallError("OPERATION_NOT_FOUND", "No call of yours with this id is remembered.");
    }),
    reading("/metrics", (_request, identity) => {
      if (!identity.scopes.includes(METRICS_SCOPE))
        throw new CallError("ACCESS_DENIED", `This needs the scope ${METRICS_SCOPE}.`);
      const counted = { waiting, audit, rateLimited, approvals, ...access() };
      const text = metrics.render({ sources: statuses(), refusals: refusals(), ...counted });
      return new Response(text, { headers: { "content-type": PROMETHEUS_TYPE } });
    }),
  ];
}

const UNCACHED = { headers: { "cache-control": "no-store" } };

function reading(path: string, read: (request: Request, identity: Identity) => Response): HTTPRoute {
  return {
    path,
    handle(request, { identity }) {
      if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
      }
      return read(request, identity);
    },
  };
}
