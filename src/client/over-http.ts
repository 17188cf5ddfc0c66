import { CallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Progress } from "../operation/operation-context.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { RemoteCallOptions } from "../protocol/caller/call-options.ts";
import { DONE } from "../shared/iteration.ts";
import { tellListener } from "../shared/listeners.ts";
import { keepDeadline } from "../shared/time/steady-clock.ts";
import type { BackoffOptions } from "../shared/time/wait.ts";
import { nameParts } from "./client-options.ts";
import type { RemoteCaller } from "./create-client.ts";
import { HTTPRequest, protocolError, toEnvelope } from "./http-request.ts";
import type { HTTPTarget } from "./http-request.ts";
import { ResumingSubscription } from "../protocol/caller/resuming-subscription.ts";

/** The options of `overHTTP`. `url` is that of the API, as `https://hub.example`. */
export interface HTTPCallerOptions extends HTTPTarget {
  /** How streams with ids reconnect after a cut; `false`: not at all. */
  readonly reconnect?: BackoffOptions | false | undefined;
}

const JSON_ONLY = "application/json";
const EVENTS_ONLY = "text/event-stream";
const EVENTS_OR_JSON = "text/event-stream, application/json;q=0.9";

/**
 * The HTTP API of a hub, for `createClient`: each call is a request, and streams are server-sent events. Streams with
 * ids continue after a cut. Handlers cannot ask questions over HTTP.
 *
 * @example
 * const client = createClient<Operations>(overHTTP({ url: "https://hub.example", token }));
 */
export function overHTTP(options: HTTPCallerOptions): RemoteCaller {
  return {
    call: (id, input, given) => callOverHTTP(options, { id, input, given: given && nameParts(given) }),
    subscribe(id, input, given) {
      const kept: RemoteCallOptions = keepDeadline(nameParts(given));
      return new ResumingSubscription({
        open: (lastEventId) => new HTTPSubscription(options, { id, input, given: kept }, lastEventId),
        lastEventId: kept.lastEventId,
        deadline: kept.deadline,
        signal: kept.signal,
        reconnect: options.reconnect,
      });
    },
  };
}

interface HTTPCall {
  readonly id: string;
  readonly input: unknown;
  readonly given: RemoteCallOptions | undefined;
}

async function callOverHTTP(target: HTTPTarget, { id, input, given }: HTTPCall): Promise<ResponseEnvelope> {
  const request = new HTTPRequest(target, given);
  try {
    const onProgress = given?.onProgress;
    const response = await request.send(id, input, onProgress === undefined ? JSON_ONLY : EVENTS_OR_JSON);
    // The server writes nothing of such an answer before the handler has ended.
    if (!isStream(response)) return toEnvelope(await response.text().catch((cause) => brokenOff("started", cause)));
    for await (const { event, data } of request.events(response)) {
      if (event === "result") return toEnvelope(data);
      if (event !== "progress") throw protocolError("the items of a stream: use subscribe() for a SUBSCRIPTION");
      tellListener(onProgress, toProgress(data));
    }
    return brokenOff(request.phase);
  } catch (thrown) {
    throw request.failure(thrown);
  } finally {
    request.end();
  }
}

/** A proxy may have added parameters, such as a charset. */
function isStream({ headers }: Response): boolean {
  return /^text\/event-stream *(;|$)/i.test(headers.get("content-type") ?? "");
}

function toProgress(data: string): Progress {
  try {
    return JSON.parse(data) as Progress;
  } catch {
    throw protocolError("an invalid progress event");
  }
}

type Item = IteratorResult<ResponseEnvelope, void>;

/** One request for a stream. Nothing is sent before the first `next()`. */
class HTTPSubscription implements Subscription {
  readonly #target: HTTPTarget;
  readonly #call: HTTPCall;
  readonly #lastEventId: string | undefined;
  #request: HTTPRequest | undefined;
  #items: AsyncGenerator<ResponseEnvelope, void, undefined> | undefined;
  #isStopped = false;

  constructor(target: HTTPTarget, call: HTTPCall, lastEventId: string | undefined) {
    this.#target = target;
    this.#call = call;
    this.#lastEventId = lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Item> {
    if (this.#isStopped) return DONE;
    try {
      this.#items ??= this.#read();
      return await this.#items.next();
    } catch (thrown) {
      if (this.#isStopped) return DONE;
      throw this.#request?.failure(thrown) ?? thrown;
    }
  }

  async return(): Promise<Item> {
    this.#isStopped = true;
    // First, because only this reaches a generator that waits for the server.
    this.#request?.cancellation.cancel(new CallError("ABORTED", "The subscription was stopped."));
    await this.#items?.return().catch(() => undefined);
    return DONE;
  }

  async throw(thrown: unknown): Promise<Item> {
    await this.return();
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async *#read(): AsyncGenerator<ResponseEnvelope, void, undefined> {
    const { id, input, given } = this.#call;
    const request = new HTTPRequest(this.#target, { ...given, lastEventId: this.#lastEventId });
    this.#request = request;
    try {
      const response = await request.send(id, input, EVENTS_ONLY);
      if (response.status === 204) return;
      if (!isStream(response)) throw protocolError("no stream: use call()");
      for await (const { event, data } of request.events(response)) {
        if (event === "complete") return;
        if (event !== "message") throw protocolError("no stream: use call()");
        yield toEnvelope(data);
      }
      brokenOff(request.phase);
    } finally {
      request.end();
    }
  }
}

function brokenOff(phase: CallPhase, cause?: unknown): never {
  const message = "The connection broke before the answer was complete.";
  throw new CallError("CONNECTION_LOST", message, undefined, { phase, cause });
}
