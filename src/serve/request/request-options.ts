/** The options that every service over HTTP has, with their checks. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import { tellListener } from "../../shared/listeners.ts";
import type { CredentialWatch } from "../identity/credential-watch.ts";
import { findOriginMistake } from "../identity/origin-mistake.ts";
import type { CallTimes } from "./call-clock.ts";
import type { ClientLimits } from "./client-limits.ts";
import type { ErrorContext } from "./problem.ts";
import type { ProtectedResourceOptions } from "./protected-resource.ts";

/** Whose web pages may read replies. */
export interface CORSOptions {
  /** Origins such as `https://app.example`; `*` means any, and never goes with `credentials`. */
  readonly origins: readonly string[] | "*";
  /** Whether a page may send cookies and the like along. Default: false; keys in headers don't need it. */
  readonly credentials?: boolean | undefined;
  /** Seconds that a browser may remember the reply to a preflight. Default: 600. */
  readonly maxAge?: number | undefined;
}

/** A request without its own credential. */
export interface UncredentialedRequest {
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string | undefined;
}

/** How requests are let in. Every part is optional. */
export interface RequestOptions {
  /** Turns a request's credential into an identity. `undefined` or an error refuses the request (401). */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Finds the credential for a request without `Authorization` and `x-api-key`, for example from your own session.
   * `undefined`: it has none; an error refuses the request. Default: it has none.
   */
  readonly sessionCredential?:
    | ((request: UncredentialedRequest) => Credential | undefined | Promise<Credential | undefined>)
    | undefined;
  /** Ends streams whose credential is no longer valid. Default: a separate watch, which ends them when they expire. */
  readonly credentialWatch?: CredentialWatch | undefined;
  /** Who calls, if there is no `authenticate`. Default: calls have no identity. */
  readonly identity?: Identity | undefined;
  /** With `authenticate`: whether a request without a credential is served too, without an identity. Default: false. */
  readonly anonymous?: boolean | undefined;

  /** Tells clients without a valid token where to log in. Default: it says only that they need a credential. */
  readonly protectedResource?: ProtectedResourceOptions | undefined;

  /** Default: only pages of the service's own origin read replies. */
  readonly cors?: CORSOptions | undefined;
  /**
   * The hosts by which clients may address the service, without ports; IPv6 addresses in brackets. Default: with
   * `listen` this machine's own names, with `fetch` any.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The hosts whose pages may send requests, besides those of `cors`. Default: the host that a request is sent to. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Proxies in front of the server, by address or range (`10.0.0.0/8`). Their `X-Forwarded-For` says where a request
   * comes from; that of others is ignored (`listen` only). Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined;

  /** Bytes of a request's body. Default: 4 MiB. */
  readonly maxBodySize?: number | undefined;
  /** Milliseconds in which a whole request must arrive (`listen` only). Default: 60,000. */
  readonly requestTimeout?: number | undefined;

  /**
   * Bytes of answers that wait for all clients to read them, and of bodies that are not complete (`listen` only).
   * Beyond it, connections of the client for which most bytes wait are cut off. Default: 32 MiB.
   */
  readonly maxWaitingBytes?: number | undefined;
  /** How many of them may wait for one client; one answer alone may be larger. Default: half of `maxWaitingBytes`. */
  readonly maxWaitingBytesPerClient?: number | undefined;
  /**
   * Milliseconds after which a client that reads nothing of its answer, or sends nothing of its body, is cut off
   * (`listen` only). Default: 30,000.
   */
  readonly stallTimeout?: number | undefined;
  /** Shares limits with other services. Replaces the options for calls per client and waiting bytes. */
  readonly clientLimits?: ClientLimits | undefined;

  /** Whether clients read the messages of exceptions that escape from handlers. Default: false. */
  readonly exposeErrors?: boolean | undefined;
}

/** The options with their defaults, as the request handler reads them. */
export interface RequestSettings extends RequestOptions {
  readonly onCallTimes?: ((times: CallTimes) => void) | undefined;
  readonly maxBodySize: number;
  readonly requestTimeout: number;
  readonly compressAbove: number;
  readonly onError?: ((error: unknown, context?: ErrorContext) => void) | undefined;
}

export const REQUEST_DEFAULTS = { maxBodySize: 4 * 1024 * 1024, requestTimeout: 60_000 };

/** The least and the most that a number may be. */
type NumberLimits = Readonly<Record<string, readonly [number, number]>>;

const REQUEST_LIMITS: NumberLimits = {
  maxBodySize: [1, Number.MAX_SAFE_INTEGER],
  requestTimeout: [1, LONGEST_DELAY],
  maxConcurrentCalls: [1, Infinity],
  maxCallsPerClient: [1, Infinity],
  maxWaitingBytes: [1, Infinity],
  maxWaitingBytesPerClient: [1, Infinity],
  stallTimeout: [1, LONGEST_DELAY],
  callTimeout: [1, LONGEST_DELAY],
};

/** Options of which some have defaults, with these in place. */
export type WithDefaults<TOptions, TDefaults> = Omit<TOptions, keyof TDefaults> & {
  readonly [Name in keyof TDefaults & keyof TOptions]: NonNullable<TOptions[Name]>;
};

type CheckedOptions = RequestOptions & Pick<RequestSettings, "onError" | "onCallTimes">;

/** Adds the defaults, and refuses at once what would otherwise fail in the first call. */
export function applyDefaults<TOptions extends CheckedOptions, TDefaults>(
  options: TOptions,
  defaults: TDefaults,
  limits: NumberLimits,
): WithDefaults<TOptions, TDefaults> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { onError, onCallTimes } = options;
  const settings: Record<string, unknown> = {
    ...defaults,
    ...given,
    // A listener that throws must not break what it listens to.
    onError:
      onError && ((error: unknown, context?: ErrorContext) => tellListener(() => onError(error, context), undefined)),
    onCallTimes: onCallTimes && ((times: CallTimes) => tellListener(onCallTimes, times, onError)),
  };
  for (const [name, [min, max]] of Object.entries({ ...REQUEST_LIMITS, ...limits })) {
    const value = settings[name] as number | undefined;
    if (value === undefined || (typeof value === "number" && value >= min && value <= max)) continue;
    throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give a number from ${min} to ${max}.`);
  }
  checkCORS(options.cors);
  return settings as WithDefaults<TOptions, TDefaults>;
}

function checkCORS(cors: CORSOptions | undefined): void {
  if (cors === undefined) return;
  if (cors.origins === "*") {
    if (cors.credentials !== true) return;
    const message = 'cors: origins "*" with credentials would let every page act for its visitor.';
    throw new CallError("VALIDATION_ERROR", message);
  }
  for (const origin of cors.origins) {
    const mistake = findOriginMistake(origin);
    if (mistake !== undefined) throw new CallError("VALIDATION_ERROR", `cors: ${mistake}.`);
  }
}
