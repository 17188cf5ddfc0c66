import { dispatcherWithin } from "../../../shared/connections/node-dispatcher.ts";
import { connectWithin } from "../../../shared/connections/guarded-connection.ts";
import { readableResponse } from "../../../shared/connections/readable-response.ts";
import { readBeginning } from "../../../shared/read-beginning.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import type { Upstream } from "../request/upstream.ts";
import type { HTTPAnswer, AnswerHead } from "../response/answer.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import { announcesMore, bodyLimit, isSuccess } from "../response/read-response.ts";
import { checkHiddenRedirect } from "./redirect.ts";

export interface FetchOptions {
  readonly upstream: Upstream;
  readonly exchange: HTTPExchange;
  /** Whether the body of a success is left unread. */
  readonly isStream: boolean;
}

/** Sends a request with `fetch` and reads its answer. It follows only redirects that a browser hides. */
export async function fetchAnswer(request: OutgoingRequest, options: FetchOptions): Promise<HTTPAnswer> {
  const { upstream, exchange, isStream } = options;
  let response = await fetchOnce(request, "manual", options);
  if (response.type === "opaqueredirect") {
    checkHiddenRedirect(request, upstream, exchange);
    response = await fetchOnce(request, "follow", options);
  }
  const { status, statusText, body } = response;
  exchange.noteStatus(status);
  const head: AnswerHead = { status, statusText, headers: Object.fromEntries(response.headers) };
  const limit = bodyLimit(status, upstream.limits);
  const onSize = (size: number): void => exchange.holds(size, limit);
  if (!isSuccess(status)) {
    // A body that breaks off does not change which error the server sent.
    const read = await readBeginning(body, limit, onSize).catch(() => undefined);
    return { ...head, ...(read ?? { bytes: new Uint8Array(), isComplete: true }) };
  }
  if (isStream) return { ...head, bytes: new Uint8Array(), isComplete: true, stream: body ?? undefined };
  if (!announcesMore(head, limit))
    return { ...head, ...(await exchange.cancellation.race(readBeginning(body, limit, onSize))) };
  await body?.cancel().catch(() => undefined);
  return { ...head, bytes: new Uint8Array(), isComplete: false };
}

function fetchOnce(
  { method, url, headers, body, reach }: OutgoingRequest,
  redirect: RequestRedirect,
  { upstream, exchange }: FetchOptions,
): Promise<Response> {
  const { cancellation } = exchange;
  const init: RequestInit = { method, headers: Object.fromEntries(headers), redirect, signal: cancellation.signal };
  if (body !== undefined) init.body = body;
  const { fetch: given } = upstream.config;
  if (given === undefined) {
    const dispatcher = dispatcherWithin(reach);
    Object.assign(init, dispatcher === undefined ? connectWithin(reach) : { dispatcher });
  }
  // The global `fetch` is looked up at each call, because tests and instrumentation replace it.
  const fetch = given ?? globalThis.fetch;
  // A `fetch` from the config may ignore the signal.
  return cancellation.race(Promise.resolve(fetch(url.href, init)).then(readableResponse));
}
