import type { AnswerTokensOption } from "../../answers/answer-budget.ts";
import type { KeptAnswers } from "../../answers/kept-answers.ts";
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OnExchange } from "../../operation/wire-exchange.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import type { CallTimes } from "../request/call-clock.ts";
import type { HTTPRoute } from "../request/http-service.ts";
import { applyDefaults, REQUEST_DEFAULTS } from "../request/request-options.ts";
import type { RequestOptions, WithDefaults } from "../request/request-options.ts";
import type { ErrorContext } from "../request/problem.ts";

/** A call for which a client wants to see what sources send. */
export interface CallToRecord {
  readonly requestId: string;
  readonly identity: Identity | undefined;
}

/** The options of `serveHTTP`. Every part is optional. */
export interface ServeHTTPOptions extends RequestOptions {
  /** What the service calls itself. Default: `operations`. */
  readonly name?: string | undefined;
  /** The service's own version. Default: `1.0.0`. */
  readonly version?: string | undefined;

  /** Characters of a reply's JSON, or of one item of a stream. Default: no limit. */
  readonly maxResponseSize?: number | undefined;
  /**
   * How many tokens of an answer (characters / 4) callers get. A longer answer is cut and says in the header
   * `operation-part` by which handle the rest is read, at `POST /~/results`. A caller may set another bound with the
   * header `operation-answer-tokens`. Default: `all`.
   */
  readonly answerTokens?: AnswerTokensOption | undefined;
  /** Where answers that were cut are kept, if several services share them. Default: its own. */
  readonly keptAnswers?: KeptAnswers | undefined;
  /** Calls and streams that run at once, over all clients; further ones are refused (503). Default: 1000. */
  readonly maxConcurrentCalls?: number | undefined;
  /**
   * How many of them one client may have, open requests to `routes` included; further ones are refused (429). A client
   * is an identity, or without one an address. Default: half of `maxConcurrentCalls`.
   */
  readonly maxCallsPerClient?: number | undefined;
  /** Milliseconds that a call may take; streams may take longer. Default: no limit. */
  readonly callTimeout?: number | undefined;

  /** Longer replies, in characters, are compressed if the client accepts that. `Infinity`: never. Default: 32 Ki. */
  readonly compressAbove?: number | undefined;
  /** Milliseconds of silence after which a stream gets a comment line. Default: 15,000. */
  readonly keepAlive?: number | undefined;

  /** Gets errors that clients do not see as they are: exceptions, a failing `authenticate`, broken routes. */
  readonly onError?: ((error: unknown, context?: ErrorContext) => void) | undefined;
  /** Gets the times of each call, once its answer is written (`listen` only; not for streams). */
  readonly onCallTimes?: ((times: CallTimes) => void) | undefined;
  /**
   * Makes the listener of a call whose client asks to record what sources send for it, by the header
   * `operation-wire: record`. It may throw a `CallError`, which refuses the call. Default: nothing is recorded.
   */
  readonly recordExchanges?: ((call: CallToRecord) => OnExchange) | undefined;
  /** Whether `/readyz` reports that the service is ready for calls. Default: always. */
  readonly isReady?: (() => boolean) | undefined;
  /** Further paths; an operation of the same path comes first. */
  readonly routes?: readonly HTTPRoute[] | undefined;
}

const DEFAULTS = {
  ...REQUEST_DEFAULTS,
  name: "operations",
  version: "1.0.0",
  maxResponseSize: Infinity,
  maxConcurrentCalls: 1000,
  compressAbove: 32 * 1024,
  keepAlive: 15_000,
};

/** The options with their defaults in place. */
export type ServeHTTPSettings = WithDefaults<ServeHTTPOptions, typeof DEFAULTS>;

const LIMITS = {
  maxResponseSize: [1, Infinity],
  compressAbove: [0, Infinity],
  keepAlive: [1, LONGEST_DELAY],
} as const;

export function toHTTPSettings(options: ServeHTTPOptions): ServeHTTPSettings {
  for (const { path } of options.routes ?? []) {
    if (/^\/[^?#\s]*$/.test(path)) continue;
    const message = `A route has the path ${JSON.stringify(path)}: it must begin with "/".`;
    throw new CallError("VALIDATION_ERROR", message);
  }
  return applyDefaults(options, DEFAULTS, LIMITS);
}
