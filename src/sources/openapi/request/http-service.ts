import type { FetchLike, HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ServerShape } from "../operation/operation-shape.ts";
import { OAuth2Tokens } from "./oauth2-tokens.ts";
import { chooseTarget, namedOrigins } from "./server-url.ts";
import type { Target } from "./server-url.ts";

/** What only the importer knows of the document. */
export interface HTTPServiceExtras {
  /** The document's address: relative servers are relative to it. A document may choose it itself (`$self`). */
  readonly documentUrl?: string | undefined;
  /** Where the document was really found: it may lead no closer than that. Default: `documentUrl`. */
  readonly foundAt?: string | undefined;
  /** The servers of the whole document: an operation's own servers on another origin see no credentials. */
  readonly documentServers?: readonly ServerShape[] | undefined;
}

/** An HTTP API with all that its operations share: tokens, limits, and where it is. */
export interface HTTPService {
  readonly config: HTTPServiceConfig;
  readonly fetch: FetchLike;
  readonly tokens: OAuth2Tokens;
  /** The origins that the config names beside `baseUrl`. */
  readonly namedOrigins: ReadonlySet<string>;
  readonly limits: { readonly responseBytes: number; readonly errorBytes: number; readonly eventSize: number };
  targetFor(servers: readonly ServerShape[]): Target;
}

const DEFAULT_LIMITS = { responseBytes: 64 * 2 ** 20, errorBytes: 64 * 2 ** 10, eventSize: 4 * 2 ** 20 };

/** Makes what the handlers of one document share. */
export function createHTTPService(config: HTTPServiceConfig, extras: HTTPServiceExtras = {}): HTTPService {
  // Looked up at each call: tests and instrumentation replace the global one.
  const fetch = config.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { limits = {} } = config;
  // Most operations share one list of servers.
  const targets = new WeakMap<readonly ServerShape[], Target>();
  return {
    config,
    fetch,
    tokens: new OAuth2Tokens(fetch, config.timeout),
    namedOrigins: namedOrigins(config),
    limits: {
      responseBytes: limits.responseBytes ?? DEFAULT_LIMITS.responseBytes,
      errorBytes: limits.errorBytes ?? DEFAULT_LIMITS.errorBytes,
      eventSize: limits.eventSize ?? DEFAULT_LIMITS.eventSize,
    },
    targetFor(servers) {
      const target = targets.get(servers) ?? chooseTarget(servers, { config, ...extras });
      targets.set(servers, target);
      return target;
    },
  };
}
