/**
 * A request and its reply as our own types. Node's server and web-standard `fetch` both translate to them, so that a
 * call on Node pays neither for a `Request` nor for a `Response`.
 */
import { CallError } from "../../errors/call-error.ts";
import type { CallClock } from "./call-clock.ts";

/** By their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

export interface Incoming {
  readonly method: string;
  /** As it was sent: not decoded, and without the query. */
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The client's address, if it is known. */
  readonly address: string | undefined;
  /** Whether it came over TLS to this server. A proxy in front of it may have ended that. */
  readonly isEncrypted: boolean;
  /** Which client the request counts for. The handler sets it once the credential is checked. */
  client?: string | undefined;
  /** Whether the reply is read ahead of the client: see `RequestTarget`. The handler sets it. */
  readsAhead?: boolean | undefined;
  /** When it came, by `performance.now()`. Set only if a listener wants the times of calls. */
  arrivedAt?: number | undefined;
  /** The times of the call that it makes. The target sets it. */
  clock?: CallClock | undefined;
  /** The body; undefined if there is none. Throws `PAYLOAD_TOO_LARGE` as soon as the limit is passed. */
  readText(limit: number): Promise<string | undefined>;
  /** Calls the listener once, when the client leaves, or is cut off, before it has its reply. */
  onLeave(listener: (reason: CallError) => void): void;
  /** Calls the listener once, when the reply has been sent or abandoned; absent if the runtime does not report it. */
  onClosed?(listener: () => void): void;
  /** For code that takes only web-standard requests. Without a body once `readText` has read it. */
  toRequest(): Request;
}

/** Names and values in turn, as Node's `writeHead` takes them: a call looks nothing up in them. */
export type HeaderPairs = string[];

/** Text in pieces; the next piece is asked for when the client has taken the one before. */
export interface TextStream {
  next(): Promise<IteratorResult<string, void>>;
  /** The client takes no more. */
  return(): Promise<unknown>;
}

export interface Reply {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body?: string | Uint8Array | undefined;
  /** Instead of a body. */
  readonly stream?: TextStream | undefined;
}

/** Code that takes web-standard requests also answers with web-standard responses. */
export type AnyReply = Reply | Response;

export function jsonReply(status: number, value: unknown, headers: HeaderPairs = []): Reply {
  return { status, headers: ["content-type", "application/json", ...headers], body: JSON.stringify(value) };
}

export function clientLeft(): CallError {
  return new CallError("ABORTED", "The client has left.");
}

/** For what nobody has given up: this side stops, or the connection broke. */
export function connectionEnded(): CallError {
  return new CallError("CONNECTION_LOST", "The connection to the client has ended.");
}

export function bodyTooLarge(limit: number, what: "bytes" | "values" = "bytes"): CallError {
  const message =
    what === "bytes"
      ? `A request body may have at most ${limit} bytes; this one has more.`
      : `The body holds more objects, lists and members than one of ${limit} bytes may.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, undefined, { phase: "notStarted" });
}

export function bodyUnreadable(cause: unknown): CallError {
  const isText = cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
  const message = isText ? "The body is not UTF-8." : "The body cannot be read as UTF-8 text.";
  return new CallError("VALIDATION_ERROR", message, undefined, { cause });
}
