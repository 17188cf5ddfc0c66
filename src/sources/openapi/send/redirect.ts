import { CallError } from "../../../errors/call-error.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import { CLOSEST_REACH, reachOf } from "../../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import type { Upstream } from "../request/upstream.ts";

/** A redirect that a server asks for. */
export interface Redirect {
  readonly location: string;
  readonly status: number;
  readonly upstream: Upstream;
  readonly exchange: HTTPExchange;
}

/**
 * The only headers that stay when a redirect leaves the origin: any other may be a credential. `last-event-id` stays,
 * because a stream without it would resume at another point unnoticed.
 */
const HARMLESS_HEADERS = new Set([
  "accept",
  "accept-language",
  "content-type",
  "range",
  "last-event-id",
  "operation-timeout-ms",
]);

/** The request that follows a redirect. Throws if the config forbids the redirect, or if it is not safe. */
export function redirected(request: OutgoingRequest, redirect: Redirect): OutgoingRequest {
  const { status, upstream } = redirect;
  const url = targetOf(request.url, redirect);
  const isSameOrigin = url.origin === request.url.origin;
  const reach = isSameOrigin ? request.reach : checkOrigin(request.url, url, redirect);
  const isTrusted = isSameOrigin || upstream.namedOrigins.has(url.origin);
  // The fetch standard: 301 and 302 turn a POST into a GET; 303 does so for every method but HEAD.
  const becomesGet =
    (request.method === "POST" && (status === 301 || status === 302)) ||
    (status === 303 && request.method !== "GET" && request.method !== "HEAD");
  const headers = new Map([...request.headers].filter(([name]) => isTrusted || HARMLESS_HEADERS.has(name)));
  if (becomesGet) headers.delete("content-type");
  return {
    method: becomesGet ? "GET" : request.method,
    url,
    headers,
    body: becomesGet ? undefined : request.body,
    secrets: isTrusted ? request.secrets : [],
    reach,
    renewable: [],
  };
}

/**
 * A browser hides where a redirect leads, and can only follow it by itself, under its own rules for other origins. That
 * is allowed for a request that is safe to repeat and holds nothing confidential.
 */
export function checkHiddenRedirect(request: OutgoingRequest, { config }: Upstream, exchange: HTTPExchange): void {
  const { method, headers, secrets } = request;
  const isSafe = method === "GET" || method === "HEAD";
  const isConfidential = secrets.length > 0 || [...headers.keys()].some((name) => !HARMLESS_HEADERS.has(name));
  if (isSafe && !isConfidential && (config.redirects ?? "follow") === "follow") return;
  throw redirectError(exchange, 0, "but a browser does not say where to. Call the final address itself");
}

function targetOf(from: URL, { location, status, exchange }: Redirect): URL {
  let url: URL;
  try {
    url = new URL(location, from);
  } catch {
    throw redirectError(exchange, status, "to something that is not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw redirectError(exchange, status, `to ${url.protocol}`);
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  return url;
}

/** How close the new origin may be. */
function checkOrigin(from: URL, to: URL, { status, upstream, exchange }: Redirect): AddressReach {
  const { config, namedOrigins } = upstream;
  if (config.redirects === "sameOrigin") {
    throw redirectError(exchange, status, `to ${to.origin}, but the config allows redirects within the origin only`);
  }
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw redirectError(exchange, status, `from https to ${to.origin}, which is not encrypted`);
  }
  if (config.allowPrivateNetwork === true || namedOrigins.has(to.origin)) return CLOSEST_REACH;
  const reach = reachOf(from);
  if (reachOf(to) <= reach) return reach;
  const where = `to ${to.origin}, a private address. \`allowPrivateNetwork\` would permit it`;
  throw redirectError(exchange, status, where);
}

/** A redirect that is not followed. Whether the first server did the work is not certain. */
export function redirectError(exchange: HTTPExchange, status: number, where: string): CallError {
  const message = `${exchange.description} was redirected ${where}.`;
  return new CallError("EXECUTION_ERROR", message, { status }, { retryable: false, phase: "unknown" });
}
