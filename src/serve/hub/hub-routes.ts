import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { HTTPRoute } from "../../serve-http.ts";
import type { CallMetrics } from "../observe/metrics.ts";
import { PROMETHEUS_TYPE } from "../observe/prometheus-text.ts";
import type { Timeline } from "../observe/timeline.ts";
import { BASE_SCOPE } from "./source/source-policy.ts";
import type { SourceStatus } from "./source/source-status.ts";

export interface HubRouteNeeds {
  readonly statuses: () => readonly SourceStatus[];
  readonly metrics: CallMetrics;
  readonly timeline: Timeline;
}

const CALLS = "/~/calls/";

/** What a hub tells of itself, to those who may call it. */
export function hubRoutes({ statuses, metrics, timeline }: HubRouteNeeds): HTTPRoute[] {
  return [
    reading("/~/sources", () => Response.json({ sources: statuses() }, UNCACHED)),
    reading(CALLS, (request, identity) => {
      const requestId = decodeId(new URL(request.url).pathname.slice(CALLS.length));
      const calls = timeline.find(requestId, identity);
      if (calls.length > 0) return Response.json({ calls }, UNCACHED);
      throw new CallError("OPERATION_NOT_FOUND", "No call of yours with this id is remembered.");
    }),
    reading(
      "/metrics",
      () => new Response(metrics.render(statuses()), { headers: { "content-type": PROMETHEUS_TYPE } }),
    ),
  ];
}

const UNCACHED = { headers: { "cache-control": "no-store" } };

function reading(path: string, read: (request: Request, identity: Identity) => Response): HTTPRoute {
  return {
    path,
    handle(request, { identity }) {
      if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This asks who you are.");
      if (!identity.scopes.includes(BASE_SCOPE)) throw new CallError("ACCESS_DENIED", `This asks for ${BASE_SCOPE}.`);
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
      }
      return read(request, identity);
    },
  };
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
