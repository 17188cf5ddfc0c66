import { LOGIN_SESSION_LIFETIME } from "./browser-sessions.ts";

const NAME = "operations-login";

/**
 * The cookie of a browser's session. Scripts can't read it, other sites can't send it with a form, and over TLS no
 * other host can set it, because of the prefix. A browser sends it to every port of this host, so its name contains the
 * port, and the secret of the page must come with it.
 */
export function sessionCookie(base: string, id: string | undefined): string {
  const isSecure = base.startsWith("https:");
  const age = id === undefined ? 0 : LOGIN_SESSION_LIFETIME / 1000;
  const secure = isSecure ? "; Secure" : "";
  return `${nameOf(base)}=${id ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

export function readSessionCookie(base: string, request: Request): string | undefined {
  const prefix = `${nameOf(base)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(/; */);
  const found = pairs.filter((pair) => pair.startsWith(prefix));
  // If there are two, another host or path has set one of them.
  return found.length === 1 ? found[0]?.slice(prefix.length) || undefined : undefined;
}

function nameOf(base: string): string {
  const { protocol, port } = new URL(base);
  return protocol === "https:" ? `__Host-${NAME}-${port || "443"}` : `${NAME}-${port || "80"}`;
}
