/**
 * Pages of MCP Apps call tools by the names of their own server. The host passes such a call on as any other, and nothing
 * in it says which page it comes from.
 */
import type { Identity } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { sourceNamespace } from "../providers/resource-providers.ts";
import { pageOf } from "../providers/rewrite-uris.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** The sources whose pages a session has read. */
const readPages = new WeakMap<CallSession, Set<string>>();

/** A session reads a page of a source: its tools may be called by their own names. */
export function notePage(session: CallSession | undefined, uri: string, spec: OperationSpec): void {
  if (session === undefined || !uri.startsWith("ui:")) return;
  const sources = readPages.get(session) ?? new Set();
  readPages.set(session, sources.add(sourceNamespace(spec)));
}

export interface AppCall {
  /** What a page calls its tool. */
  readonly name: string;
  readonly identity: Identity | undefined;
  readonly session: CallSession | undefined;
}

/** The tools that a page can mean, of sources that have pages. Several where even what the session has read does not tell. */
export function findAppTools(catalog: ToolCatalog, { name, identity, session }: AppCall): readonly OperationSpec[] {
  const sourcesWithPages = new Set<string>();
  const named: OperationSpec[] = [];
  for (const spec of catalog.visible(identity)) {
    if (spec.origin?.source !== "mcp") continue;
    const words = spec.metadata?.["mcp"];
    if (isRecord(words) && pageOf(words["_meta"]) !== undefined) sourcesWithPages.add(sourceNamespace(spec));
    if (spec.origin.name === name) named.push(spec);
  }
  const found = named.filter((spec) => sourcesWithPages.has(sourceNamespace(spec)));
  const read = session && readPages.get(session);
  const narrowed = found.length > 1 ? found.filter((spec) => read?.has(sourceNamespace(spec))) : found;
  return narrowed.length === 0 ? found : narrowed;
}

/** Why a name that several sources have is not enough. */
export function severalAppTools(name: string, specs: readonly OperationSpec[]): string {
  const ids = specs.slice(0, 5).map(operationId).join(", ");
  return `Several sources with pages have a tool ${name.slice(0, 200)}: ${ids}. Only a session that has read the page of one of them can call it by this name.`;
}
