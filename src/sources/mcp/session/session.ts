import type { Client, McpSubscription, RequestOptions, Tool } from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { isLogged } from "../../../operation/caller-log.ts";
import type { LogLevel } from "../../../operation/caller-log.ts";
import { readHeaderArguments } from "../../../shared/mcp-header-arguments.ts";
import { LOG_LEVEL_KEY } from "../../../shared/mcp-meta.ts";
import type { Cancellation } from "../../../shared/time/cancellation.ts";
import { LONGEST_DELAY } from "../../../shared/time/deadline-timer.ts";
import { followExtensionTask } from "../tasks/follow-extension-task.ts";
import { followTask, taskOf } from "../tasks/follow-task.ts";
import type { TaskRequest, TaskState } from "../tasks/follow-task.ts";
import { withCause } from "./call-errors.ts";
import type { TrackedCall } from "./caller-tracker.ts";
import type { DirectRequests } from "./direct-requests.ts";
import type { MCPExchange, HTTPExchanges } from "../http/http-exchange.ts";
import { answerInputs, answerRounds, needsInput } from "./answer-inputs.ts";
import { ANY_RESULT, BESIDE_SDK, CALL_KEY, LISTEN, rawResult } from "./raw-results.ts";
import type { ListenMark } from "./raw-results.ts";
import { RequestClock } from "./request-clock.ts";
import type { ServerAnswers } from "./server-requests.ts";

/** With these there is no server at this address, or only a proxy that does not reach it. */
const NO_SERVER = new Set([404, 410, 502, 503, 504]);

/** A request to the server. */
export interface SessionRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds without an answer or progress. */
  readonly timeout: number;
  /** Ends the request. Our own calls use `cancellation`: a signal would cost as much as the rest of the request. */
  readonly signal?: AbortSignal | undefined;
  readonly cancellation?: Cancellation | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called before the server can get the request. */
  readonly onSend?: (() => void) | undefined;
  /** HTTP header fields of this caller. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** For `tools/call`: some arguments also travel in header fields, if the tool's schema says so. */
  readonly inputSchema?: unknown;
  /** For `tools/call`: whether the tool only runs as a task. */
  readonly needsTask?: boolean | undefined;
  /** The call for which it is sent. */
  readonly call?: TrackedCall | undefined;
}

/** A request for a call, which may take several requests to the server. */
type CallRequest = SessionRequest & { readonly call: TrackedCall };

export type SessionListenRequest = Pick<SessionRequest, "credentials"> & { readonly signal: AbortSignal };

/** A stream of changes. */
export interface ListenStream extends Pick<McpSubscription, "closed" | "close"> {
  /** The notifications that belong to it carry this id. */
  readonly id: unknown;
}

/** The failure of a request: what the SDK threw, with its words, and whether the server may have got it. */
export class RequestFailure extends Error {
  readonly thrown: unknown;
  readonly wasSent: boolean;
  /** Whether the call had begun before the request failed: it must not be made again. */
  readonly hasBegun: boolean;

  constructor(thrown: unknown, wasSent: boolean, hasBegun = false) {
    super(withCause(thrown), { cause: thrown });
    this.thrown = thrown;
    this.wasSent = wasSent;
    this.hasBegun = hasBegun;
  }
}

export interface SessionParts {
  readonly client: Client;
  readonly direct: DirectRequests;
  /** Answers the questions of a task. */
  readonly answers: ServerAnswers;
  /** Over HTTP. */
  readonly exchanges?: HTTPExchanges | undefined;
  /** Over HTTP: sends a request again after the server has refused it for its scopes. Default: never. */
  readonly resend?: (<T>(send: () => Promise<T>) => Promise<T>) | undefined;
  /** Whether the connection has a session from `initialize`, which may expire. */
  readonly hasSession: () => boolean;
  /** Ends the connection and everything that belongs to it. */
  readonly close: () => Promise<void>;
}

/** One connection, from its handshake to its end. */
export class Session {
  readonly client: Client;
  readonly hasSession: () => boolean;
  readonly close: () => Promise<void>;
  readonly #direct: DirectRequests;
  readonly #answers: ServerAnswers;
  readonly #exchanges: HTTPExchanges | undefined;
  readonly #resend: NonNullable<SessionParts["resend"]>;
  readonly #end = new AbortController();
  #inFlight = 0;
  #isRetired = false;
  /** The least severe level of log messages that the server was asked for. */
  #logLevel: LogLevel | undefined;

  constructor({ client, direct, answers, exchanges, resend = (send) => send(), hasSession, close }: SessionParts) {
    this.client = client;
    this.#direct = direct;
    this.hasSession = hasSession;
    this.#answers = answers;
    this.#exchanges = exchanges;
    this.#resend = resend;
    this.close = async () => {
      this.#isRetired = true;
      await close();
    };
  }

  /** Fires when the connection has ended, whichever side ended it. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Tells its waiters that the connection has ended. */
  end(): void {
    this.#end.abort();
  }

  /** Whether the connection is still open. */
  get isOpen(): boolean {
    return this.client.transport !== undefined;
  }

  /** Whether we have ended the session, or are about to. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Closes the session once its last request has ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#inFlight === 0) void this.close();
  }

  get isModern(): boolean {
    return this.client.getProtocolEra() === "modern";
  }

  /** Whether some arguments may have to travel in header fields. */
  get needsHeaders(): boolean {
    return this.isModern && this.#exchanges !== undefined;
  }

  /** Listens to notifications that say all by their method. The latest listener gets them, and the SDK does not. */
  onNotification(method: string, listener: () => void): void {
    this.#direct.listeners.set(method, listener);
  }

  /** Sends a request, and gives the result as the server sent it. Rejects with a `RequestFailure`. */
  async request(request: SessionRequest): Promise<unknown> {
    if (!this.isOpen) throw new RequestFailure(new Error("Not connected"), false);
    request.onSend?.();
    this.#inFlight++;
    try {
      const { call, needsTask } = request;
      const least = call?.context.callerLog?.level;
      if (least !== undefined && !this.isModern) await this.#askForLog(least, request);
      const task = needsTask === true && this.#makesTasks ? { task: {} } : undefined;
      const result = await this.#pass(
        task === undefined ? request : { ...request, params: { ...request.params, ...task } },
      );
      if (call === undefined || (!needsInput(result) && taskOf(result) === undefined)) return result;
      return await this.#complete(result, { ...request, call });
    } finally {
      this.#inFlight--;
      if (this.#isRetired) this.retire();
    }
  }

  /**
   * From 2026-07-28 on, a separate stream reports changes of a resource. Resolves once the server has agreed, rejects
   * with a `RequestFailure`.
   */
  async listen(uri: string, { signal, credentials }: SessionListenRequest): Promise<ListenStream> {
    const exchange = this.#exchanges?.begin(credentials ?? {});
    const end = (): void => exchange && this.#exchanges?.end(exchange);
    let id: unknown;
    const mark: ListenMark = { headers: exchange?.marker, onSend: (sent) => (id = sent) };
    try {
      const filter = { resourceSubscriptions: [uri], [LISTEN]: mark };
      const subscription = await this.client.listen(filter, { signal });
      const { closed, honoredFilter } = subscription;
      void closed.then(end);
      if (honoredFilter.resourceSubscriptions?.includes(uri) !== true) {
        await subscription.close();
        throw new CallError("EXECUTION_ERROR", "The server does not report changes of the resource to this caller.");
      }
      return { id, closed, close: () => subscription.close() };
    } catch (thrown) {
      end();
      throw new RequestFailure(thrown, exchange?.wasSent ?? true);
    }
  }

  /**
   * Rejects with a `RequestFailure` if no server answers over HTTP. Any answer counts, even a refusal, except those
   * that say that there is no server here. An answer within the last `recent` milliseconds is enough.
   */
  async assertAnswers({ timeout, recent }: { timeout: number; recent: number }): Promise<void> {
    const exchanges = this.#exchanges;
    if (exchanges === undefined || performance.now() - exchanges.answeredAt < recent) return;
    const exchange = exchanges.begin({});
    const request = { method: this.isModern ? "server/discover" : "ping", timeout };
    try {
      await this.#send(request, { timeout, headers: exchange.marker });
    } catch (thrown) {
      const { status, wasSent } = exchange;
      if (status === undefined || NO_SERVER.has(status)) throw new RequestFailure(thrown, wasSent);
    } finally {
      exchanges.end(exchange);
    }
  }

  #pass(request: SessionRequest): Promise<unknown> {
    return this.#exchanges === undefined ? this.#overPipe(request) : this.#overHttp(request, this.#exchanges);
  }

  /** Up to 2025-11-25: whether `tools/call` can make a task. */
  get #makesTasks(): boolean {
    const { tasks } = (this.client.getServerCapabilities() ?? {}) as {
      tasks?: { requests?: { tools?: { call?: object } } };
    };
    return tasks?.requests?.tools?.call !== undefined;
  }

  /** Answers what the server asks, and follows the task that it makes. */
  async #complete(first: unknown, request: CallRequest): Promise<unknown> {
    const { call, params } = request;
    try {
      const result = await answerRounds(first, {
        call,
        answers: this.#answers,
        signal: signalOf(request),
        send: (more) => this.#pass({ ...request, params: { ...params, ...more } }),
      });
      const task = taskOf(result);
      return task === undefined ? result : await this.#follow(task, request);
    } catch (failure) {
      throw new RequestFailure(failure instanceof RequestFailure ? failure.thrown : failure, true, true);
    }
  }

  async #follow(task: TaskState, { call, ...request }: CallRequest): Promise<unknown> {
    call.taskId = task.taskId;
    const { onProgress, timeout } = request;
    const signal = signalOf(request);
    const { isModern } = this;
    const send = ({ method, ...asked }: TaskRequest): Promise<unknown> =>
      this.#pass({
        ...request,
        call,
        cancellation: undefined,
        onProgress: undefined,
        ...asked,
        method: isModern ? `${BESIDE_SDK}${method}` : method,
        timeout: asked.timeout ?? timeout,
      });
    if (!isModern) return await followTask(task, { send, signal, onProgress });
    const answer = (questions: Readonly<Record<string, unknown>>, until: AbortSignal) =>
      answerInputs(questions, { call, answers: this.#answers, signal: until });
    return await followExtensionTask(task, { send, answer, signal, onProgress });
  }

  /** A server may log nothing below the level that a client asks for. All callers share the session and its level. */
  async #askForLog(least: LogLevel, { timeout, credentials }: SessionRequest): Promise<void> {
    const isAsked = this.#logLevel !== undefined && isLogged(least, this.#logLevel);
    if (isAsked || this.client.getServerCapabilities()?.logging === undefined) return;
    this.#logLevel = least;
    // If the server refuses, it logs what it likes.
    await this.#pass({ method: "logging/setLevel", params: { level: least }, timeout, credentials }).catch(
      () => undefined,
    );
  }

  async #overPipe(request: SessionRequest): Promise<unknown> {
    try {
      return await this.#exchange(request);
    } catch (thrown) {
      // Text that is written to a pipe counts as sent.
      throw new RequestFailure(thrown, true);
    }
  }

  async #overHttp(request: SessionRequest, exchanges: HTTPExchanges): Promise<unknown> {
    const exchange = exchanges.begin(request.credentials ?? {}, request.call?.seen);
    try {
      return await this.#resend(() => this.#exchange(request, exchange.marker));
    } catch (thrown) {
      throw new RequestFailure(thrown, exchange.wasSent);
    } finally {
      exchanges.end(exchange);
    }
  }

  /** Sends a plain call without the SDK's client, and everything else with it. */
  async #exchange(request: SessionRequest, headers?: MCPExchange["marker"]): Promise<unknown> {
    const { params = {}, call, timeout, cancellation, onProgress } = request;
    if (call === undefined || !this.#isDirect(request)) return await this.#sendBySDK(request, headers);
    const meta = this.#metaOf(call, params);
    return await this.#direct.request({ params, meta, timeout, cancellation, onProgress, headers, call });
  }

  #isDirect({ method, signal, inputSchema }: SessionRequest): boolean {
    if (method !== "tools/call" || signal !== undefined) return false;
    return !this.needsHeaders || !hasHeaderArguments(inputSchema);
  }

  async #sendBySDK(request: SessionRequest, headers?: MCPExchange["marker"]): Promise<unknown> {
    const { call, timeout } = request;
    const options: RequestOptions = { ...toOptions(request), ...(headers && { headers }) };
    if (call === undefined) return rawResult(await this.#send(request, options));
    const { SdkError, SdkErrorCode } = this.#direct.options.sdk;
    const timedOut = (): unknown => new SdkError(SdkErrorCode.RequestTimeout, "Request timed out", { timeout });
    const clock = new RequestClock({ timeout, signal: options.signal, timedOut });
    call.holdTimeout = clock.hold;
    const onprogress = (progress: Progress): void => {
      clock.restart();
      options.onprogress?.(progress);
    };
    try {
      // The SDK's own clock can't stand still.
      const timed = { ...options, timeout: LONGEST_DELAY, signal: clock.signal, onprogress };
      return rawResult(await this.#send(request, timed));
    } finally {
      clock.end();
    }
  }

  async #send(request: SessionRequest, options: RequestOptions): Promise<unknown> {
    const { method, inputSchema } = request;
    const params = this.#withMeta(request);
    if (method === "tools/call" && this.isModern && params !== undefined) {
      // Only `callTool` adds the header fields. Without an output schema it checks nothing.
      const toolDefinition = { name: params["name"], inputSchema: inputSchema ?? { type: "object" } } as Tool;
      return await this.client.callTool(params as { name: string }, { ...options, toolDefinition });
    }
    return await this.client.request({ method, ...(params === undefined ? {} : { params }) }, ANY_RESULT, options);
  }

  #withMeta({ params, call }: SessionRequest): SessionRequest["params"] {
    if (call !== undefined) return { ...params, _meta: { ...this.#metaOf(call, params), [CALL_KEY]: call } };
    const envelope = this.#direct.options.envelope();
    return envelope === undefined ? params : { ...params, _meta: envelope };
  }

  #metaOf({ context }: TrackedCall, params: SessionRequest["params"]): Readonly<Record<string, unknown>> {
    const { callMeta, callerLog } = context;
    const envelope = this.#direct.options.envelope(context);
    const level = envelope === undefined ? undefined : callerLog?.level;
    const meta = params?.["_meta"] as Readonly<Record<string, unknown>> | undefined;
    // Up to 2025-11-25, most calls have nothing to add.
    if (envelope === undefined && callMeta === undefined) return meta ?? NO_META;
    return {
      ...envelope,
      ...callMeta,
      ...meta,
      ...(level && { [LOG_LEVEL_KEY]: level }),
    };
  }
}

const NO_META: Readonly<Record<string, unknown>> = {};

function signalOf({ signal, cancellation }: SessionRequest): AbortSignal | undefined {
  return signal ?? cancellation?.signal;
}

const headed = new WeakMap<object, boolean>();

/** Whether arguments also travel in header fields. The SDK writes those. */
function hasHeaderArguments(inputSchema: unknown): boolean {
  if (typeof inputSchema !== "object" || inputSchema === null) return false;
  let isHeaded = headed.get(inputSchema);
  if (isHeaded === undefined) {
    const { declared, problem } = readHeaderArguments(inputSchema);
    headed.set(inputSchema, (isHeaded = declared.length > 0 || problem !== undefined));
  }
  return isHeaded;
}

function toOptions(request: SessionRequest): RequestOptions {
  const { timeout, onProgress } = request;
  const signal = signalOf(request);
  return {
    timeout,
    resetTimeoutOnProgress: true,
    // Always asks for progress, even without a listener: progress extends the timeout.
    onprogress: (progress) => onProgress?.(progress),
    ...(signal === undefined ? {} : { signal }),
  };
}
