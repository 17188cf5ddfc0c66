import type { RequestHeaders } from "../../serve/request/incoming.ts";
import { SESSION_LIFETIME } from "./page-sessions.ts";
import type { PageSession } from "./page-sessions.ts";

/** The header by which the explorer shows the secret of its session. */
export const SESSION_HEADER = "operation-session";

/**
 * The cookie of a session. Scripts can't read it, and no other site can make a browser send it. A browser sends it to
 * every port of this host, so its name contains the port, and the secret of the page must come with it.
 */
export function pageCookie(port: string, origin: string, id: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(port)}=${id}; Path=/; Max-Age=${SESSION_LIFETIME / 1000}; HttpOnly; SameSite=Strict${secure}`;
}

/** The session that a request of the explorer's page shows; undefined if a part of it is missing. */
export function sessionIn(headers: RequestHeaders, port: string): PageSession | undefined {
  const { cookie = "", [SESSION_HEADER]: secret = "" } = headers;
  const prefix = `${cookieName(port)}=`;
  const found = cookie.split(/; */).filter((pair) => pair.startsWith(prefix));
  const id = found[0]?.slice(prefix.length) ?? "";
  return found.length === 1 && id !== "" && secret !== "" ? { id, secret } : undefined;
}

/**
 * The origin of the hub's own page, if that page sent the request: one of `origins`, including the port. Browsers send
 * no `Origin` when a page reads from its own origin. They send `Sec-Fetch-Site: same-origin` instead.
 */
export function ownOrigin(headers: RequestHeaders, origins: readonly string[]): string | undefined {
  const { origin } = headers;
  if (origin !== undefined) return origins.includes(origin) ? origin : undefined;
  return headers["sec-fetch-site"] === "same-origin" ? origins[0] : undefined;
}

function cookieName(port: string): string {
  return `operations-session-${port}`;
}
