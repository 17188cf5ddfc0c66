import type { AskingServiceConfig } from "../options/asked-login.ts";
import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import type { AnswerLimits } from "../response/answer.ts";
import { OAuth2Tokens } from "./oauth2-tokens.ts";
import { namedOrigins } from "./server-url.ts";
import type { DocumentOrigin } from "./server-url.ts";

/** The HTTP API behind a document, with everything that its operations share. */
export interface Upstream {
  readonly config: AskingServiceConfig;
  readonly origin: DocumentOrigin;
  readonly tokens: OAuth2Tokens;
  /** The origins in the config's `allowedOrigins`. */
  readonly namedOrigins: ReadonlySet<string>;
  readonly limits: AnswerLimits;
}

const KIB = 2 ** 10;
const MIB = 2 ** 20;

export function createUpstream(config: AskingServiceConfig, origin: DocumentOrigin = {}): Upstream {
  const {
    responseBytes = 40 * MIB,
    errorBytes = 64 * KIB,
    eventSize = 4 * MIB,
    values = MOST_VALUES,
  } = config.limits ?? {};
  return {
    config,
    origin,
    tokens: new OAuth2Tokens(config),
    namedOrigins: namedOrigins(config),
    limits: { responseBytes, errorBytes, eventSize, values },
  };
}
