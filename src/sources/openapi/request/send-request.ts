import type { FetchLike } from "../options/http-service-config.ts";
import type { Exchange } from "../response/exchange.ts";
import { answerError } from "../response/http-errors.ts";
import { reachOf } from "./private-address.ts";
import { discard } from "../response/read-bytes.ts";
import type { WrittenBody } from "./write-body.ts";

/** A request that is ready to leave. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: WrittenBody["body"] | undefined;
  /** Whether it carries anything that only its own origin may see. */
  readonly isConfidential: boolean;
}

export interface SendOptions {
  readonly fetch: FetchLike;
  readonly exchange: Exchange;
  readonly redirects: "follow" | "sameOrigin" | "never";
  readonly allowPrivateNetwork: boolean;
  /** Origins that the config names: they may be private, and see the credentials. */
  readonly namedOrigins: ReadonlySet<string>;
}

const MOST_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/**
 * All that is left of the headers when a redirect leaves the origin: anything else may be a credential. Without the id
 * of the last event a stream would go on somewhere else than where it was cut, unsaid.
 */
const HARMLESS_HEADERS = new Set([
  "accept",
  "accept-language",
  "content-type",
  "range",
  "last-event-id",
  "operation-timeout-ms",
]);

/** Whether a header may leave the origin that it was meant for. */
export function isHarmlessHeader(name: string): boolean {
  return HARMLESS_HEADERS.has(name);
}

/**
 * Sends a request and follows its redirects itself: `fetch` would take every header but `Authorization` along to
 * whatever origin the server names.
 */
export async function sendRequest(request: OutgoingRequest, options: SendOptions): Promise<Response> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const response = await fetchOnce(current, "manual", options);
    if (response.type === "opaqueredirect") return followBlindly(current, options);
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null || options.redirects === "never") return response;
    options.exchange.redirected = true;
    await discard(response);
    if (hops === MOST_REDIRECTS) throw redirectError(options, response.status, `more than ${MOST_REDIRECTS} times`);
    current = redirected(current, { location, status: response.status, options });
  }
}

function fetchOnce(request: OutgoingRequest, redirect: RequestRedirect, options: SendOptions): Promise<Response> {
  const { method, url, headers, body } = request;
  const { exchange, fetch } = options;
  exchange.sent = true;
  const init: RequestInit = { method, headers: Object.fromEntries(headers), redirect, signal: exchange.signal };
  // A `fetch` of the user's own may not heed the signal.
  return exchange.race(fetch(url.href, body === undefined ? init : { ...init, body }));
}

/**
 * A browser hides where a redirect leads. It is asked to follow by itself, under its own rules for other origins, but
 * only what is safe to repeat and holds nothing confidential.
 */
function followBlindly(request: OutgoingRequest, options: SendOptions): Promise<Response> {
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (isSafe && !request.isConfidential && options.redirects === "follow") {
    return fetchOnce(request, "follow", options);
  }
  throw redirectError(options, 0, "and a browser does not say where to: call the final address itself");
}

interface Redirect {
  readonly location: string;
  readonly status: number;
  readonly options: SendOptions;
}

function redirected(request: OutgoingRequest, redirect: Redirect): OutgoingRequest {
  const { status, options } = redirect;
  const url = targetOf(request.url, redirect);
  if (url.origin !== request.url.origin) checkOrigin(request.url, url, redirect);
  const isTrusted = url.origin === request.url.origin || options.namedOrigins.has(url.origin);
  // The fetch standard: a POST becomes a GET on 301 and 302, everything but HEAD does on 303.
  const becomesGet =
    (request.method === "POST" && (status === 301 || status === 302)) ||
    (status === 303 && request.method !== "GET" && request.method !== "HEAD");
  const headers = new Map([...request.headers].filter(([name]) => isTrusted || isHarmlessHeader(name)));
  if (becomesGet) headers.delete("content-type");
  return {
    method: becomesGet ? "GET" : request.method,
    url,
    headers,
    body: becomesGet ? undefined : request.body,
    isConfidential: isTrusted && request.isConfidential,
  };
}

function targetOf(from: URL, { location, status, options }: Redirect): URL {
  let url: URL;
  try {
    url = new URL(location, from);
  } catch {
    throw redirectError(options, status, "to something that is no URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw redirectError(options, status, `to ${url.protocol}`);
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  return url;
}

function checkOrigin(from: URL, to: URL, { status, options }: Redirect): void {
  if (options.redirects === "sameOrigin") {
    throw redirectError(options, status, `to ${to.origin}, and the config follows redirects within the origin only`);
  }
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw redirectError(options, status, `from https to ${to.origin}, which is not encrypted`);
  }
  const mayBePrivate = options.allowPrivateNetwork || options.namedOrigins.has(to.origin);
  if (!mayBePrivate && reachOf(to) > reachOf(from)) {
    throw redirectError(options, status, `to ${to.origin}, a private address: \`allowPrivateNetwork\` would permit it`);
  }
}

function redirectError({ exchange }: SendOptions, status: number, where: string): Error {
  return answerError(`${exchange.description} was redirected ${where}.`, { status });
}
