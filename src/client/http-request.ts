import { CallError, toCallError, withPhase } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import { settled } from "../errors/settled-error.ts";
import { isResponseEnvelope } from "../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { ownOptions } from "../protocol/caller/own-options.ts";
import type { RemoteCallOptions, ResolvedCallOptions } from "../protocol/caller/call-options.ts";
import { encodeValue } from "../protocol/wire/event-codec.ts";
import { createEventDecoder } from "../shared/events/event-decoder.ts";
import { decodeStream } from "../shared/events/stream-decoder.ts";
import type { DecodedItem } from "../shared/events/stream-decoder.ts";
import { decodeData } from "../shared/json/encode-data.ts";
import { Cancellation } from "../shared/time/cancellation.ts";
import { utf8AsLatin1 } from "../shared/utf8-header.ts";
import { errorOf, readProblem, unreachable } from "./http-problem.ts";

/** Where and how requests are sent. */
export interface HTTPTarget {
  readonly url: string;
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Whether a browser sends cookies. Default: `same-origin`. */
  readonly credentials?: RequestCredentials | undefined;
  /** Characters of the longest event of a stream. Default: 64 Mi. */
  readonly maxEventSize?: number | undefined;
}

const MOST_CHARACTERS = 64 * 1024 * 1024;

/** One call over HTTP, from its request to its end. */
export class HTTPRequest {
  readonly cancellation: Cancellation;
  /** What is known about the handler, if the call ends from this side. */
  phase: CallPhase = "notStarted";
  readonly #target: HTTPTarget;
  readonly #options: ResolvedCallOptions;

  constructor(target: HTTPTarget, given: RemoteCallOptions | undefined) {
    this.#target = target;
    this.#options = ownOptions(given);
    this.cancellation = this.#options.cancellation ?? new Cancellation();
  }

  /** Sends the request. If the answer is an error, throws it. */
  async send(id: string, input: unknown, accept: string): Promise<Response> {
    const { reason } = this.cancellation;
    if (reason !== undefined) throw reason;
    const { token, fetch: send = fetch, credentials = "same-origin" } = this.#target;
    const body = encodeValue(input);
    const given = typeof token === "function" ? await this.cancellation.race(Promise.resolve(token())) : token;
    const headers = this.#headers(accept, given);
    if (body !== undefined) headers.set("content-type", "application/json");
    this.phase = "unknown";
    const { signal } = this.cancellation;
    const init: RequestInit = { method: "POST", headers, body: body ?? null, signal, credentials, cache: "no-store" };
    const response = await send(this.#urlOf(id), init).catch((thrown: unknown) => {
      throw unreachable(thrown);
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /**
   * The events of an answer. Throws the error that an event carries. Only an item shows that the handler runs: the answer
   * begins, and reports may come, while the call still waits for its turn or for an approval.
   */
  async *events({ body }: Response): AsyncGenerator<DecodedItem, void, undefined> {
    const limit = this.#target.maxEventSize ?? MOST_CHARACTERS;
    if (body === null) return;
    try {
      for await (const item of decodeStream(body, createEventDecoder({ limit }))) {
        if (item.event === "error") throw readProblem(item.data) ?? protocolError("an invalid error event");
        if (item.isIdOnly === true) continue;
        if (item.event === "message") this.phase = "started";
        yield item;
      }
    } catch (thrown) {
      if (thrown instanceof CallError) throw thrown;
      const { phase } = this;
      throw new CallError("CONNECTION_LOST", "The connection broke.", undefined, { phase, cause: thrown });
    }
  }

  /**
   * A failure as the caller gets it. If this side ended the call, its reason takes precedence over the failures that
   * followed from it.
   */
  failure(thrown: unknown): CallError {
    const { reason } = this.cancellation;
    return settled(reason === undefined ? toCallError(thrown) : withPhase(reason, this.phase));
  }

  /** Leaves nothing behind. */
  end(): void {
    this.#options.own?.release();
  }

  #urlOf(id: string): string {
    const dot = id.lastIndexOf(".");
    const path = `${encodeURIComponent(id.slice(0, Math.max(0, dot)))}/${encodeURIComponent(id.slice(dot + 1))}`;
    return `${this.#target.url.replace(/\/$/, "")}/${path}`;
  }

  #headers(accept: string, token: string | undefined): Headers {
    const headers = new Headers(this.#target.headers);
    headers.set("accept", accept);
    headers.set("operation-answer", "envelope");
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const { endsAt, trace, lastEventId } = this.#options;
    if (endsAt !== undefined && endsAt !== Infinity)
      headers.set("operation-timeout-ms", String(Math.max(0, Math.round(endsAt - performance.now()))));
    if (trace !== undefined) headers.set("traceparent", trace.traceparent);
    if (trace?.tracestate !== undefined) headers.set("tracestate", trace.tracestate);
    if (lastEventId !== undefined) headers.set("last-event-id", utf8AsLatin1(lastEventId));
    return headers;
  }
}

/** The envelope in an answer. JSON leaves out data that is undefined. */
export function toEnvelope(text: string): ResponseEnvelope {
  let envelope: unknown;
  try {
    envelope = { data: undefined, ...(JSON.parse(text) as object) };
  } catch {
    envelope = undefined;
  }
  if (!isResponseEnvelope(envelope)) throw protocolError("an invalid envelope");
  return { data: decodeData(envelope.data), meta: envelope.meta };
}

export function protocolError(what: string): CallError {
  return new CallError("PROTOCOL_ERROR", `The server answered with ${what}.`, undefined, { phase: "started" });
}
