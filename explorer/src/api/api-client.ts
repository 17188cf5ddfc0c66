/** The HTTP contract as functions. Every failure is an `ApiError`; an abort stays an `AbortError`. */
import { callPath } from "./contract.ts";
import type {
  ApprovalDecision,
  ApprovalList,
  AskedQuestion,
  Envelope,
  HubActivity,
  HubApproval,
  ListedOperation,
  LoadedOperation,
  LockDecision,
  LogMessage,
  LoginStatus,
  ElicitationAnswer,
  SessionInfo,
  ShownExchange,
  SourceAction,
  SourceChanges,
  SourceList,
  SourceLogLine,
  SourceName,
  TimelineCall,
  WireRecording,
} from "./contract.ts";
import type { Progress } from "../../../src/entries/index.ts";
import type { EventSourceMessage } from "eventsource-parser";
import { ApiError, readApiError, toApiError, unreachable } from "./api-error.ts";
import { readEvents } from "./read-events.ts";

export interface ApiCall {
  readonly id: string;
  /** Undefined sends no body. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Called as soon as the server answers with the id of the call. */
  readonly onStart?: (requestId: string | undefined) => void;
  /** Called whenever the handler of a call reports progress. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called with each log message of the call. */
  readonly onLog?: (message: LogMessage) => void;
  /** Called with what goes to the hub and comes back, as soon as it is known. */
  readonly onWire?: ((exchange: ShownExchange) => void) | undefined;
  /** Whether the hub records what it sends on to servers: `exchanges` reads it. */
  readonly records?: boolean;
  /** Called with a question of the handler, and with undefined in place of one that no longer needs an answer. */
  readonly onQuestion?: (questionId: string, question: AskedQuestion | undefined) => void;
}

export interface StreamEnvelope extends Envelope {
  readonly seq: number;
}

export interface ApiClient {
  session(): Promise<SessionInfo>;
  /** Begins a session of this browser. Resolves with the secret that later requests show. */
  logIn(credential: LogInCredential): Promise<string>;
  /** Ends the session, at the hub too. */
  logOut(): Promise<void>;
  /** Undefined if nothing has changed since `etag`. */
  operations(
    etag: string | undefined,
  ): Promise<{ operations: readonly ListedOperation[]; etag: string | undefined } | undefined>;
  operation(id: string): Promise<LoadedOperation>;
  /** Undefined if the server does not offer this. */
  sources(): Promise<SourceList | undefined>;
  /** For administrators: opens a source again, or switches it on or off. */
  switchSource(source: SourceName, action: SourceAction): Promise<void>;
  /** For administrators: what a source has logged last. */
  sourceLog(source: SourceName): Promise<readonly SourceLogLine[]>;
  /** What differs from the lock; undefined for users who are not administrators. */
  lockChanges(): Promise<readonly SourceChanges[] | undefined>;
  decide(decision: LockDecision): Promise<readonly SourceChanges[]>;
  /** The logins that the user may have to the services behind sources. */
  logins(): Promise<readonly LoginStatus[] | undefined>;
  /** Begins a login. Resolves with the address of the service's own page. */
  connect(source: string): Promise<string>;
  disconnect(source: string): Promise<void>;
  /** With `after`, answers as soon as there is a newer version, or after a while. Undefined without a hub. */
  approvals(after?: number, signal?: AbortSignal): Promise<ApprovalList | undefined>;
  /** With its whole input. */
  approval(id: string): Promise<HubApproval>;
  answerApproval(id: string, decision: ApprovalDecision): Promise<HubApproval>;
  /** What the hub does: now, and whenever that changes. Ends with the connection, at once if there is no hub. */
  activity(signal: AbortSignal): AsyncGenerator<HubActivity>;
  calls(requestId: string): Promise<readonly TimelineCall[] | undefined>;
  /** What the hub sent on for a call that it recorded. Undefined if it sent nothing. */
  exchanges(requestId: string): Promise<WireRecording | undefined>;
  answerQuestion(questionId: string, answer: ElicitationAnswer): Promise<void>;
  call(request: ApiCall): Promise<Envelope>;
  subscribe(request: ApiCall): AsyncGenerator<StreamEnvelope>;
}

/** A key, or the code of a link that the hub has printed. */
export type LogInCredential = { readonly key: string } | { readonly code: string };

export interface ApiClientOptions {
  /** The secret of the session, while there is one. */
  readonly secret: () => string | undefined;
  /** The code of the link that opened the page: it shows that a person is there. Undefined without such a link. */
  readonly person?: () => string | undefined;
  /** Called after every request: whether the server answered. */
  readonly onContact?: (isReachable: boolean) => void;
}

/** The next log-in waits this long for the log-out before it. */
const LOG_OUT_MS = 10_000;

const JSON_BODY = { "content-type": "application/json" };

export function createApiClient({ secret, person, onContact }: ApiClientOptions): ApiClient {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const shown = secret();
    if (shown !== undefined) headers.set("operation-session", shown);
    try {
      const response = await fetch(path, {
        // The cookie is one half of the session.
        credentials: "same-origin",
        ...init,
        headers,
        cache: "no-store",
        redirect: "error",
      });
      onContact?.(true);
      return response;
    } catch (error) {
      if (isAbort(error)) throw error;
      onContact?.(false);
      throw unreachable(error);
    }
  };
  const readIfThere = async (path: string): Promise<unknown> => {
    const response = await send(path);
    return response.status === 404 ? undefined : await readJSON(response);
  };
  const start = async (call: ApiCall): Promise<Response> => {
    const { id, input, signal, onStart, onQuestion, onLog, onWire, records } = call;
    const headers = {
      // A short call may answer with plain JSON, which can be compressed.
      accept: "text/event-stream, application/json;q=0.9",
      "operation-answer": "envelope",
      ...(onQuestion === undefined ? {} : { "operation-questions": "accept" }),
      ...(onLog === undefined ? {} : { "operation-log": "debug" }),
      ...(records === true ? { "operation-wire": "record" } : {}),
      ...(input === undefined ? {} : { "content-type": "application/json" }),
    };
    const body = input === undefined ? undefined : JSON.stringify(input);
    // Loaded here: most calls are not watched.
    const watched =
      onWire && (await import("./watched-request.ts")).watchRequest({ path: callPath(id), headers, body }, onWire);
    const sent = send(callPath(id), { method: "POST", signal, headers, ...(body === undefined ? {} : { body }) });
    const response = await (watched === undefined ? sent : watched(sent));
    onStart?.(response.headers.get("operation-request-id") ?? undefined);
    if (!response.ok) throw await readApiError(response);
    return response;
  };

  return {
    async session() {
      return (await readJSON(await send("/~/session"))) as SessionInfo;
    },
    async logIn(credential) {
      const init = { method: "POST", headers: JSON_BODY, body: JSON.stringify(credential) };
      return ((await readJSON(await send("/~/log-in", init))) as { secret: string }).secret;
    },
    async logOut() {
      const response = await send("/~/log-out", {
        method: "POST",
        keepalive: true,
        signal: AbortSignal.timeout(LOG_OUT_MS),
      });
      if (!response.ok) throw await readApiError(response);
    },
    async operations(etag) {
      const response = await send("/~/operations", etag === undefined ? {} : { headers: { "if-none-match": etag } });
      if (response.status === 304) return undefined;
      const { operations } = (await readJSON(response)) as { operations: readonly ListedOperation[] };
      return { operations, etag: response.headers.get("etag") ?? undefined };
    },
    async operation(id) {
      return (await readJSON(await send(`/~/operations/${encodeURIComponent(id)}`))) as LoadedOperation;
    },
    async sources() {
      return (await readIfThere("/~/sources")) as SourceList | undefined;
    },
    async switchSource(source, action) {
      const init = { method: "POST", headers: JSON_BODY, body: JSON.stringify({ action }) };
      await readJSON(await send(sourcePath(source), init));
    },
    async sourceLog(source) {
      return ((await readJSON(await send(sourcePath(source)))) as { log: readonly SourceLogLine[] }).log;
    },
    async lockChanges() {
      const response = await send("/~/lock");
      if (response.status === 404 || response.status === 403) return undefined;
      return ((await readJSON(response)) as { sources: readonly SourceChanges[] }).sources;
    },
    async decide(decision) {
      const response = await send("/~/lock", { method: "POST", headers: JSON_BODY, body: JSON.stringify(decision) });
      return ((await readJSON(response)) as { sources: readonly SourceChanges[] }).sources;
    },
    async logins() {
      const answer = await readIfThere("/~/logins");
      return (answer as { logins: readonly LoginStatus[] } | undefined)?.logins;
    },
    async connect(source) {
      // The answer sets a cookie. By it, the hub recognises this browser when the service sends it back.
      const answer = await readJSON(await send(`/~/logins/${encodeURIComponent(source)}`, { method: "POST" }));
      return (answer as { url: string }).url;
    },
    async disconnect(source) {
      await readJSON(await send(`/~/logins/${encodeURIComponent(source)}`, { method: "DELETE" }));
    },
    async approvals(after, signal) {
      const path = after === undefined ? "/~/approvals" : `/~/approvals?after=${after}`;
      const response = await send(path, signal === undefined ? {} : { signal });
      return response.status === 404 ? undefined : ((await readJSON(response)) as ApprovalList);
    },
    async approval(id) {
      return (await readJSON(await send(`/~/approvals/${encodeURIComponent(id)}`))) as HubApproval;
    },
    async answerApproval(id, decision) {
      const code = person?.();
      const headers = {
        ...JSON_BODY,
        ...(code === undefined ? {} : { "operation-person": code }),
      };
      const init = { method: "POST", headers, body: JSON.stringify(decision) };
      return (await readJSON(await send(`/~/approvals/${encodeURIComponent(id)}`, init))) as HubApproval;
    },
    async *activity(signal) {
      const response = await send("/~/activity", { signal, headers: { accept: "text/event-stream" } });
      if (response.status === 404 || response.status === 401) return;
      if (!response.ok) throw await readApiError(response);
      for await (const { data } of eventsOf(response)) yield parseJSON(data) as HubActivity;
    },
    async calls(requestId) {
      const answer = await readIfThere(`/~/calls/${encodeURIComponent(requestId)}`);
      return (answer as { calls: readonly TimelineCall[] } | undefined)?.calls;
    },
    async exchanges(requestId) {
      return (await readIfThere(`/~/calls/${encodeURIComponent(requestId)}/exchanges`)) as WireRecording | undefined;
    },
    async answerQuestion(questionId, answer) {
      const init = { method: "POST", headers: JSON_BODY, body: JSON.stringify(answer) };
      const response = await send(`/~/questions/${questionId}`, init);
      if (!response.ok) throw await readApiError(response);
    },
    async call(request) {
      return await readResult(await start(request), request);
    },
    async *subscribe(request) {
      yield* readItems(await start(request));
    },
  };
}

function sourcePath({ kind, name }: SourceName): string {
  return `/~/sources/${kind}/${encodeURIComponent(name)}`;
}

async function* readItems(response: Response): AsyncGenerator<StreamEnvelope> {
  let seq = 0;
  for await (const { event, data } of eventsOf(response)) {
    if (event === "complete") return;
    yield { ...(parseJSON(data) as Envelope), seq: ++seq };
  }
  throw new ApiError({ code: "CONNECTION_LOST", message: "The stream broke off before its end.", retryable: true });
}

async function readResult(response: Response, { onProgress, onQuestion, onLog }: ApiCall): Promise<Envelope> {
  if (response.headers.get("content-type") === "application/json") {
    return parseJSON(await response.text().catch(brokenOff)) as Envelope;
  }
  for await (const { event, data } of eventsOf(response)) {
    if (event === "progress") onProgress?.(parseJSON(data) as Progress);
    if (event === "log") onLog?.(parseJSON(data) as LogMessage);
    if (event === "question" || event === "withdrawn") {
      const question = parseJSON(data) as AskedQuestion;
      onQuestion?.(question.questionId, event === "question" ? question : undefined);
    }
    if (event === "result") return parseJSON(data) as Envelope;
  }
  return brokenOff();
}

/** The phase is unknown, because the handler may have run: the user decides whether to try again. */
function brokenOff(error?: unknown): never {
  if (isAbort(error)) throw error;
  const message = "The connection broke before the answer arrived.";
  throw new ApiError({ code: "CONNECTION_LOST", message, phase: "unknown" });
}

/** The events of an answer. Throws an `error` event, and ends when the connection ends. */
async function* eventsOf({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (body === null) throw new ApiError({ code: "PROTOCOL_ERROR", message: "The answer has no body." });
  try {
    for await (const event of readEvents(body)) {
      if (event.event === "error") throw toApiError(parseJSON(event.data));
      yield event;
    }
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
  }
}

async function readJSON(response: Response): Promise<unknown> {
  if (!response.ok) throw await readApiError(response);
  return parseJSON(await response.text());
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError({ code: "PROTOCOL_ERROR", message: "The server's answer is not JSON." });
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
