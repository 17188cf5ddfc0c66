import type { AnswerTokensOption } from "../../../answers/answer-budget.ts";
import type { KeptAnswers } from "../../../answers/kept-answers.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { FollowServerLog } from "../../../operation/caller-log.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationSearch } from "../../../search/create-search.ts";
import { LONGEST_DELAY } from "../../../shared/time/deadline-timer.ts";
import { applyDefaults, REQUEST_DEFAULTS } from "../../request/request-options.ts";
import type { RequestOptions, WithDefaults } from "../../request/request-options.ts";
import type { ErrorContext } from "../../request/problem.ts";

/**
 * The options of `serveMCP`. Every part is optional. What `RequestOptions` says about requests applies over HTTP, with
 * one difference: with `listen`, `allowedOrigins` is `allowedHosts` by default. `identity` also calls on stdio.
 */
export interface ServeMCPOptions extends RequestOptions {
  /** What the server calls itself. Default: `operations`. */
  readonly name?: string | undefined;
  /** The server's own version. Default: `1.0.0`. */
  readonly version?: string | undefined;
  /** What a model should know about the server as a whole; a function returns it for a caller. */
  readonly instructions?: string | ((identity: Identity | undefined) => string | undefined) | undefined;
  /** Log messages that belong to no call. A session that has set a level gets those that its caller may read. */
  readonly serverLog?: FollowServerLog | undefined;

  /** Which operations are served. Default: all. */
  readonly filter?: ((spec: OperationSpec) => boolean) | undefined;
  /** The name of a tool or prompt, changed if it is not allowed, or taken. Default: the id with `_` for dots. */
  readonly toolName?: ((spec: OperationSpec) => string) | undefined;
  /** Tools, prompts or resources per page of a list. Sources add whole pages of theirs. Default: 200. */
  readonly pageSize?: number | undefined;
  /**
   * A caller that may call more operations than this gets three tools instead, to search, describe and call them:
   * `search_operations`, `describe_operations`, `call_operation`. `Infinity`: never; 0: always. Default: 60.
   */
  readonly searchAbove?: number | undefined;
  /** The search behind these tools, such as one with an embedder. `close` leaves it open. Default: one by words. */
  readonly search?: OperationSearch | undefined;

  /**
   * How many tokens of an answer (characters / 4) a client gets. A longer answer is cut and says what is missing; the
   * tool `read_result` reads the rest. A function gives the number for a caller; `all`: no bound. A client may set
   * another bound with a call, by `_meta["alkdev.operations/answerTokens"]`. Default: 10,000.
   */
  readonly answerTokens?: AnswerTokensOption | undefined;
  /** Where answers that were cut are kept, if several services share them. Default: its own. */
  readonly keptAnswers?: KeptAnswers | undefined;

  /**
   * The page of this server on which a caller logs in to the service behind an operation: the `details.url` of
   * `LOGIN_REQUIRED`. Clients of 2025-11-25 that accept no questions are sent there, by the error -32042.
   */
  readonly loginPage?: ((source: string, caller: Identity) => string | undefined) | undefined;

  /** Gets every failed call, with what clients do not see, and refused requests and broken connections. */
  readonly onError?: ((error: unknown, context?: ErrorContext) => void) | undefined;

  /** Milliseconds that a call may take. Default: no limit. */
  readonly callTimeout?: number | undefined;
  /** Calls that run at once, over all clients; further ones are refused. Default: 100. */
  readonly maxConcurrentCalls?: number | undefined;
  /**
   * How many requests one client may have open over HTTP, and how many calls; further ones are refused (429). A client
   * is an identity, or without one an address. Default: half of `maxConcurrentCalls`.
   */
  readonly maxCallsPerClient?: number | undefined;
  /** Milliseconds that a client has to answer a question of an operation (`onElicitation`). Default: 10 minutes. */
  readonly questionTimeout?: number | undefined;
  /**
   * Calls that wait at once until a client of 2026-07-28 comes back with an answer; further questions are refused.
   * Default: 100.
   */
  readonly maxSuspendedCalls?: number | undefined;
  /** The same for one client; a separate connection counts as a client here. Default: 20. */
  readonly maxSuspendedCallsPerClient?: number | undefined;
  /** Items after which a SUBSCRIPTION is stopped. Default: 100. */
  readonly maxItems?: number | undefined;
  /** Milliseconds after which a SUBSCRIPTION is stopped. Default: 45,000. */
  readonly maxStreamDuration?: number | undefined;

  /**
   * Whether clients of the revisions up to 2025-11-25 get sessions over HTTP. Without sessions the server keeps nothing
   * between requests, and such clients can neither cancel a call nor learn of changes. Default: true.
   */
  readonly sessions?: boolean | undefined;
  /**
   * Sessions at once. Beyond that, the client with the most sessions loses its least recently used one. Default: 1000.
   */
  readonly maxSessions?: number | undefined;
  /** Milliseconds after which an unused session is ended. Default: 30 minutes. */
  readonly sessionIdle?: number | undefined;
}

const DEFAULTS = {
  ...REQUEST_DEFAULTS,
  name: "operations",
  version: "1.0.0",
  pageSize: 200,
  searchAbove: 60,
  maxConcurrentCalls: 100,
  questionTimeout: 10 * 60_000,
  maxSuspendedCalls: 100,
  maxSuspendedCallsPerClient: 20,
  maxItems: 100,
  maxStreamDuration: 45_000,
  maxSessions: 1000,
  sessionIdle: 30 * 60_000,
};

/** The options with their defaults in place. */
export type ServeMCPSettings = WithDefaults<ServeMCPOptions, typeof DEFAULTS>;

const LIMITS = {
  pageSize: [1, Infinity],
  searchAbove: [0, Infinity],
  questionTimeout: [1, LONGEST_DELAY],
  maxSuspendedCalls: [1, Infinity],
  maxSuspendedCallsPerClient: [1, Infinity],
  maxItems: [1, Infinity],
  maxStreamDuration: [1, LONGEST_DELAY],
  maxSessions: [1, Infinity],
  sessionIdle: [1, LONGEST_DELAY],
} as const;

export function toMCPSettings(options: ServeMCPOptions): ServeMCPSettings {
  return applyDefaults(options, DEFAULTS, LIMITS);
}
