import { approximateSize } from "../../../shared/json/data-size.ts";
import { CallError } from "../../../errors/call-error.ts";
import type { Session } from "../session/session.ts";

/** Asks for one page. The result is unchecked. */
export type PageRequest = (params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Reads a whole list of a session. */
export type ReadPages = (session: Session, method: string, field: string) => Promise<unknown[]>;

const MAX_PAGES = 1000;
const MAX_ITEMS = 100_000;
/** In memory. The limits of messages bound one page. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads every page of a list. Throws on a repeated cursor, and on too many pages, items or bytes. */
export async function listAllPages(ask: PageRequest, field: string, server: string): Promise<unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let bytes = 0;
  for (;;) {
    const page = (await ask(cursor === undefined ? {} : { cursor })) as Record<string, unknown> | null | undefined;
    const found = page?.[field];
    if (!Array.isArray(found)) throw broken(server, `answered a list without "${field}"`);
    for (const item of found) items.push(item);
    cursor = nextCursor(page, server);
    bytes += cursor === undefined && seen.size === 0 ? 0 : approximateSize(found, MAX_BYTES + 1 - bytes);
    if (bytes > MAX_BYTES) throw broken(server, `has more than ${MAX_BYTES} bytes of ${field} on several pages`);
    if (cursor === undefined) return items;
    if (seen.has(cursor)) throw broken(server, `gave the same cursor twice while listing its ${field}: ${cursor}`);
    seen.add(cursor);
    if (seen.size >= MAX_PAGES || items.length > MAX_ITEMS)
      throw broken(server, `has more than ${MAX_PAGES} pages or ${MAX_ITEMS} of ${field}`);
  }
}

function nextCursor(page: Record<string, unknown> | null | undefined, server: string): string | undefined {
  const cursor = page?.["nextCursor"];
  if (cursor === undefined || cursor === null) return undefined;
  if (typeof cursor !== "string") throw broken(server, "gave a cursor that is not text");
  return cursor;
}

function broken(server: string, how: string): CallError {
  return new CallError("PROTOCOL_ERROR", `The MCP server ${server} ${how}.`);
}
