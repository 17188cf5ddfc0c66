import type { Identity } from "../../../operation/access-control.ts";
import type { Authenticate } from "../../../operation/authenticate.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { LONGEST_DELAY } from "../../../shared/deadline-timer.ts";
import { toSettings } from "../../request/service-settings.ts";
import type { ErrorPlace, Settings } from "../../request/service-settings.ts";

/** How `serveMCP` serves. Every part is optional. */
export interface ServeMCPOptions {
  /** What the server calls itself. Default: `operations`. */
  readonly name?: string | undefined;
  /** The server's own version. Default: `1.0.0`. */
  readonly version?: string | undefined;
  /** What a model should know of the server as a whole. */
  readonly instructions?: string | undefined;

  /** Which operations become tools. Default: all. */
  readonly filter?: ((spec: OperationSpec) => boolean) | undefined;
  /** How a tool should be called. Default: the id with `_` for dots. What is not allowed, or taken, is changed. */
  readonly toolName?: ((spec: OperationSpec) => string) | undefined;
  /** Tools per page of `tools/list`. Default: 200. */
  readonly pageSize?: number | undefined;
  /**
   * A caller who may call more operations than this gets three tools instead of theirs, to search, describe and call
   * them: `search_operations`, `describe_operations`, `call_operation`. `Infinity`: never; 0: always. Default: 60.
   */
  readonly searchAbove?: number | undefined;

  /** Who calls on stdio, and over HTTP where there is no `authenticate`. Default: calls have no identity. */
  readonly identity?: Identity | undefined;
  /** Turns the credential of an HTTP request into an identity. `undefined` or an error refuses the request (401). */
  readonly authenticate?: Authenticate | undefined;
  /** With `authenticate`: whether a request without a credential is served too, without an identity. Default: false. */
  readonly anonymous?: boolean | undefined;

  /** Whether clients read the messages of exceptions that escape from handlers. Default: false. */
  readonly exposeErrors?: boolean | undefined;
  /** Is told of every call that fails, with what clients do not see; of refused requests, and broken connections. */
  readonly onError?: ((error: unknown, place?: ErrorPlace) => void) | undefined;

  /** Milliseconds that a call may take. Default: no limit. */
  readonly callTimeout?: number | undefined;
  /** Calls that run at once, over all clients; further ones are refused. Default: 100. */
  readonly maxConcurrentCalls?: number | undefined;
  /**
   * How many of them one client may have over HTTP. A client is an identity, or without one an address. Default: half of
   * `maxConcurrentCalls`.
   */
  readonly maxCallsPerClient?: number | undefined;
  /** Milliseconds that a client has to answer a question of an operation (`onElicitation`). Default: 10 minutes. */
  readonly questionTimeout?: number | undefined;
  /**
   * Calls that wait at once for a client of 2026-07-28 to come back with an answer; beyond it, questions are refused.
   * Default: 100.
   */
  readonly maxSuspendedCalls?: number | undefined;
  /** The same for one client, which is here also a connection of its own. Default: 20. */
  readonly maxSuspendedCallsPerClient?: number | undefined;
  /** Bytes of a request. Default: 4 MiB. */
  readonly maxBodySize?: number | undefined;
  /** Items after which a SUBSCRIPTION is stopped. Default: 100. */
  readonly maxItems?: number | undefined;
  /** Milliseconds after which a SUBSCRIPTION is stopped. Default: 45,000. */
  readonly maxStreamDuration?: number | undefined;

  /**
   * Whether clients of the revisions up to 2025-11-25 get sessions over HTTP. Without them, nothing is held between
   * requests, and such clients can neither cancel a call nor hear of changes. Default: true.
   */
  readonly sessions?: boolean | undefined;
  /** Sessions at once; beyond it, of the client that has the most, the one used longest ago is ended. Default: 1000. */
  readonly maxSessions?: number | undefined;
  /** Milliseconds after which an unused session is ended. Default: 30 minutes. */
  readonly sessionIdle?: number | undefined;
}

const DEFAULTS = {
  name: "operations",
  version: "1.0.0",
  pageSize: 200,
  searchAbove: 60,
  maxConcurrentCalls: 100,
  questionTimeout: 10 * 60_000,
  maxSuspendedCalls: 100,
  maxSuspendedCallsPerClient: 20,
  maxBodySize: 4 * 1024 * 1024,
  maxItems: 100,
  maxStreamDuration: 45_000,
  maxSessions: 1000,
  sessionIdle: 30 * 60_000,
};

/** The options with their defaults in place. */
export type ServeMCPSettings = Settings<ServeMCPOptions, typeof DEFAULTS>;

const LIMITS = {
  pageSize: [1, Infinity],
  searchAbove: [0, Infinity],
  maxConcurrentCalls: [1, Infinity],
  maxCallsPerClient: [1, Infinity],
  questionTimeout: [1, LONGEST_DELAY],
  maxSuspendedCalls: [1, Infinity],
  maxSuspendedCallsPerClient: [1, Infinity],
  maxBodySize: [1, Number.MAX_SAFE_INTEGER],
  maxItems: [1, Infinity],
  maxStreamDuration: [1, LONGEST_DELAY],
  maxSessions: [1, Infinity],
  sessionIdle: [1, LONGEST_DELAY],
  callTimeout: [1, LONGEST_DELAY],
} as const;

export function toMCPSettings(options: ServeMCPOptions): ServeMCPSettings {
  return toSettings(options, { defaults: DEFAULTS, limits: LIMITS });
}
