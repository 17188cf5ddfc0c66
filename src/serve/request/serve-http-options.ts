import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CredentialWatch } from "../identity/credential-watch.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { toSettings } from "./service-settings.ts";
import type { ErrorPlace, Settings } from "./service-settings.ts";
import { LONGEST_DELAY } from "../../shared/deadline-timer.ts";
import type { HTTPRoute } from "./http-service.ts";

/** Whose web pages may read answers. */
export interface CORSOptions {
  /** Origins such as `https://app.example`; `*`: any, but never with `credentials`. */
  readonly origins: readonly string[] | "*";
  /** Whether a page may send cookies and the like along. Default: false; keys in headers need it not. */
  readonly credentials?: boolean | undefined;
  /** Seconds that a browser may remember a preflight's answer. Default: 600. */
  readonly maxAge?: number | undefined;
}

/** How `serveHTTP` serves. Every part is optional. */
export interface ServeHTTPOptions {
  /** What the service calls itself. Default: `operations`. */
  readonly name?: string | undefined;
  /** The service's own version. Default: `1.0.0`. */
  readonly version?: string | undefined;

  /** Turns a request's credential into an identity. `undefined` or an error refuses the request (401). */
  readonly authenticate?: Authenticate | undefined;
  /** Ends streams whose credential no longer holds. Default: a watch of its own, which ends them when they expire. */
  readonly credentialWatch?: CredentialWatch | undefined;
  /** Who calls, where there is no `authenticate`. Default: calls have no identity. */
  readonly identity?: Identity | undefined;
  /** With `authenticate`: whether a request without a credential is served too, without an identity. Default: false. */
  readonly anonymous?: boolean | undefined;

  /** Default: only pages of the service's own origin read answers. */
  readonly cors?: CORSOptions | undefined;
  /**
   * The hosts by which the service may be addressed, without ports; IPv6 addresses in brackets. Default: with `listen`
   * this machine's own names, with `fetch` any.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The hosts whose pages may send requests, beside those of `cors`. Default: the host that a request is sent to. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Proxies in front of the server, by address or range (`10.0.0.0/8`): who a request comes from is what their
   * `X-Forwarded-For` says; that of others is not read (`listen` only). Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined;

  /** Bytes of a request's body. Default: 4 MiB. */
  readonly maxBodySize?: number | undefined;
  /** Characters of an answer's JSON, or of one item of a stream. Default: no limit. */
  readonly maxResponseSize?: number | undefined;
  /** Calls and streams that run at once, over all clients; further ones are refused (503). Default: 1000. */
  readonly maxConcurrentCalls?: number | undefined;
  /**
   * How many of them one client may have, requests to `routes` counted in; further ones are refused (429). A client is
   * an identity, or without one an address. Default: half of `maxConcurrentCalls`.
   */
  readonly maxCallsPerClient?: number | undefined;
  /** Milliseconds that a call may take; streams may take longer. Default: no limit. */
  readonly callTimeout?: number | undefined;
  /** Milliseconds in which a request must have arrived as a whole (`listen` only). Default: 60,000. */
  readonly requestTimeout?: number | undefined;

  /** Answers with more characters than this are compressed, if the client takes that. `Infinity`: never. Default: 32 Ki. */
  readonly compressAbove?: number | undefined;
  /** Milliseconds of silence after which a stream gets a comment line. Default: 15,000. */
  readonly keepAlive?: number | undefined;

  /** Whether clients read the messages of exceptions that escape from handlers. Default: false. */
  readonly exposeErrors?: boolean | undefined;
  /** Is told of errors that clients do not get to see as they are: exceptions, failed verifiers, broken routes. */
  readonly onError?: ((error: unknown, place?: ErrorPlace) => void) | undefined;
  /** Whether `/readyz` says that calls are welcome. Default: always. */
  readonly isReady?: (() => boolean) | undefined;
  /** Further paths; an operation of the same path comes first. */
  readonly routes?: readonly HTTPRoute[] | undefined;
}

const DEFAULTS = {
  name: "operations",
  version: "1.0.0",
  maxBodySize: 4 * 1024 * 1024,
  maxResponseSize: Infinity,
  maxConcurrentCalls: 1000,
  requestTimeout: 60_000,
  compressAbove: 32 * 1024,
  keepAlive: 15_000,
};

/** The options with their defaults in place. */
export type ServeHTTPSettings = Settings<ServeHTTPOptions, typeof DEFAULTS>;

const LIMITS = {
  maxBodySize: [1, Number.MAX_SAFE_INTEGER],
  maxResponseSize: [1, Infinity],
  maxConcurrentCalls: [1, Infinity],
  maxCallsPerClient: [1, Infinity],
  callTimeout: [1, LONGEST_DELAY],
  requestTimeout: [1, LONGEST_DELAY],
  compressAbove: [0, Infinity],
  keepAlive: [1, LONGEST_DELAY],
} as const;

/** Checks here what would otherwise be found in the first request. */
export function toHTTPSettings(options: ServeHTTPOptions): ServeHTTPSettings {
  const settings = toSettings(options, { defaults: DEFAULTS, limits: LIMITS });
  checkCORS(settings.cors);
  for (const { path } of settings.routes ?? []) {
    if (!/^\/[^?#\s]*$/.test(path)) refuse(`A route has the path ${JSON.stringify(path)}: it must begin with "/".`);
  }
  return settings;
}

function checkCORS(cors: CORSOptions | undefined): void {
  if (cors === undefined) return;
  if (cors.origins === "*") {
    if (cors.credentials === true)
      refuse('cors: origins "*" with credentials would let every page act for its visitor.');
    return;
  }
  for (const origin of cors.origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      refuse(`cors: ${JSON.stringify(origin)} is no origin: write it like https://app.example, without a path.`);
    }
  }
}

function refuse(message: string): never {
  throw new CallError("VALIDATION_ERROR", message);
}
