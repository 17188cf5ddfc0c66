/**
 * Pages of MCP Apps call tools by the names of their own server, and read resources by its URIs. The host passes such a
 * request on as any other, and nothing in it says which page it comes from.
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

/** Notes that a session reads a page of a source. That page may use the names of its own server from now on. */
export function notePage(session: CallSession | undefined, uri: string, spec: OperationSpec): void {
  if (session === undefined || !uri.startsWith("ui:")) return;
  const sources = readPages.get(session) ?? new Set();
  readPages.set(session, sources.add(sourceNamespace(spec)));
}

/** Who calls, and in which session. */
export interface AppCaller {
  readonly identity: Identity | undefined;
  readonly session: CallSession | undefined;
}

export interface AppCall extends AppCaller {
  /** What a page calls its tool. */
  readonly name: string;
}

/** The tools that a page can mean. Several if the pages that the session has read do not decide it. */
export function findAppTools(catalog: ToolCatalog, { name, identity, session }: AppCall): readonly OperationSpec[] {
  const withPages = sourcesWithPages(catalog, identity);
  const found: OperationSpec[] = [];
  for (const spec of catalog.visible(identity)) {
    const isNamed = spec.origin?.source === "mcp" && spec.origin.name === name;
    if (isNamed && withPages.has(sourceNamespace(spec))) found.push(spec);
  }
  return narrow(found, session, sourceNamespace);
}

/** The sources whose page may be reading. Several if the pages that the session has read do not decide it. */
export function findAppSources(catalog: ToolCatalog, { identity, session }: AppCaller): readonly string[] {
  return narrow([...sourcesWithPages(catalog, identity)], session, (source) => source);
}

function sourcesWithPages(catalog: ToolCatalog, identity: Identity | undefined): Set<string> {
  const sources = new Set<string>();
  for (const spec of catalog.visible(identity)) {
    const words = spec.origin?.source === "mcp" ? spec.metadata?.["mcp"] : undefined;
    if (isRecord(words) && pageOf(words["_meta"]) !== undefined) sources.add(sourceNamespace(spec));
  }
  return sources;
}

/** Of several, those of sources whose pages the session has read, if it has read any. */
function narrow<T>(found: readonly T[], session: CallSession | undefined, sourceOf: (each: T) => string): readonly T[] {
  const read = session && readPages.get(session);
  const narrowed = found.length > 1 ? found.filter((each) => read?.has(sourceOf(each))) : found;
  return narrowed.length === 0 ? found : narrowed;
}

/** Why a name that several sources have is not enough. */
export function severalAppTools(name: string, specs: readonly OperationSpec[]): string {
  const ids = specs.slice(0, 5).map(operationId).join(", ");
  return `Several sources with pages have a tool ${name.slice(0, 200)}: ${ids}. Only a session that has read the page of one of them can call it by this name.`;
}
