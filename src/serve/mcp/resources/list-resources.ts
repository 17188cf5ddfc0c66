import type { Result } from "@modelcontextprotocol/server";
import { dispatch } from "../../../registry/dispatch.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { invalidParams } from "../call/run-call.ts";
import type { AnswerCallDeps, ToolCallRequest } from "../call/run-call.ts";
import { rewriteField } from "../providers/rewrite-uris.ts";
import type { ResourceCatalog } from "./resource-catalog.ts";

export interface ResourceDeps extends AnswerCallDeps {
  readonly resources: ResourceCatalog;
  /** How many resources all clients watch. */
  readonly watches: { count: number };
}

/** `resources/list` or `resources/templates/list`. */
export interface ResourceList {
  readonly method: "resources/list" | "resources/templates/list";
  /** The member of the result that holds the entries. */
  readonly field: "resources" | "resourceTemplates";
  /** The member of an entry that is its URI. */
  readonly key: "uri" | "uriTemplate";
}

export const RESOURCES: ResourceList = { method: "resources/list", field: "resources", key: "uri" };
export const TEMPLATES: ResourceList = {
  method: "resources/templates/list",
  field: "resourceTemplates",
  key: "uriTemplate",
};

/** Milliseconds that a source has for a page. One that takes longer, or fails, is left out: the others are listed. */
const SOURCE_TIMEOUT = 10_000;
/** Sources that are asked at once. */
const AT_ONCE = 8;
/** Pages of one source, after which it counts as endless. */
const MOST_PAGES = 1000;
const LONGEST_CURSOR = 100_000;
const LONGEST_SOURCE_CURSOR = 4000;

/** A source with more to list: its namespace, its cursor, and how many pages it has given. */
type Remaining = readonly [namespace: string, cursor: string | null, pages: number];

/** Where a page ends: among the resources that are separate operations, or among the sources. */
interface Position {
  readonly after?: string | undefined;
  readonly sources?: readonly Remaining[] | undefined;
}

/** A page: first the resources that are separate operations, then a page of each source, as many as fit. */
export async function listResources(deps: ResourceDeps, request: ToolCallRequest, list: ResourceList): Promise<Result> {
  const { caller, params } = request;
  const { settings, resources, limits } = deps;
  const { after, sources } = readCursor(deps, params["cursor"]);
  const entries: unknown[] = [];
  if (sources === undefined) {
    for (const { uri, definition } of resources.own(list.key, caller.identity)) {
      if (after !== undefined && uri <= after) continue;
      if (entries.length >= settings.pageSize) {
        const { [list.key]: last } = entries.at(-1) as Record<string, unknown>;
        return { [list.field]: entries, nextCursor: writeCursor({ after: last as string }) };
      }
      entries.push(definition);
    }
  }
  const waiting = sources ?? resources.providers.all.map(({ namespace }): Remaining => [namespace, null, 0]);
  const running = limits.enter(caller);
  try {
    const rest = await askSources({ deps, request, list, entries }, waiting);
    return { [list.field]: entries, ...(rest.length === 0 ? {} : { nextCursor: writeCursor({ sources: rest }) }) };
  } finally {
    limits.leave(running);
  }
}

interface Listing {
  readonly deps: ResourceDeps;
  readonly request: ToolCallRequest;
  readonly list: ResourceList;
  readonly entries: unknown[];
}

/** Asks one source after the other for a page, several at once, until there is enough. Returns those with more. */
async function askSources(listing: Listing, waiting: readonly Remaining[]): Promise<Remaining[]> {
  const { deps, request, entries } = listing;
  const more: Remaining[] = [];
  let next = 0;
  while (
    next < waiting.length &&
    entries.length < deps.settings.pageSize &&
    request.cancellation.reason === undefined
  ) {
    const batch = waiting.slice(next, next + AT_ONCE);
    next += batch.length;
    const pages = await Promise.all(batch.map((remaining) => askSource(listing, remaining)));
    for (const [index, page] of pages.entries()) {
      const [namespace, , count] = batch[index] as Remaining;
      for (const entry of page.entries) entries.push(entry);
      if (page.nextCursor !== undefined && count < MOST_PAGES) more.push([namespace, page.nextCursor, count + 1]);
    }
  }
  return [...waiting.slice(next), ...more];
}

interface SourcePage {
  readonly entries: readonly unknown[];
  readonly nextCursor?: string | undefined;
}

const NOTHING: SourcePage = { entries: [] };

async function askSource({ deps, request, list }: Listing, [namespace, cursor]: Remaining): Promise<SourcePage> {
  const { resources, registry, settings } = deps;
  const { caller, cancellation, connection: session } = request;
  const provider = resources.providers.get(namespace);
  const found = provider && resources.operationFor(provider, list.method, caller.identity);
  if (found === undefined) return NOTHING;
  try {
    const deadline = Date.now() + timeoutOf(settings.callTimeout);
    const context = { identity: caller.identity, session, deadline, signal: cancellation.signal };
    const { data } = await dispatch(registry, { id: found.id, input: cursor === null ? {} : { cursor }, context });
    const { [list.field]: listed, nextCursor } = data as Record<string, unknown>;
    const entries = (Array.isArray(listed) ? listed : [])
      .filter((entry) => isRecord(entry) && typeof entry[list.key] === "string")
      .map((entry: Record<string, unknown>) => rewriteField(entry, list.key, found.spec, resources.providers));
    const isFit = typeof nextCursor === "string" && nextCursor.length <= LONGEST_SOURCE_CURSOR;
    return { entries, nextCursor: isFit ? nextCursor : undefined };
  } catch (error) {
    settings.onError?.(error, { operation: found.id });
    return NOTHING;
  }
}

function timeoutOf(callTimeout: number | undefined): number {
  return Math.min(callTimeout ?? SOURCE_TIMEOUT, SOURCE_TIMEOUT);
}

function writeCursor(position: Position): string {
  return btoa(encodeURIComponent(JSON.stringify(position)));
}

/** A client may send anything. Even so, it sees only the sources that it may see. */
function readCursor({ sdk }: ResourceDeps, cursor: unknown): Position {
  if (cursor === undefined) return {};
  try {
    if (typeof cursor === "string" && cursor.length <= LONGEST_CURSOR) {
      const position = JSON.parse(decodeURIComponent(atob(cursor))) as unknown;
      if (isPosition(position)) return position;
    }
  } catch {
    // Refused below.
  }
  throw invalidParams(sdk, "Invalid cursor");
}

function isPosition(value: unknown): value is Position {
  if (!isRecord(value)) return false;
  const { after, sources } = value;
  if (typeof after === "string") return sources === undefined;
  return Array.isArray(sources) && sources.every(isRemaining);
}

function isRemaining(value: unknown): value is Remaining {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [namespace, cursor, pages] = value as unknown[];
  return typeof namespace === "string" && (cursor === null || typeof cursor === "string") && typeof pages === "number";
}
