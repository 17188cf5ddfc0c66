/**
 * Answers a `tools/call` without a server of the SDK, which parses each message by several schemas and builds a context
 * for it: most calls use none of that. What is not plain, or not quite right, goes to the SDK, which knows every case.
 */
import { LOG_LEVEL_KEY, MCP_PREFIX } from "../../../shared/mcp-meta.ts";
import type { Result } from "@modelcontextprotocol/server";
import type { CallError } from "../../../errors/call-error.ts";
import { DONE } from "../../../shared/iteration.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { within } from "../../../shared/time/wait.ts";
import { connectionEnded } from "../../request/incoming.ts";
import type { HeaderPairs, Reply, RequestHeaders, TextStream } from "../../request/incoming.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { answerCall } from "../call/run-call.ts";
import type { ToolCallRequest, Params } from "../call/run-call.ts";
import { RETRY_AFTER } from "./kept-events.ts";
import type { AnswerEvent, KeptEvents } from "./kept-events.ts";
import { concealError } from "./tool-server.ts";
import type { ToolServer, ToolServerDeps } from "./tool-server.ts";

/** A call of a tool that asks for no progress and no log, and brings no answers. */
export interface PlainCall {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: "tools/call";
  readonly params: Params;
}

/** A request that says who its client is. */
export type EnvelopedRequest = Pick<PlainCall, "jsonrpc" | "id" | "params"> & { readonly method: string };

/** What answers a message. */
export interface DirectAnswer {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Who makes a call, and what is known about the client. */
type DirectCaller = Pick<ToolCallRequest, "caller" | "era" | "capabilities" | "revision" | "connection">;

/** The calls of one session, of one connection or, from 2026-07-28 on over HTTP, of one endpoint. */
export class DirectCalls {
  readonly #deps: ToolServerDeps;
  readonly #running = new Map<unknown, Cancellation>();

  constructor(deps: ToolServerDeps) {
    this.#deps = deps;
  }

  /** How many calls run. */
  get size(): number {
    return this.#running.size;
  }

  /** Runs a call to its answer; undefined if it was cancelled, because the client expects none. `key` cancels it. */
  async answer(
    { id, params }: PlainCall,
    { caller, era, capabilities, revision, connection }: DirectCaller,
    key: unknown,
  ): Promise<DirectAnswer | undefined> {
    const cancellation = new Cancellation();
    this.#running.set(key, cancellation);
    try {
      const request = { params, caller, era, capabilities, revision, connection, cancellation };
      const result = await answerCall(this.#deps, request);
      if (cancellation.reason !== undefined) return undefined;
      return { jsonrpc: "2.0", id, result: era === "modern" ? this.#stamp(result) : result };
    } catch (thrown) {
      return cancellation.reason !== undefined ? undefined : { jsonrpc: "2.0", id, error: this.#toError(thrown) };
    } finally {
      // A client may have used an id twice.
      if (this.#running.get(key) === cancellation) this.#running.delete(key);
    }
  }

  /** Returns whether such a call ran. */
  cancel(key: unknown, reason: CallError): boolean {
    const cancellation = this.#running.get(key);
    cancellation?.cancel(reason);
    return cancellation !== undefined;
  }

  close(): void {
    for (const cancellation of this.#running.values()) cancellation.cancel(connectionEnded());
  }

  /** What every result says from 2026-07-28 on. */
  #stamp(result: Result): Result {
    const { sdk, settings } = this.#deps;
    const { name, version } = settings;
    return {
      resultType: "complete",
      ...result,
      _meta: { [sdk.SERVER_INFO_META_KEY]: { name, version }, ...result._meta },
    };
  }

  #toError(thrown: unknown): NonNullable<DirectAnswer["error"]> {
    try {
      return concealError(this.#deps, thrown);
    } catch (error) {
      const { code, message, data } = error as { code: number; message: string; data?: unknown };
      return data === undefined ? { code, message } : { code, message, data };
    }
  }
}

/** The revision whose answers `DirectCalls` writes. */
const REVISION = "2026-07-28";
const NO_HEADERS: RequestHeaders = {};
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 2000;

/**
 * From 2026-07-28 on, each request says in `_meta` who its client is and what it can do. The SDK checks that; what it
 * has found right is remembered, because a client says the same each time.
 */
export class KnownEnvelopes {
  readonly #sdk: ServerSDK;
  readonly #known = new Set<string>();

  constructor(sdk: ServerSDK) {
    this.#sdk = sdk;
  }

  /** Whether a call or a list is one of that revision. Over HTTP its headers must say the same as its body. */
  has(message: EnvelopedRequest, headers?: RequestHeaders): boolean {
    const sdk = this.#sdk;
    const { _meta, name } = message.params;
    if (!isParams(_meta) || _meta[sdk.PROTOCOL_VERSION_META_KEY] !== REVISION) return false;
    const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": named } = headers ?? NO_HEADERS;
    if (headers !== undefined) {
      // A name may also come encoded: the SDK reads it then. Every call has one.
      const isEncoded = named === undefined ? message.method === "tools/call" : named.startsWith("=?");
      if (version !== REVISION || method !== message.method || named !== name || isEncoded) return false;
    }
    const text = JSON.stringify(_meta["traceparent"] === undefined ? _meta : withoutTrace(_meta));
    if (this.#known.has(text)) return true;
    const { kind } = sdk.classifyInboundRequest({
      httpMethod: "POST",
      ...(version !== undefined && { protocolVersionHeader: version }),
      ...(method !== undefined && { mcpMethodHeader: method }),
      ...(named !== undefined && { mcpNameHeader: named }),
      body: message,
    });
    if (kind !== "modern") return false;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    if (text.length <= LONGEST_KNOWN) this.#known.add(text);
    return true;
  }
}

/** Each call has its own trace. */
function withoutTrace(meta: Params): Params {
  return { ...meta, traceparent: undefined, tracestate: undefined };
}

/** The message as a plain call, if it is one and has no member that we do not know. */
export function plainCallOf(message: unknown): PlainCall | undefined {
  if (!isParams(message) || message["method"] !== "tools/call" || message["jsonrpc"] !== "2.0") return undefined;
  const { id, params } = message;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isParams(params) || Object.keys(message).length !== 4) return undefined;
  for (const name of Object.keys(params))
    if (name !== "name" && name !== "arguments" && name !== "_meta") return undefined;
  const { _meta } = params;
  const isPlain =
    _meta === undefined ||
    (isParams(_meta) && _meta["progressToken"] === undefined && _meta[LOG_LEVEL_KEY] === undefined);
  return isPlain ? (message as unknown as PlainCall) : undefined;
}

/**
 * What the client of a session or connection up to 2025-11-25 can do. Undefined if a call needs the SDK: before the
 * handshake, if the client accepts questions or messages (which only the SDK sends), and if the `_meta` of the call has
 * members that this era does not know.
 */
export function legacyCapabilities(server: ToolServer, { params }: PlainCall): object | undefined {
  const capabilities = server.getClientCapabilities();
  if (capabilities === undefined || server.logLevel !== undefined) return undefined;
  const { elicitation, sampling, roots } = capabilities;
  // It may be asked something, which only the SDK can do.
  if ((elicitation ?? sampling ?? roots) !== undefined) return undefined;
  const isOfOtherEra = Object.keys(params["_meta"] ?? {}).some((key) => key.startsWith(MCP_PREFIX));
  return isOfOtherEra ? undefined : capabilities;
}

/** The key of the call that this message cancels, if it cancels one. */
export function cancelledBy(message: unknown): unknown {
  if (!isParams(message) || message["method"] !== "notifications/cancelled") return undefined;
  return isParams(message["params"]) ? message["params"]["requestId"] : undefined;
}

export function isParams(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Milliseconds after which a client gets the head of its reply, and then signs of life: proxies, and clients too, end a
 * silent request.
 */
const SILENCE = 10_000;

/** The same, if a client can resume its stream: until then, the answer is lost with its connection. */
const BEFORE_RESUMABLE = 1000;

export interface CallReplyOptions {
  readonly accept: string | undefined;
  /** The events of the client's session, if it can resume streams. */
  readonly events?: KeptEvents | undefined;
  /** The code of errors that a client receives with status 400. */
  readonly badRequest?: number | undefined;
  /** The status of a call that was cancelled and has no answer. */
  readonly cancelled: number;
}

/** The reply to a call: JSON or, if the answer takes long, a stream of events whose last one is the answer. */
export async function toCallReply(
  pending: Promise<DirectAnswer | undefined>,
  options: CallReplyOptions,
): Promise<Reply> {
  const { accept, events } = options;
  const takesEvents = accept?.includes("text/event-stream") === true;
  const silence = events === undefined ? SILENCE : BEFORE_RESUMABLE;
  const answer = takesEvents ? await within(pending, silence, STILL_RUNNING) : await pending;
  if (answer === STILL_RUNNING) {
    if (events === undefined) return toStream(pending.then((message) => message && { text: JSON.stringify(message) }));
    const kept = events.begin(pending);
    return toStream(kept.answer, `id: ${kept.id}\nretry: ${RETRY_AFTER}\ndata: \n\n`);
  }
  if (answer === undefined) return { status: options.cancelled, headers: [] };
  return {
    status: answer.error === undefined || answer.error.code !== options.badRequest ? 200 : 400,
    headers: ["content-type", "application/json"],
    body: JSON.stringify(answer),
  };
}

const STILL_RUNNING = Symbol("still running");
// Proxies must not hold events back.
const EVENT_HEADERS: HeaderPairs = [
  "content-type",
  "text/event-stream",
  "cache-control",
  "no-cache, no-transform",
  "x-accel-buffering",
  "no",
];

type PendingEvent = Promise<(Partial<Pick<AnswerEvent, "id">> & Pick<AnswerEvent, "text">) | undefined>;

/** A stream whose last event is the answer. */
export function toStream(pending: PendingEvent, first?: string): Reply {
  return { status: 200, headers: [...EVENT_HEADERS], stream: new AnswerEvents(pending, first) };
}

class AnswerEvents implements TextStream {
  #pending: PendingEvent | undefined;
  #first: string | undefined;

  constructor(pending: PendingEvent, first: string | undefined) {
    this.#pending = pending;
    this.#first = first;
  }

  async next(): Promise<IteratorResult<string, void>> {
    if (this.#pending === undefined) return DONE;
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined) return { done: false, value: first };
    const answer = await within(this.#pending, SILENCE, STILL_RUNNING);
    if (answer === STILL_RUNNING) return { done: false, value: ": keep-alive\n\n" };
    this.#pending = undefined;
    if (answer === undefined) return DONE;
    const id = answer.id === undefined ? "" : `id: ${answer.id}\n`;
    return { done: false, value: `event: message\n${id}data: ${answer.text}\n\n` };
  }

  /** The code that sees the client leave decides whether the call ends with its connection. */
  async return(): Promise<void> {
    this.#pending = undefined;
  }
}
