/**
 * Keeps web pages out that a user happens to have open: by their `Origin`, and by the `Host` that a page reaches when
 * its own name is made to point at this machine (DNS rebinding). And tells browsers whose pages may read answers.
 */
import type { HeaderPairs, Incoming } from "./incoming.ts";
import { HTTPRefusal } from "./problem.ts";
import type { CORSOptions, ServeHTTPSettings } from "./serve-http-options.ts";

export interface OriginRules {
  readonly allowedHosts: ReadonlySet<string> | undefined;
  readonly allowedOrigins: ReadonlySet<string> | undefined;
  readonly cors: CORSOptions | undefined;
}

type OriginSettings = Pick<ServeHTTPSettings, "allowedHosts" | "allowedOrigins" | "cors">;

const DENIED = { code: "ACCESS_DENIED" } as const;
const EXPOSED = "operation-request-id, operation-is-error, retry-after, etag";
const ALLOWED_HEADERS =
  "authorization, x-api-key, content-type, operation-answer, operation-request-id, operation-timeout-ms, traceparent, tracestate, last-event-id";

/** `defaultHosts`: of a server, which knows by what names it can be reached. */
export function originRules(settings: OriginSettings, defaultHosts?: readonly string[]): OriginRules {
  const { allowedHosts = defaultHosts, allowedOrigins, cors } = settings;
  return { allowedHosts: nameSet(allowedHosts), allowedOrigins: nameSet(allowedOrigins), cors };
}

function nameSet(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set(names.map((name) => name.toLowerCase()));
}

/** Throws a 403 unless the request's host and origin are allowed. */
export function checkOrigin(incoming: Pick<Incoming, "header">, rules: OriginRules): void {
  const host = hostName(incoming.header("host"));
  const { allowedHosts } = rules;
  if (allowedHosts !== undefined && (host === undefined || !allowedHosts.has(host))) {
    throw new HTTPRefusal(
      403,
      "The request names a host that this server does not answer for: see `allowedHosts`.",
      DENIED,
    );
  }
  const origin = incoming.header("origin");
  if (origin === undefined) return;
  // "null" (sandboxed frames, files) and what is no URL are nobody's: they get in by `*` only.
  const page = URL.canParse(origin) ? new URL(origin).hostname : undefined;
  const { allowedOrigins = host === undefined ? undefined : new Set([host]), cors } = rules;
  if (page !== undefined && allowedOrigins?.has(page) === true) return;
  if (cors !== undefined && isCORSOrigin(cors, origin)) return;
  throw new HTTPRefusal(403, "Pages of this origin may not use this server: see `cors` and `allowedOrigins`.", DENIED);
}

/** Without the port; undefined for what is no host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:/?#@[\]\s]+)(?::\d*)?$/i.exec(header ?? "");
  return match?.[1]?.toLowerCase();
}

function isCORSOrigin({ origins }: CORSOptions, origin: string): boolean {
  return origins === "*" || origins.includes(origin);
}

/** What an answer says to the browser of a page of another origin. */
export function corsHeaders({ cors }: OriginRules, origin: string | undefined): HeaderPairs {
  if (cors === undefined) return [];
  if (cors.origins === "*") {
    return origin === undefined ? [] : ["access-control-allow-origin", "*", "access-control-expose-headers", EXPOSED];
  }
  const headers = ["vary", "origin"];
  if (origin === undefined || !isCORSOrigin(cors, origin)) return headers;
  headers.push("access-control-allow-origin", origin, "access-control-expose-headers", EXPOSED);
  if (cors.credentials === true) headers.push("access-control-allow-credentials", "true");
  return headers;
}

/** What a preflight is told beside `corsHeaders`: methods, and headers that a page may send. */
export function preflightHeaders({ cors }: OriginRules, allow: string, headers = ALLOWED_HEADERS): HeaderPairs {
  if (cors === undefined) return [];
  return [
    "access-control-allow-methods",
    allow,
    "access-control-allow-headers",
    headers,
    "access-control-max-age",
    String(cors.maxAge ?? 600),
  ];
}
