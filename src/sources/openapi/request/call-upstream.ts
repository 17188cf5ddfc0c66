import { CLOSEST_REACH } from "../../../shared/address-reach.ts";
import { connectWithin } from "../../../shared/guarded-connection.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import { discard } from "../response/read-response.ts";
import { statusError } from "../response/status-error.ts";
import type { HTTPCall, OutgoingRequest } from "./outgoing-request.ts";
import { checkHiddenRedirect, redirected, redirectError } from "./redirect.ts";
import type { RequestPlan } from "./request-plan.ts";
import type { Upstream } from "./upstream.ts";

const MOST_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** How often a call is sent whose token ends on its way each time: on a busy machine, with tokens that live for seconds. */
const MOST_SENDS = 4;

/**
 * Sends a call and returns the successful response, with its body unread. A token that the server refuses is renewed
 * once, and one that had ended more often. Throws on an error status.
 */
export async function callUpstream(plan: RequestPlan, call: HTTPCall, exchange: HTTPExchange): Promise<Response> {
  const { upstream, shape } = plan;
  const { cancellation } = exchange;
  let hadEnded = true;
  for (let sends = 1; ; sends++) {
    const prepared = plan.prepare(call);
    const request = prepared instanceof Promise ? await cancellation.race(prepared) : prepared;
    // The caller may have gone before anything was sent.
    if (cancellation.reason !== undefined) throw cancellation.reason;
    exchange.request = request;
    const response = await fetchFollowing(request, upstream, exchange);
    const { status } = response;
    // After a redirect the first server may have done the work, and a second request could do it twice.
    const mayRenew = hadEnded && sends < MOST_SENDS && request.renewable.length > 0;
    if (status === 401 && mayRenew && !exchange.redirected) {
      await discard(response);
      hadEnded = false;
      for (const renew of request.renewable) if ((await renew()) === true) hadEnded = true;
      continue;
    }
    exchange.answered = true;
    // 304 answers a caller that asked whether anything has changed.
    if ((status >= 200 && status <= 299) || status === 304) return response;
    const isOwn = shape.ownInput !== undefined;
    throw await statusError(response, { exchange, isOwn, limit: upstream.limits.errorBytes });
  }
}

/** Follows redirects itself, because `fetch` would take every header but `Authorization` along to any origin. */
async function fetchFollowing(request: OutgoingRequest, upstream: Upstream, exchange: HTTPExchange): Promise<Response> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const response = await fetchOnce(current, "manual", { upstream, exchange });
    const { status } = response;
    if (response.type === "opaqueredirect") {
      checkHiddenRedirect(current, upstream, exchange);
      return fetchOnce(current, "follow", { upstream, exchange });
    }
    if (!REDIRECTS.has(status) || upstream.config.redirects === "never") return response;
    const location = response.headers.get("location");
    if (location === null) return response;
    exchange.redirected = true;
    await discard(response);
    if (hops === MOST_REDIRECTS) throw redirectError(exchange, status, `more than ${MOST_REDIRECTS} times`);
    current = redirected(current, { location, status, upstream, exchange });
  }
}

function fetchOnce(
  { method, url, headers, body, reach }: OutgoingRequest,
  redirect: RequestRedirect,
  { upstream, exchange }: { readonly upstream: Upstream; readonly exchange: HTTPExchange },
): Promise<Response> {
  const { cancellation } = exchange;
  const init: RequestInit = { method, headers: Object.fromEntries(headers), redirect, signal: cancellation.signal };
  if (body !== undefined) init.body = body;
  const { fetch: given } = upstream.config;
  if (given === undefined && reach < CLOSEST_REACH) Object.assign(init, connectWithin(reach));
  // The global one is looked up at each call, because tests and instrumentation replace it.
  const fetch = given ?? globalThis.fetch;
  // A `fetch` from the config may ignore the signal.
  return cancellation.race(fetch(url.href, init));
}
