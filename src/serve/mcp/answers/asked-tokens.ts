/** The member of a call's `_meta` by which its client says how much it can take: a number of tokens, or `all`. */
export const TOKENS_KEY = "alkdev.operations/answerTokens";

export function askedTokens(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  return meta?.[TOKENS_KEY];
}
