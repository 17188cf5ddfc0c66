/**
 * A request and its answer in our own words. Node's server and web-standard `fetch` are translated into these, so that
 * a call on Node pays neither for a `Request` nor for a `Response`.
 */
import { CallError } from "../../errors/call-error.ts";

export interface Incoming {
  readonly method: string;
  /** As it was sent: not decoded, and without the query. */
  readonly path: string;
  /** Without the question mark; empty where there is none. */
  readonly query: string;
  /** Where it comes from, where that is known. */
  readonly address: string | undefined;
  /** The name in lower case. */
  header(name: string): string | undefined;
  /** The body; undefined where there is none. Throws `PAYLOAD_TOO_LARGE` as soon as it is known to be. */
  readText(limit: number): Promise<string | undefined>;
  /** Calls the listener once, when the client leaves before it has its answer, or is made to. */
  onLeave(listener: (reason: CallError) => void): void;
  /** Calls the listener once, when the answer has been given or given up; absent where nobody tells. */
  onClosed?(listener: () => void): void;
  /** For what speaks web-standard requests only. */
  toRequest(): Request;
}

/** Names and values by turns, as Node's `writeHead` takes them: nothing has to be looked up in a call. */
export type HeaderPairs = string[];

/** Text in pieces; the next one is asked for when the client has taken the one before. */
export type TextStream = AsyncGenerator<string, void, undefined>;

export interface Answer {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: string | Uint8Array | TextStream | undefined;
}

export function clientLeft(): CallError {
  return new CallError("ABORTED", "The client has left.");
}

export function isTextStream(body: Answer["body"]): body is TextStream {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

export function jsonAnswer(status: number, value: unknown, headers: HeaderPairs = []): Answer {
  return { status, headers: ["content-type", "application/json", ...headers], body: JSON.stringify(value) };
}
