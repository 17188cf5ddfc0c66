import { CallError } from "../../../errors/call-error.ts";
import { failedToConnect } from "../../../shared/connections/connection-failure.ts";
import { createNodeAgent } from "../../../shared/connections/node-agent.ts";
import { createDispatcher, hasProxy } from "../../../shared/connections/node-dispatcher.ts";
import { StandaloneStream } from "./standalone-stream.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import type { LongMessages } from "./long-messages.ts";
import { boundResponse } from "./bounded-body.ts";
import { noteHTTP } from "./seen-request.ts";
import type { MCPExchange, HTTPExchanges } from "./http-exchange.ts";

export interface GuardedFetchOptions {
  readonly fetch: typeof fetch | undefined;
  readonly server: URL;
  /** Header fields for the server only. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly exchanges: HTTPExchanges;
  readonly maxMessageBytes: number;
  readonly maxValues: number;
  readonly longMessages: LongMessages;
  /** Called for a message that gets no answer. */
  readonly onFailed: (message: string, error: CallError) => void;
}

export interface GuardedFetch {
  readonly fetch: typeof fetch;
  /** The stream of the server's own messages. */
  readonly standalone: StandaloneStream;
  /** Closes its sockets. */
  close(): Promise<void>;
}

/** The last event of a stream reaches the call a little after the stream has ended. Milliseconds. */
const SETTLE = 100;

/** A `fetch` with limits, which tells each call what happened to its request. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { fetch: given, exchanges, maxMessageBytes } = options;
  // Connections of our own, so that none outlives the client: the sockets of Node's global agent stay open for seconds.
  const agent = given === undefined ? ((hasProxy() ? createDispatcher() : undefined) ?? createNodeAgent()) : undefined;
  const send = given ?? globalThis.fetch;
  const standalone = new StandaloneStream();
  const guarded = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    // The SDK makes fresh headers for each request. Copying them would cost as much as all the rest here.
    const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    const exchange = exchanges.claim(headers);
    if (!isAt(options.server, url)) withhold(headers, options.ownHeaders);
    if (exchange !== undefined) exchange.wasSent = true;
    const { signal, release } = ownSignal(init.signal);
    const noteStream = standalone.follow(init, headers);
    let response: Response;
    try {
      response =
        takeResponse(exchange) ??
        (await send(url, {
          ...init,
          headers,
          ...(signal === undefined ? {} : { signal }),
          ...(agent === undefined ? {} : { dispatcher: agent }),
        }));
      noteStream?.(response.status);
    } catch (error) {
      release();
      noteStream?.(undefined);
      if (exchange !== undefined && failedToConnect(error)) exchange.wasSent = false;
      throw error;
    }
    if (exchange !== undefined) exchanges.noteAnswer(exchange, response.status);
    if (exchange?.seen !== undefined) noteHTTP(exchange.seen, { url, headers, response });
    const { body } = init;
    const fail = (error: CallError): void => {
      if (typeof body === "string") options.onFailed(body, error);
    };
    return boundResponse(response, {
      sender: options.server.origin,
      maxBytes: maxMessageBytes,
      maxValues: options.maxValues,
      longMessages: options.longMessages,
      onRefused: fail,
      onEnd: release,
      onStreamEnd: (isResumable) => {
        if (!isResumable) setTimeout(() => fail(endedEarly()), SETTLE);
      },
    });
  };
  return { fetch: guarded, standalone, close: async () => await agent?.destroy() };
}

/** The answer that has already arrived, if a call was posted directly. */
function takeResponse(exchange: MCPExchange | undefined): Response | undefined {
  const { response } = exchange ?? {};
  if (exchange !== undefined) exchange.response = undefined;
  return response;
}

/** Whether the request goes to the server itself. A redirect from http to https counts. */
function isAt(server: URL, url: string | URL | Request): boolean {
  const target = url instanceof URL ? url : new URL(url instanceof Request ? url.url : url);
  if (target.origin === server.origin) return true;
  const hasPort = target.port !== "" || server.port !== "";
  return target.protocol === "https:" && target.hostname === server.hostname && !hasPort;
}

/** The SDK would send the configured header fields to any origin that a server names for authorisation. */
function withhold(headers: Headers, own: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(own)) if (headers.get(name) === value.trim()) headers.delete(name);
}

function endedEarly(): CallError {
  return new CallError("CONNECTION_LOST", "The server ended its answer before it was complete.");
}

const seenSignals = new WeakSet<AbortSignal>();

/**
 * Before 2026-07-28 one signal ends all requests of a connection. With every request, Node's `fetch` leaves a listener
 * on it until garbage is collected: thousands under load, and a warning for each. So every request gets its own signal,
 * which follows the shared one until the answer has arrived. A signal that is used once needs nothing.
 */
function ownSignal(shared: AbortSignal | null | undefined): { signal?: AbortSignal; release: () => void } {
  if (!shared) return { release: () => undefined };
  if (!seenSignals.has(shared)) {
    seenSignals.add(shared);
    return { signal: shared, release: () => undefined };
  }
  const request = new Cancellation();
  request.followSignal(shared);
  return { signal: request.signal, release: () => request.release() };
}
