import type { HeaderPairs, RequestHeaders } from "./incoming.ts";
import { HTTPRefusal } from "./problem.ts";
import type { CORSOptions } from "./request-options.ts";

export interface OriginSettings {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly cors?: CORSOptions | undefined;
}

const DENIED = { code: "ACCESS_DENIED" } as const;
const EXPOSED =
  "operation-request-id, operation-is-error, operation-stripped, operation-filled, operation-part, retry-after, ratelimit, ratelimit-policy, etag, deprecation, sunset, link";
const ALLOWED_HEADERS =
  "authorization, x-api-key, content-type, operation-answer, operation-answer-tokens, operation-select, operation-questions, operation-log, operation-wire, operation-request-id, operation-timeout-ms, traceparent, tracestate, last-event-id";

/**
 * Keeps out web pages that a user has open: by their `Origin`, and by the `Host` that a page reaches when its own name
 * is made to point at this machine (DNS rebinding). Also tells browsers whose pages may read replies.
 */
export class OriginRules {
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string> | undefined;
  readonly #cors: CORSOptions | undefined;
  /** The `Host` that passed last: most requests repeat it. */
  #lastHost: string | undefined;

  constructor({ allowedHosts, allowedOrigins, cors }: OriginSettings) {
    this.#hosts = nameSet(allowedHosts);
    this.#origins = nameSet(allowedOrigins);
    this.#cors = cors;
  }

  /** Throws a 403 unless the request's host and origin are allowed. */
  check({ host: header, origin }: RequestHeaders): void {
    if (origin === undefined && header !== undefined && header === this.#lastHost) return;
    const host = hostName(header);
    if (this.#hosts !== undefined && (host === undefined || !this.#hosts.has(host))) {
      throw new HTTPRefusal(
        403,
        "This server does not answer for the host of the request: see `allowedHosts`.",
        DENIED,
      );
    }
    this.#lastHost = header;
    if (origin === undefined) return;
    // "null" (sandboxed frames, files) and texts that are not a URL have no host: only `*` lets them in.
    const page = URL.canParse(origin) ? new URL(origin).hostname : undefined;
    const isAllowed = this.#origins === undefined ? page === host : page !== undefined && this.#origins.has(page);
    if (page !== undefined && isAllowed) return;
    if (this.#cors !== undefined && isCORSOrigin(this.#cors, origin)) return;
    const message = "Pages of this origin may not use this server: see `cors` and `allowedOrigins`.";
    throw new HTTPRefusal(403, message, DENIED);
  }

  /** What a reply tells the browser of a page of another origin. */
  headersFor(origin: string | undefined): HeaderPairs {
    const cors = this.#cors;
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

  /** What the reply to a preflight holds besides `headersFor`: the methods, and the headers that a page may send. */
  preflightHeaders(allow: string, headers = ALLOWED_HEADERS): HeaderPairs {
    const cors = this.#cors;
    if (cors === undefined) return [];
    const names = ["access-control-allow-methods", allow, "access-control-allow-headers", headers];
    return [...names, "access-control-max-age", String(cors.maxAge ?? 600)];
  }
}

function nameSet(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set(names.map((name) => name.toLowerCase()));
}

/** Without the port; undefined for a text that is not a host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:/?#@[\]\s]+)(?::\d*)?$/i.exec(header ?? "");
  return match?.[1]?.toLowerCase();
}

function isCORSOrigin({ origins }: CORSOptions, origin: string): boolean {
  return origins === "*" || origins.includes(origin);
}
