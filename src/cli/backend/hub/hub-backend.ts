/** The operations of a running hub, over its HTTP interface. */
import type { IncomingMessage } from "node:http";
import { CallError } from "../../../entries/index.ts";
import type { Elicit } from "../../../entries/index.ts";
import type { Cancellation } from "../../../shared/time/cancellation.ts";
import { hasPassed, limitTime } from "./time-limit.ts";
import type { Backend, BackendCall, DescribedOperation, ListedOperation, PlainEnvelope } from "../backend.ts";
import { readText, requestHub } from "./http-request.ts";
import { hasEvents, readStream, readResult } from "./hub-events.ts";
import { QuestionAnswers } from "./question-answers.ts";
import { notAHub, parseProblem, toError } from "./hub-problem.ts";
import { missingSources } from "../missing-sources.ts";

export interface HubBackendOptions {
  /** The hub's origin, with the path that a proxy adds, if any. */
  readonly url: URL;
  readonly key?: string | undefined;
  /** The Unix socket of a hub of this user, which needs no key. */
  readonly socket?: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds that the hub has to answer a request about itself, such as a list of its operations. */
  readonly atMost?: number | undefined;
}

interface HubExchange {
  readonly method: "GET" | "DELETE" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Milliseconds beyond the deadline: the hub has the first chance to report the timeout. */
const DEADLINE_GRACE = 1000;

export class HubBackend implements Backend {
  readonly #options: HubBackendOptions;

  constructor(options: HubBackendOptions) {
    this.#options = options;
  }

  async list(): Promise<ListedOperation[]> {
    const { operations } = (await this.get("~/operations")) as { operations?: ListedOperation[] };
    if (Array.isArray(operations)) return operations;
    throw notAHub(this.#options.url);
  }

  async describe(id: string): Promise<DescribedOperation> {
    return (await this.get(`~/operations/${encodeURIComponent(id)}`)) as DescribedOperation;
  }

  async call(call: BackendCall): Promise<PlainEnvelope> {
    const limit = limitFor(call);
    return await within(limit, call.id, async (signal) => {
      const { onProgress } = call;
      const onElicitation = call.onElicitation && outsideOf(limit, call.onElicitation);
      const isTold = onProgress !== undefined || onElicitation !== undefined;
      const accept = isTold ? "text/event-stream, application/json;q=0.9" : "application/json";
      const response = await this.#post(call, signal, accept);
      if (hasEvents(response)) {
        const answers = onElicitation && new QuestionAnswers(this, onElicitation, signal);
        return await readResult(response, { onProgress, ...answers?.listener }).finally(() => answers?.end());
      }
      return (await readJSON(response, this.#options.url)) as PlainEnvelope;
    });
  }

  async *subscribe(call: BackendCall): AsyncIterableIterator<PlainEnvelope> {
    const limit = limitFor(call);
    try {
      const response = await this.#post(call, limit.signal, "text/event-stream");
      // A consumer that leaves the loop early closes the connection, and that aborts the handler.
      yield* readStream(response);
    } catch (thrown) {
      throw hasPassed(limit) ? timedOut(call.id) : thrown;
    } finally {
      limit.release();
    }
  }

  async runCode(code: string, call: Omit<BackendCall, "id" | "input">): Promise<PlainEnvelope> {
    return await this.call({ id: "run.code", input: { code }, ...call }).catch((thrown: unknown) => {
      if (!(thrown instanceof CallError) || thrown.code !== "OPERATION_NOT_FOUND") throw thrown;
      const message = "This hub runs no programs: its config has to turn that on (codeMode: true).";
      throw new CallError("OPERATION_NOT_FOUND", message, undefined, { cause: thrown });
    });
  }

  async missing(): Promise<string[]> {
    try {
      const { sources } = (await this.get("~/sources")) as { sources?: Parameters<typeof missingSources>[0] };
      return missingSources(sources ?? []);
    } catch {
      // A server of operations that is not a hub has no sources.
      return [];
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads what the hub says about itself. */
  get(path: string): Promise<unknown> {
    return this.ask("GET", path);
  }

  /** One request about the hub itself. */
  async ask(method: "GET" | "DELETE", path: string): Promise<unknown> {
    return await this.#exchange(path, { method, headers: {} });
  }

  /** Sends JSON to the hub itself. */
  async send(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const all = { "content-type": "application/json", ...headers };
    return await this.#exchange(path, { method: "POST", headers: all, body: JSON.stringify(body) });
  }

  async #exchange(path: string, { headers, ...request }: HubExchange): Promise<unknown> {
    const { url, socket, signal: given, atMost } = this.#options;
    return await within(limitTime(given, atMost), `The hub at ${url.origin}`, async (signal) => {
      const all = { ...this.#credentials(), accept: "application/json", ...headers };
      const response = await requestHub({ ...request, url: new URL(path, url), socket, headers: all, signal });
      await assertAnswered(response, this.#options);
      return await readJSON(response, url);
    });
  }

  async #post(
    { id, input, deadline, onElicitation }: BackendCall,
    signal: AbortSignal,
    accept: string,
  ): Promise<IncomingMessage> {
    const dot = id.lastIndexOf(".");
    if (dot < 1) throw new CallError("OPERATION_NOT_FOUND", `There is no operation ${id}: ids are namespace.name.`);
    const path = `${encodeURIComponent(id.slice(0, dot))}/${encodeURIComponent(id.slice(dot + 1))}`;
    const response = await requestHub({
      url: new URL(path, this.#options.url),
      socket: this.#options.socket,
      method: "POST",
      headers: {
        ...this.#credentials(),
        accept: `${accept}, application/problem+json`,
        "operation-answer": "envelope",
        ...(onElicitation === undefined ? {} : { "operation-questions": "accept" }),
        ...(input === undefined ? {} : { "content-type": "application/json" }),
        ...(deadline === undefined ? {} : { "operation-timeout-ms": String(Math.max(1, deadline - Date.now())) }),
      },
      body: input === undefined ? undefined : JSON.stringify(input),
      signal,
    });
    await assertAnswered(response, this.#options);
    return response;
  }

  #credentials(): Record<string, string> {
    const { key } = this.#options;
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  }
}

async function within<T>(limit: Cancellation, who: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(limit.signal);
  } catch (thrown) {
    throw hasPassed(limit) ? timedOut(who) : thrown;
  } finally {
    limit.release();
  }
}

/** The time of the person who answers does not count. */
function outsideOf(limit: Cancellation, elicit: Elicit): Elicit {
  return async (question, options) => {
    const release = limit.holdDeadline();
    try {
      return await elicit(question, options);
    } finally {
      release();
    }
  };
}

/** The caller's signal, and the deadline, in case the hub does not keep it. */
function limitFor({ signal, deadline }: BackendCall): Cancellation {
  return limitTime(signal, deadline === undefined ? undefined : deadline - Date.now() + DEADLINE_GRACE);
}

async function assertAnswered(response: IncomingMessage, { url, key }: HubBackendOptions): Promise<void> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return;
  const text = await readText(response);
  const isProblem = /^application\/(?:problem\+)?json/.test(response.headers["content-type"] ?? "");
  if (!isProblem) throw notAHub(url, status);
  const problem = parseProblem(text);
  if (status !== 401) throw toError(problem, status);
  const hint = key === undefined ? "Give a key with --key or OPERATIONS_KEY." : "The hub does not know this key.";
  throw toError({ ...problem, detail: `${problem.detail ?? "The hub needs a key."} ${hint}` }, status);
}

async function readJSON(response: IncomingMessage, url: URL): Promise<unknown> {
  const text = await readText(response);
  if (response.statusCode === 204 || text === "") return { meta: {} };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notAHub(url, response.statusCode);
  }
}

function timedOut(who: string): CallError {
  return new CallError("TIMEOUT", `${who} did not answer in time.`);
}
