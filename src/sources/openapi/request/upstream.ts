import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import { OAuth2Tokens } from "./oauth2-tokens.ts";
import { namedOrigins } from "./server-url.ts";
import type { DocumentOrigin } from "./server-url.ts";

/** The HTTP API behind a document, with everything that its operations share. */
export interface Upstream {
  readonly config: HTTPServiceConfig;
  readonly origin: DocumentOrigin;
  readonly tokens: OAuth2Tokens;
  /** The origins in the config's `allowedOrigins`. */
  readonly namedOrigins: ReadonlySet<string>;
  readonly limits: { readonly responseBytes: number; readonly errorBytes: number; readonly eventSize: number };
}

const DEFAULT_LIMITS = { responseBytes: 64 * 2 ** 20, errorBytes: 64 * 2 ** 10, eventSize: 4 * 2 ** 20 };

export function createUpstream(config: HTTPServiceConfig, origin: DocumentOrigin = {}): Upstream {
  const { limits = {} } = config;
  return {
    config,
    origin,
    tokens: new OAuth2Tokens(config),
    namedOrigins: namedOrigins(config),
    limits: {
      responseBytes: limits.responseBytes ?? DEFAULT_LIMITS.responseBytes,
      errorBytes: limits.errorBytes ?? DEFAULT_LIMITS.errorBytes,
      eventSize: limits.eventSize ?? DEFAULT_LIMITS.eventSize,
    },
  };
}
