import { ANSWER_TOKENS_KEY } from "../../../shared/mcp-meta.ts";

/** How much a client can take, as it says with a call: a number of tokens, or `all`. */
export function askedTokens(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  return meta?.[ANSWER_TOKENS_KEY];
}
