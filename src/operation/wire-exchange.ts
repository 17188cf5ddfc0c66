/** A message as it went over the wire. */
export interface WireMessage {
  /** HTTP header fields, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Undefined if there is none. */
  readonly body?: string | Uint8Array | undefined;
  /** Bytes of the whole body, where `body` is only its beginning. */
  readonly size?: number | undefined;
}

/** What a source sent to a server. */
export interface WireRequest extends WireMessage {
  /** The method of HTTP or MCP: `GET`, `tools/call`. */
  readonly method: string;
  /** Where it was sent: a URL, or the name of a server that runs as a process. */
  readonly to: string;
}

/** What a server answered. */
export interface WireAnswer extends WireMessage {
  /** The HTTP status. */
  readonly status?: number | undefined;
  /** Whether the body was passed on as it arrived, and is not here. */
  readonly isStream?: boolean | undefined;
}

/**
 * A request that a source sent for a call, and what came back. It is unmasked, with credentials: code that shows it
 * must mask them.
 */
export interface WireExchange {
  readonly protocol: "http" | "mcp";
  /** The id of the call that it was sent for. */
  readonly requestId: string;
  /** When it was sent. Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly request: WireRequest;
  readonly answer?: WireAnswer | undefined;
  /** Why there is no answer. */
  readonly error?: string | undefined;
  /** Texts that must never be shown, beside the credentials in header fields. */
  readonly secrets: readonly string[];
}

/** Gets what sources send for a call. It must not throw, and must not wait. */
export type OnExchange = (exchange: WireExchange) => void;
