import type { Client, RequestOptions, Tool } from "@modelcontextprotocol/client";
import type { Progress } from "../../../operation/operation-context.ts";
import type { HTTPExchanges } from "./http-exchange.ts";
import { ANY_RESULT, rawResult } from "./raw-results.ts";

/** There is nothing at this address, or a proxy that does not reach the server. */
const NO_SERVER = new Set([404, 410, 502, 503, 504]);

/** A request to the server. */
export interface SessionRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Milliseconds without an answer or progress. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called before the server can get the request. */
  readonly onSend?: (() => void) | undefined;
  /** HTTP header fields of this caller. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Of `tools/call`: some arguments travel in header fields too, where the tool's schema says so. */
  readonly inputSchema?: unknown;
}

/** The outcome of a request that failed: what the SDK threw, and whether the server may have got it. */
export class RequestFailure {
  readonly thrown: unknown;
  readonly wasSent: boolean;

  constructor(thrown: unknown, wasSent: boolean) {
    this.thrown = thrown;
    this.wasSent = wasSent;
  }
}

export interface SessionParts {
  readonly client: Client;
  /** Over HTTP. */
  readonly exchanges?: HTTPExchanges | undefined;
  /** Over HTTP: sends a request again after the server has refused it for its scopes. Default: never. */
  readonly resend?: (<T>(send: () => Promise<T>) => Promise<T>) | undefined;
  /** Whether the connection was made by an `initialize` with a session that may expire. */
  readonly hasSession: () => boolean;
  /** Ends the connection and everything that belongs to it. */
  readonly close: () => Promise<void>;
}

/** One connection, from its handshake to its end. */
export class Session {
  readonly client: Client;
  readonly hasSession: () => boolean;
  readonly close: () => Promise<void>;
  readonly #exchanges: HTTPExchanges | undefined;
  readonly #resend: NonNullable<SessionParts["resend"]>;
  readonly #end = new AbortController();
  #inFlight = 0;
  #isRetired = false;

  constructor({ client, exchanges, resend = (send) => send(), hasSession, close }: SessionParts) {
    this.client = client;
    this.hasSession = hasSession;
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

  /** Tells those who wait for it that the connection has ended. */
  end(): void {
    this.#end.abort();
  }

  /** Whether the connection still stands. */
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

  /** Sends a request, and gives the result as the server sent it. Rejects with a `RequestFailure`. */
  async request(request: SessionRequest): Promise<unknown> {
    if (!this.isOpen) throw new RequestFailure(new Error("Not connected"), false);
    request.onSend?.();
    this.#inFlight++;
    try {
      return await (this.#exchanges === undefined ? this.#overPipe(request) : this.#overHttp(request, this.#exchanges));
    } finally {
      this.#inFlight--;
      if (this.#isRetired) this.retire();
    }
  }

  /**
   * Rejects with a `RequestFailure` where no server answers over HTTP. Any answer is one, even a refusal, but for those
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

  async #overPipe(request: SessionRequest): Promise<unknown> {
    try {
      return rawResult(await this.#send(request, toOptions(request)));
    } catch (thrown) {
      // Text that is written to a pipe counts as sent.
      throw new RequestFailure(thrown, true);
    }
  }

  async #overHttp(request: SessionRequest, exchanges: HTTPExchanges): Promise<unknown> {
    const exchange = exchanges.begin(request.credentials ?? {});
    try {
      const options = { ...toOptions(request), headers: exchange.marker };
      return rawResult(await this.#resend(() => this.#send(request, options)));
    } catch (thrown) {
      throw new RequestFailure(thrown, exchange.wasSent);
    } finally {
      exchanges.end(exchange);
    }
  }

  async #send({ method, params, inputSchema }: SessionRequest, options: RequestOptions): Promise<unknown> {
    if (method === "tools/call" && this.isModern && params !== undefined) {
      // Only `callTool` adds the header fields. Without an output schema it checks nothing.
      const toolDefinition = { name: params["name"], inputSchema: inputSchema ?? { type: "object" } } as Tool;
      return await this.client.callTool(params as { name: string }, { ...options, toolDefinition });
    }
    return await this.client.request({ method, ...(params === undefined ? {} : { params }) }, ANY_RESULT, options);
  }
}

function toOptions({ timeout, signal, onProgress }: SessionRequest): RequestOptions {
  return {
    timeout,
    resetTimeoutOnProgress: true,
    // Always asks for progress, even without a listener: progress extends the timeout.
    onprogress: (progress) => onProgress?.(progress),
    ...(signal === undefined ? {} : { signal }),
  };
}
