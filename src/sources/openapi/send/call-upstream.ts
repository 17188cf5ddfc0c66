import { dispatcherWithin } from "../../../shared/connections/node-dispatcher.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import type { RequestPlan } from "../request/request-plan.ts";
import type { HTTPAnswer } from "../response/answer.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import { fieldOf, isRedirect, isSuccess } from "../response/read-response.ts";
import { statusError } from "../response/status-error.ts";
import { answerChallenge } from "./answer-challenge.ts";
import { dispatchRequest } from "./dispatched-answer.ts";
import { fetchAnswer } from "./fetched-answer.ts";
import { recordSending } from "./record-sending.ts";
import { redirected, redirectError } from "./redirect.ts";

const MOST_REDIRECTS = 10;

/**
 * How many times a call is sent if its token ends on the way. This happens on a busy machine with short-lived tokens.
 */
const MOST_SENDS = 4;

/**
 * Sends a call and returns the successful answer. If the server refuses a token, it is renewed once, or more often if
 * it had ended. Throws on an error status.
 */
export async function callUpstream(plan: RequestPlan, exchange: HTTPExchange): Promise<HTTPAnswer> {
  const { shape } = plan;
  const { cancellation } = exchange;
  let hadEnded = true;
  let mayStepUp = true;
  let mayLogIn = true;
  for (let sends = 1; ; sends++) {
    const prepared = plan.prepare(exchange);
    const request = prepared instanceof Promise ? await cancellation.race(prepared) : prepared;
    // The caller may have gone before anything was sent.
    if (cancellation.reason !== undefined) throw cancellation.reason;
    exchange.request = request;
    let answer = await send(request, plan, exchange);
    if (isRedirect(answer.status)) answer = await follow(request, answer, plan, exchange);
    const { status } = answer;
    // After a redirect the first server may have done the work, and a second request could do it twice.
    const mayRenew = hadEnded && sends < MOST_SENDS && request.renewable.length > 0;
    if (status === 401 && mayRenew && !exchange.redirected) {
      hadEnded = false;
      for (const renew of request.renewable) if ((await renew()) === true) hadEnded = true;
      continue;
    }
    exchange.answered = true;
    if (isSuccess(status)) return answer;
    if (status === 403 && mayStepUp && !exchange.redirected && (await stepsUp(request, answer))) {
      // A call that is refused for its scopes has not run.
      exchange.answered = false;
      mayStepUp = false;
      continue;
    }
    const hint = status === 401 && mayLogIn ? await answerChallenge(answer, { request, plan, exchange }) : "";
    if (hint !== true) throw statusError(answer, { exchange, isOwn: shape.ownInput !== undefined, hint });
    // A person has logged in meanwhile. The refused call has not run.
    exchange.answered = false;
    mayLogIn = false;
  }
}

/** Gets a token with the scopes that the server asks for, if it names any (RFC 6750). */
async function stepsUp({ renewable }: OutgoingRequest, answer: HTTPAnswer): Promise<boolean> {
  const challenge = fieldOf(answer, "www-authenticate") ?? "";
  const [, scope = ""] = /\bscope="([^"]*)"/i.exec(challenge) ?? [];
  const isMissing = /\berror="?insufficient_scope\b/i.test(challenge) && scope.trim() !== "";
  if (!isMissing) return false;
  for (const renew of renewable) if ((await renew(scope)) === true) return true;
  return false;
}

function send(request: OutgoingRequest, { shape, upstream }: RequestPlan, exchange: HTTPExchange): Promise<HTTPAnswer> {
  const isStream = shape.stream !== undefined;
  const dispatcher = upstream.config.fetch === undefined && !isStream ? dispatcherWithin(request.reach) : undefined;
  const answer =
    dispatcher === undefined
      ? fetchAnswer(request, { upstream, exchange, isStream })
      : dispatchRequest(dispatcher, request, exchange, upstream.limits);
  const { onExchange } = exchange.context;
  return onExchange === undefined ? answer : recordSending(request, answer, exchange.context.requestId, onExchange);
}

/** Follows redirects itself, because `fetch` would send every header but `Authorization` to any origin. */
async function follow(
  request: OutgoingRequest,
  first: HTTPAnswer,
  plan: RequestPlan,
  exchange: HTTPExchange,
): Promise<HTTPAnswer> {
  const { upstream } = plan;
  let current = request;
  let answer = first;
  for (let hops = 0; isRedirect(answer.status) && upstream.config.redirects !== "never"; hops += 1) {
    const { status } = answer;
    const location = fieldOf(answer, "location");
    if (location === undefined) break;
    exchange.redirected = true;
    if (hops === MOST_REDIRECTS) throw redirectError(exchange, status, `more than ${MOST_REDIRECTS} times`);
    current = redirected(current, { location, status, upstream, exchange });
    if (current.url.origin !== request.url.origin) exchange.leftOrigin = true;
    answer = await send(current, plan, exchange);
  }
  return answer;
}
