/** The HTTP contract as functions. Every failure is a `Problem`, an abort stays an `AbortError`. */
import { callPath } from "./contract.ts";
import type {
  CallRecord,
  Envelope,
  OperationSpec,
  OperationSummary,
  Progress,
  SessionInfo,
  SourceInfo,
} from "./contract.ts";
import type { EventSourceMessage } from "eventsource-parser";
import { Problem, problemOf, toProblem, unreachable } from "./problem.ts";
import { readEvents } from "./read-events.ts";

export interface CallRequest {
  readonly id: string;
  /** Undefined: no body. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** As soon as the server says which call this is. */
  readonly onStart?: (requestId: string | undefined) => void;
  /** Of a call: whenever its handler says how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface StreamItem extends Envelope {
  readonly seq: number;
}

export interface Client {
  session(key: string | undefined): Promise<SessionInfo>;
  /** Undefined where nothing has changed since `etag`. */
  operations(
    etag: string | undefined,
  ): Promise<{ operations: readonly OperationSummary[]; etag: string | undefined } | undefined>;
  operation(id: string): Promise<OperationSpec>;
  /** Undefined where the server has no such view. */
  sources(): Promise<readonly SourceInfo[] | undefined>;
  calls(requestId: string): Promise<readonly CallRecord[] | undefined>;
  call(request: CallRequest): Promise<Envelope>;
  subscribe(request: CallRequest): AsyncGenerator<StreamItem>;
}

export interface ClientOptions {
  readonly key: () => string | undefined;
  /** Told of every answer, and of every request that got none. */
  readonly onContact?: (isReachable: boolean) => void;
}

export function createClient({ key, onContact }: ClientOptions): Client {
  const send = async (path: string, init: RequestInit & { key?: string | undefined } = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const credential = "key" in init ? init.key : key();
    if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`);
    try {
      const response = await fetch(path, {
        ...init,
        headers,
        credentials: "omit",
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
  const read = async (path: string): Promise<unknown> => {
    const response = await send(path);
    if (!response.ok) throw await problemOf(response);
    return await readJSON(response);
  };
  const readIfThere = async (path: string): Promise<unknown> => {
    try {
      return await read(path);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  };
  const start = async ({ id, input, signal, onStart }: CallRequest): Promise<Response> => {
    const response = await send(callPath(id), {
      method: "POST",
      signal,
      headers: {
        // A call that is soon over needs no events, and its answer can be compressed.
        accept: "text/event-stream, application/json;q=0.9",
        "operation-answer": "envelope",
        ...(input === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    });
    onStart?.(response.headers.get("operation-request-id") ?? undefined);
    if (!response.ok) throw await problemOf(response);
    return response;
  };

  return {
    async session(tried) {
      const response = await send("/~/session", { key: tried });
      if (!response.ok) throw await problemOf(response);
      return (await readJSON(response)) as SessionInfo;
    },
    async operations(etag) {
      const response = await send("/~/operations", etag === undefined ? {} : { headers: { "if-none-match": etag } });
      if (response.status === 304) return undefined;
      if (!response.ok) throw await problemOf(response);
      const { operations } = (await readJSON(response)) as { operations: readonly OperationSummary[] };
      return { operations, etag: response.headers.get("etag") ?? undefined };
    },
    operation: async (id) => (await read(`/~/operations/${encodeURIComponent(id)}`)) as OperationSpec,
    async sources() {
      const answer = (await readIfThere("/~/sources")) as { sources: readonly SourceInfo[] } | undefined;
      return answer?.sources;
    },
    async calls(requestId) {
      const answer = await readIfThere(`/~/calls/${encodeURIComponent(requestId)}`);
      return (answer as { calls: readonly CallRecord[] } | undefined)?.calls;
    },
    async call(request) {
      return await readResult(await start(request), request.onProgress);
    },
    async *subscribe(request) {
      yield* readItems(await start(request));
    },
  };
}

async function* readItems(response: Response): AsyncGenerator<StreamItem> {
  let seq = 0;
  for await (const { event, id, data } of eventsOf(response)) {
    if (event === "complete") return;
    seq = Number(id) || seq + 1;
    yield { ...(parseJSON(data) as Envelope), seq };
  }
  throw new Problem({ code: "CONNECTION_LOST", message: "The stream broke off before its end.", retryable: true });
}

async function readResult(response: Response, onProgress: CallRequest["onProgress"]): Promise<Envelope> {
  if (response.headers.get("content-type") === "application/json") {
    return parseJSON(await response.text().catch(brokenOff)) as Envelope;
  }
  for await (const { event, data } of eventsOf(response)) {
    if (event === "progress") onProgress?.(parseJSON(data) as Progress);
    if (event === "result") return parseJSON(data) as Envelope;
  }
  return brokenOff();
}

/** Whether to try again is for whoever called: it may have been done. */
function brokenOff(error?: unknown): never {
  if (isAbort(error)) throw error;
  const message = "The connection broke before the answer was there.";
  throw new Problem({ code: "CONNECTION_LOST", message, phase: "unknown" });
}

/** The events of an answer; `error` is thrown. Ends where the connection does. */
async function* eventsOf({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (body === null) throw new Problem({ code: "PROTOCOL_ERROR", message: "The answer has no body." });
  try {
    for await (const event of readEvents(body)) {
      if (event.event === "error") throw toProblem(parseJSON(event.data));
      yield event;
    }
  } catch (error) {
    if (error instanceof Problem || isAbort(error)) throw error;
  }
}

async function readJSON(response: Response): Promise<unknown> {
  return parseJSON(await response.text());
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem({ code: "PROTOCOL_ERROR", message: "The server's answer is no JSON." });
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
