import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import { decodePercent } from "../../shared/json/json-pointer.ts";
import { ADMIN_SCOPE } from "../config/hub-scopes.ts";
import type { AuditLog } from "../observe/audit.ts";
import type { Log } from "../observe/create-log.ts";
import type { HubSources } from "../sources/hub-sources.ts";
import type { SourceKind } from "../sources/source-status.ts";
import type { SourceName } from "../sources/source-switches.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";
import { isRecord } from "../../shared/json/is-record.ts";

/** What an administrator can do with a source. */
export type SourceAction = "reopen" | "enable" | "disable";

export interface SourceRouteDeps {
  readonly sources: Pick<HubSources, "logOf" | "reopen" | "setEnabled">;
  readonly audit: Pick<AuditLog, "write"> | undefined;
  readonly log: Log;
}

const SOURCES = "/~/sources/";
const LARGEST_ACTION = 1000;

/** `/~/sources/{kind}/{name}`: GET its latest log lines, POST `{"action": …}`. For administrators only, and audited. */
export function sourceRoute({ sources, audit, log }: SourceRouteDeps): HTTPRoute {
  const act = async (action: SourceAction, source: SourceName, { id, issuer }: Identity): Promise<void> => {
    if (action === "reopen") await sources.reopen(source);
    else await sources.setEnabled(source, action === "enable");
    const what = { source: source.name, kind: source.kind, action };
    const identity = issuer === undefined ? { identity: id } : { identity: id, issuer };
    audit?.write({ time: new Date().toISOString(), event: "source", ...identity, ...what });
    log("info", "source switched", { ...what, by: id });
  };
  return {
    path: SOURCES,
    async handle(request, { identity }) {
      if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
      if (!identity.scopes.includes(ADMIN_SCOPE)) {
        throw new CallError("ACCESS_DENIED", `This needs the scope ${ADMIN_SCOPE}.`);
      }
      const source = sourceIn(new URL(request.url).pathname.slice(SOURCES.length));
      if (request.method === "GET" || request.method === "HEAD") return answer({ log: sources.logOf(source) });
      if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
      const action = readAction(await request.text());
      await act(action, source, identity);
      return answer({ ...source, action });
    },
  };
}

function answer(body: object): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}

function sourceIn(path: string): SourceName {
  const slash = path.indexOf("/");
  if (slash < 1) throw new CallError("OPERATION_NOT_FOUND", "Name a source: /~/sources/{kind}/{name}.");
  // The action itself fails if there is no such source.
  return { kind: path.slice(0, slash) as SourceKind, name: decodePercent(path.slice(slash + 1)) };
}

function readAction(text: string): SourceAction {
  const action = text.length > LARGEST_ACTION ? undefined : actionIn(text);
  if (action === "reopen" || action === "enable" || action === "disable") return action;
  throw new CallError("VALIDATION_ERROR", 'Send {"action": "reopen"}, "enable" or "disable" as JSON.');
}

function actionIn(text: string): unknown {
  const value = parseJSON(text);
  return isRecord(value) ? value["action"] : undefined;
}
