/**
 * Posts `tools/call` to a server over HTTP without the SDK's transport and without `fetch`, which take most of the time
 * of a small call. An answer in JSON, or as the only event of a stream, is read here. Every other answer (a refusal, a
 * redirect, a stream with ids, questions or progress) is given to the SDK's transport, as if it had sent the request.
 */
import type { OwnDispatcher } from "../../../shared/connections/node-dispatcher.ts";
import { createDispatcher, isDispatchable } from "../../../shared/connections/node-dispatcher.ts";
import { DispatchedRequest, headField, toFetchResponse } from "../../../shared/connections/dispatched-response.ts";
import type { DispatchedAnswer, Expect, ExpectedBody } from "../../../shared/connections/dispatched-response.ts";
import { failedToConnect } from "../../../shared/connections/connection-failure.ts";
import { createEventDecoder } from "../../../shared/events/event-decoder.ts";
import { OnlyEvent, plainEventData } from "../../../shared/events/only-event.ts";
import { HeldAnswer, SHORT_ANSWER } from "../../../shared/connections/held-answer.ts";
import { readMessages } from "../process/json-rpc.ts";
import type { JsonRpcMessage } from "../process/json-rpc.ts";
import type { MCPExchange, HTTPExchanges } from "./http-exchange.ts";
import type { SeenHTTP } from "./seen-request.ts";
import { sessionFields, withCredentials } from "./post-headers.ts";
import type { SessionFields } from "./post-headers.ts";

/** The part of the SDK's transport that posts need. */
export interface PostTransport {
  readonly sessionId?: string | undefined;
  readonly protocolVersion?: string | undefined;
  onmessage?: ((message: never) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** The options of the SDK's transport that we use. */
interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly requestSignal?: AbortSignal;
}

export interface DirectPostsOptions {
  readonly transport: PostTransport;
  /** Sends a message by the transport. */
  readonly send: (message: object, options: PostOptions) => Promise<void>;
  readonly url: URL;
  /** The header fields of the config. */
  readonly headers: Readonly<Record<string, string>>;
  readonly token: (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly exchanges: HTTPExchanges;
  readonly maxMessageBytes: number;
  readonly maxValues: number;
  /** Whether the stream of the server's own messages is open, or there is none: no call may overtake its request. */
  readonly isSettled: () => boolean;
}

/** A `tools/call`. */
export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A call that was posted. */
export interface Post {
  /** Rejects if the call will get no answer. */
  readonly done: Promise<void>;
  /** Abandons the answer, which tells the server that the caller no longer waits for it. */
  leave(): void;
}

/** Names that can be header values as they are. The SDK encodes all others. */
const PLAIN_NAME = /^[\w./-]+$/;
const decoder = new TextDecoder();

export class DirectPosts {
  readonly options: DirectPostsOptions;
  readonly #origin: string;
  readonly #path: string;
  #dispatcher: OwnDispatcher | undefined;
  #isClosed = false;
  #last: SessionFields | undefined;

  constructor(options: DirectPostsOptions) {
    this.options = options;
    const { origin, pathname, search } = options.url;
    this.#origin = origin;
    this.#path = pathname + search;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Posts a call. Undefined if it has to go through the SDK's transport. `version`: from 2026-07-28 on. */
  post(message: CallMessage, marker: MCPExchange["marker"], version: string | undefined): Post | undefined {
    const { exchanges, isSettled } = this.options;
    const exchange = exchanges.find(marker);
    const name = String(message.params["name"]);
    const isPlain = version === undefined || PLAIN_NAME.test(name);
    if (exchange === undefined || !isPlain || !isSettled() || !isDispatchable()) return undefined;
    this.#dispatcher ??= createDispatcher();
    return this.#dispatcher && new SentPost(this, { message, exchange, name, version });
  }

  /** Sends the request of a call. */
  dispatch({ message, exchange, name, version }: PostParts, { token, expect }: DispatchParts): SentRequest {
    const fields = this.#fields(version);
    const headers = withCredentials(fields, token, exchange.credentials);
    if (version !== undefined) headers.push("mcp-method", message.method, "mcp-name", name);
    const body = JSON.stringify(message);
    const options = { origin: this.#origin, path: this.#path, method: "POST", headers, body };
    return { headers, request: new DispatchedRequest(this.#dispatcher as OwnDispatcher, options, expect) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dispatcher?.destroy();
  }

  /** Cached, because they are the same for almost every call. */
  #fields(given: string | undefined): SessionFields {
    const { transport, headers } = this.options;
    const { sessionId, protocolVersion } = transport;
    const version = given ?? protocolVersion;
    const last = this.#last;
    if (last !== undefined && last.sessionId === sessionId && last.version === version) return last;
    return (this.#last = sessionFields(headers, { sessionId, version }));
  }
}

interface PostParts {
  readonly message: CallMessage;
  readonly exchange: MCPExchange;
  /** The name of the tool. */
  readonly name: string;
  readonly version: string | undefined;
}

interface DispatchParts {
  readonly token: string | undefined;
  readonly expect: Expect;
}

interface SentRequest {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly request: DispatchedRequest;
}

class SentPost implements Post {
  readonly done: Promise<void>;
  readonly #posts: DirectPosts;
  readonly #parts: PostParts;
  #request: DispatchedRequest | undefined;
  /** Ends an answer that the SDK reads. */
  #stream: AbortController | undefined;
  #isLeft = false;
  /** The bytes of a long answer. */
  #held: HeldAnswer | undefined;
  /** The answer, if it came as an event. */
  #event: JsonRpcMessage[] | undefined;

  constructor(posts: DirectPosts, parts: PostParts) {
    this.#posts = posts;
    this.#parts = parts;
    this.done = this.#run();
  }

  leave(): void {
    this.#isLeft = true;
    this.#request?.abort(new Error("The caller no longer waits."));
    this.#stream?.abort();
  }

  async #run(): Promise<void> {
    const response = await this.#exchange().catch((error: unknown) => {
      this.#held?.release();
      const { isClosed, options } = this.#posts;
      if (!this.#isLeft && !isClosed) options.transport.onerror?.(error as Error);
      throw error;
    });
    this.#held?.release();
    if (response !== undefined) await this.#handOver(response);
  }

  /** Resolves with the answer if the SDK has to read it. */
  async #exchange(): Promise<Response | undefined> {
    const { token, exchanges, transport } = this.#posts.options;
    const { exchange } = this.#parts;
    const given = token === undefined ? undefined : await token();
    if (this.#isLeft) return undefined;
    exchange.wasSent = true;
    const { headers, request } = this.#posts.dispatch(this.#parts, { token: given, expect: this.#expect });
    this.#request = request;
    let answer: DispatchedAnswer;
    try {
      answer = await request.answer;
    } catch (error) {
      if (failedToConnect(error)) exchange.wasSent = false;
      throw error;
    }
    if (answer.response !== undefined) return answer.response;
    const isAbandoned = (): boolean => this.#held?.refused !== undefined || this.#isLeft;
    const read = this.#event ?? readMessages(answer.bytes, this.#posts.options.maxValues, isAbandoned);
    const messages = read instanceof Promise ? await read : read;
    if (this.#held?.refused !== undefined) throw this.#held.refused;
    if (this.#isLeft) return undefined;
    if (messages === undefined) return toFetchResponse(answer, answer.bytes);
    exchanges.noteAnswer(exchange, answer.status);
    if (exchange.seen !== undefined) exchange.seen.http = this.#seen(headers, answer);
    for (const message of messages) transport.onmessage?.(message as never);
    return undefined;
  }

  readonly #expect: Expect = (head) => {
    const { maxMessageBytes: limit } = this.#posts.options;
    if (head.status !== 200 || head.headers["content-encoding"] !== undefined) return undefined;
    const [type = ""] = (headField(head, "content-type") ?? "").split(";", 1);
    if (type === "application/json") return { limit, onSize: this.#hold };
    return type === "text/event-stream" ? this.#expectEvent(limit) : undefined;
  };

  readonly #hold = (bytes: number): void => {
    if (bytes <= SHORT_ANSWER) return;
    const { maxMessageBytes, url } = this.#posts.options;
    this.#held ??= new HeldAnswer(url.origin, maxMessageBytes, (error) => this.#request?.abort(error));
    this.#held.grow(bytes);
  };

  /** Expects the answer as the only event, as most servers send it. The SDK reads longer or resumable streams. */
  #expectEvent(limit: number): ExpectedBody {
    const first = new OnlyEvent();
    let rest: ((piece: Uint8Array) => void) | undefined;
    return {
      // The guarded body counts the bytes of a long event from its beginning, and takes it to pieces.
      limit: Math.min(limit, SHORT_ANSWER),
      onPiece: (piece, all) => {
        const isComplete = first.read(piece);
        return isComplete === true ? this.#takeAnswer(decoder.decode(all())) : isComplete;
      },
      // No server should send more, but if it does, the transport gets it.
      onRest: (piece) => (rest ??= this.#restReader())(piece),
    };
  }

  /** Throws beyond the limit, which ends the connection. Nobody waits for what comes here, so it may not take memory. */
  #restReader(): (piece: Uint8Array) => void {
    const text = new TextDecoder();
    const events = createEventDecoder({ limit: SHORT_ANSWER });
    return (piece) => {
      for (const { data } of events.push(text.decode(piece, { stream: true }))) void this.#passOn(data);
    };
  }

  async #passOn(data: string): Promise<void> {
    const { transport, maxValues } = this.#posts.options;
    try {
      for (const message of (await readMessages(data, maxValues)) ?? []) transport.onmessage?.(message as never);
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  }

  /** A short event is parsed at once. */
  #takeAnswer(event: string): boolean {
    const data = plainEventData(event);
    const messages = data === undefined ? undefined : readMessages(data, Infinity);
    if (messages instanceof Promise) return false;
    const [only] = messages ?? [];
    if (messages?.length !== 1 || only?.method !== undefined || Number(only?.id) !== this.#parts.message.id)
      return false;
    this.#event = messages;
    return true;
  }

  async #handOver(response: Response): Promise<void> {
    const { message, exchange, version } = this.#parts;
    exchange.response = response;
    // Before 2026-07-28 a notification gives up a call, and its stream goes on.
    if (version !== undefined) this.#stream = new AbortController();
    if (this.#isLeft) this.#stream?.abort();
    const requestSignal = this.#stream?.signal;
    try {
      await this.#posts.options.send(message, { headers: exchange.marker, ...(requestSignal && { requestSignal }) });
    } finally {
      // In case the SDK gave up before it read anything.
      if (exchange.response === response) exchange.response = undefined;
      if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined);
    }
  }

  #seen(headers: readonly string[], { status, headers: answered }: DispatchedAnswer): SeenHTTP {
    const sent = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as const] : []));
    const fields = Object.entries(answered).map(([name, value]) => [name, [value].flat().join(", ")] as const);
    return {
      url: this.#posts.options.url.href,
      headers: Object.fromEntries(sent),
      status,
      answerHeaders: Object.fromEntries(fields),
    };
  }
}
