/**
 * Sends `tools/call` without the SDK's client, which checks each message against several schemas, and makes a timer, an
 * abort listener and a chain of promises for it. The transport stays the SDK's own if it has one: it knows sessions,
 * logins and streams. The code that delivers messages has checked that they are JSON-RPC, and `toToolEnvelope` reads
 * the result.
 */
import type { OperationContext, Progress } from "../../../operation/operation-context.ts";
import type { Cancellation } from "../../../shared/time/cancellation.ts";
import { onDeadline } from "../../../shared/time/deadline-timer.ts";
import type { JsonRpcMessage } from "../process/json-rpc.ts";
import type { CallerTracker, TrackedCall } from "./caller-tracker.ts";
import type { CallMessage, Post } from "../http/direct-posts.ts";
import type { ClientModule } from "./load-sdk.ts";

/** The SDK counts its requests from 0. Servers may keep an id in 32 bits. */
const FIRST_ID = 1_000_000_000;

/** The part of the options of the SDK's transports that we use. */
export interface SendOptions {
  /** For our own transport: no other request is pending, so none is likely to leave in the same turn. */
  readonly isAlone?: boolean | undefined;
  readonly requestSignal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type MessageHeaders = Readonly<Record<string, string>>;

export interface DirectRequest {
  readonly params: Readonly<Record<string, unknown>>;
  /** The `_meta` of the request, without the token for its progress. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Milliseconds without an answer or progress. */
  readonly timeout: number;
  readonly cancellation: Cancellation | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Header fields of HTTP. */
  readonly headers?: MessageHeaders | undefined;
  readonly call: TrackedCall;
}

export interface DirectRequestsOptions {
  readonly sdk: ClientModule;
  readonly calls: CallerTracker;
  readonly send: (message: object, options?: SendOptions) => Promise<void>;
  /** Over HTTP: posts a call without the transport. Undefined if it can't. `version`: from 2026-07-28 on. */
  readonly post?:
    | ((message: CallMessage, headers: MessageHeaders, version: string | undefined) => Post | undefined)
    | undefined;
  /** From 2026-07-28 on over HTTP, leaving its stream aborts a request. Otherwise a notification does. */
  readonly leavesStreams: () => boolean;
  /** From 2026-07-28 on: what every message says in its `_meta`. `context`: of the call that it belongs to. */
  readonly envelope: (context?: OperationContext) => Readonly<Record<string, unknown>> | undefined;
}

/** The requests of one session that wait for their answers. */
export class DirectRequests {
  readonly options: DirectRequestsOptions;
  /**
   * Who hears of a notification, by its method. The SDK takes twenty times as long to pass one on, and a server may send
   * thousands each second.
   */
  readonly listeners = new Map<string, () => void>();
  readonly #pending = new Map<unknown, Pending>();
  #next = FIRST_ID;

  constructor(options: DirectRequestsOptions) {
    this.options = options;
  }

  /** How many requests wait. */
  get size(): number {
    return this.#pending.size;
  }

  /** Resolves with the result as the server sent it. Rejects with the SDK's errors. */
  request(request: DirectRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { reason } = request.cancellation ?? {};
      if (reason !== undefined) return reject(reason);
      const id = this.#next++;
      const pending = new Pending(this, { id, request, resolve, reject });
      this.#pending.set(id, pending);
      pending.send();
    });
  }

  /** Takes an answer or progress of one of its requests. Returns false for every other message. */
  take({ id, method, params, result, error }: JsonRpcMessage): boolean {
    const listener = method === undefined ? undefined : this.listeners.get(method);
    if (listener !== undefined) {
      listener();
      return true;
    }
    if (this.#pending.size === 0) return false;
    if (method === "notifications/progress") {
      const pending = this.#pending.get(asNumber(params?.["progressToken"]));
      pending?.progress(params as unknown as Progress);
      return pending !== undefined;
    }
    if (method !== undefined) return false;
    const pending = this.#pending.get(asNumber(id));
    if (pending === undefined) return false;
    if (error === undefined) pending.resolve(result);
    else pending.reject(this.options.sdk.ProtocolError.fromError(error.code, error.message, error.data));
    return true;
  }

  /** The connection has ended. */
  end(): void {
    const { SdkError, SdkErrorCode } = this.options.sdk;
    for (const pending of this.#pending.values())
      pending.reject(new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed"));
  }

  isPending(id: number): boolean {
    return this.#pending.has(id);
  }

  forget(id: number): boolean {
    return this.#pending.delete(id);
  }
}

const ALONE: SendOptions = { isAlone: true };

interface PendingParts {
  readonly id: number;
  readonly request: DirectRequest;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

class Pending {
  readonly #owner: DirectRequests;
  readonly #parts: PendingParts;
  #post: Post | undefined;
  #stream: AbortController | undefined;
  readonly #stopCancel: (() => void) | undefined;
  #stopDeadline: () => void;
  /** How many questions of its call wait for a person. */
  #held = 0;

  constructor(owner: DirectRequests, parts: PendingParts) {
    this.#owner = owner;
    this.#parts = parts;
    this.#stopDeadline = this.#awaitTimeout();
    parts.request.call.holdTimeout = this.#hold;
    this.#stopCancel = parts.request.cancellation?.onCancel((reason) => this.#giveUp(String(reason), reason));
  }

  send(): void {
    const { id, request } = this.#parts;
    const { params, meta, headers, call } = request;
    const { calls, send, post } = this.#owner.options;
    calls.sent(call, id);
    const _meta = { ...meta, progressToken: id };
    const message = { jsonrpc: "2.0", id, method: "tools/call", params: { ...params, _meta } };
    if (call.seen !== undefined) call.seen.message ??= message;
    this.#post = headers && post?.(message, headers, this.#versionIn(meta));
    const sent = this.#post === undefined ? send(message, this.#sendOptions(headers)) : this.#post.done;
    sent.catch((error: unknown) => this.reject(error));
  }

  readonly #hold = (): (() => void) => {
    this.#held++;
    this.#stopDeadline();
    return () => {
      if (--this.#held === 0 && this.#owner.isPending(this.#parts.id)) this.#stopDeadline = this.#awaitTimeout();
    };
  };

  /** Progress shows that the server still works on it. */
  progress({ progress, total, message }: Progress): void {
    const isProgress =
      typeof progress === "number" &&
      (total === undefined || typeof total === "number") &&
      (message === undefined || typeof message === "string");
    if (!isProgress) return;
    this.#stopDeadline();
    if (this.#held === 0) this.#stopDeadline = this.#awaitTimeout();
    this.#parts.request.onProgress?.({
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  }

  resolve(result: unknown): void {
    if (this.#end()) this.#parts.resolve(result);
  }

  reject(error: unknown): void {
    if (this.#end()) this.#parts.reject(error);
  }

  #end(): boolean {
    this.#stopDeadline();
    this.#stopCancel?.();
    return this.#owner.forget(this.#parts.id);
  }

  #awaitTimeout(): () => void {
    const { timeout } = this.#parts.request;
    return onDeadline(performance.now() + timeout, () => {
      const { SdkError, SdkErrorCode } = this.#owner.options.sdk;
      this.#giveUp("Request timed out", new SdkError(SdkErrorCode.RequestTimeout, "Request timed out", { timeout }));
    });
  }

  /** Tells the server that the caller no longer waits. */
  #giveUp(reason: string, error: unknown): void {
    const { id } = this.#parts;
    const { send, envelope, leavesStreams } = this.#owner.options;
    this.reject(error);
    if (leavesStreams()) return this.#post === undefined ? this.#stream?.abort() : this.#post.leave();
    const _meta = envelope();
    const params = { requestId: id, reason, ...(_meta && { _meta }) };
    // If the server cannot be told, it finds out by itself.
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params }).catch(() => undefined);
  }

  /** The revision that a message of the modern era names. */
  #versionIn(meta: DirectRequest["meta"]): string | undefined {
    const { leavesStreams, sdk } = this.#owner.options;
    return leavesStreams() ? String(meta[sdk.PROTOCOL_VERSION_META_KEY]) : undefined;
  }

  #sendOptions(headers: DirectRequest["headers"]): SendOptions | undefined {
    if (this.#owner.options.leavesStreams()) this.#stream = new AbortController();
    const requestSignal = this.#stream?.signal;
    if (headers === undefined && requestSignal === undefined) return this.#owner.size === 1 ? ALONE : undefined;
    return { ...(headers && { headers }), ...(requestSignal && { requestSignal }) };
  }
}

/** All our ids are numbers. Some servers send them back as text, which the SDK accepts. */
export function asNumber(id: unknown): unknown {
  return typeof id === "string" ? Number(id) : id;
}
