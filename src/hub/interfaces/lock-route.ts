import { CallError } from "../../errors/call-error.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { ADMIN_SCOPE } from "../config/hub-scopes.ts";
import type { LockDecision, SourcesLock } from "../lock/sources-lock.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";

const LARGEST_DECISION = 10_000;

/** What differs from the lock, and a person's decisions on it. For administrators only. */
export function lockRoute(lock: SourcesLock): HTTPRoute {
  const answer = (): Response => {
    const { exists } = lock;
    return Response.json(
      { exists, sources: exists ? lock.changes() : [] },
      { headers: { "cache-control": "no-store" } },
    );
  };
  return {
    path: "/~/lock",
    async handle(request, { identity }) {
      if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
      if (!identity.scopes.includes(ADMIN_SCOPE)) {
        throw new CallError("ACCESS_DENIED", `This needs the scope ${ADMIN_SCOPE}.`);
      }
      if (request.method === "GET" || request.method === "HEAD") return answer();
      if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
      await lock.decide(readDecision(await request.text()));
      return answer();
    },
  };
}

function wrongDecision(): never {
  const message = 'Send {"source", "kind", "operation", "digest", "decision": "accept" or "refuse"} as JSON.';
  throw new CallError("VALIDATION_ERROR", message);
}

function readDecision(text: string): LockDecision {
  if (text.length > LARGEST_DECISION) wrongDecision();
  const value = parseJSON(text);
  if (!isRecord(value)) return wrongDecision();
  const { source, kind, operation, digest, decision } = value;
  const isNamed = typeof source === "string" && typeof kind === "string" && typeof operation === "string";
  if (!isNamed || (decision !== "accept" && decision !== "refuse")) return wrongDecision();
  if (digest !== undefined && typeof digest !== "string") return wrongDecision();
  return { source, kind, operation, digest, decision };
}
