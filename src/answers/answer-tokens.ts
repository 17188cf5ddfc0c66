import { CallError } from "../errors/call-error.ts";

/** What models get by default. */
export const DEFAULT_ANSWER_TOKENS = 10_000;
/** Less has no room for a part of an answer and a note about the rest. */
export const LEAST_ANSWER_TOKENS = 250;

/** How much a caller can take: tokens, or `all` if it has no bound. */
export type AnswerTokens = number | "all";

const CHARACTERS_PER_TOKEN = 4;

/** How many characters of JSON that many tokens are. */
export function charactersFor(tokens: AnswerTokens): number {
  return tokens === "all" ? Infinity : tokens * CHARACTERS_PER_TOKEN;
}

export function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** What a caller asked for, as a number or a text. Throws if it is not a bound; `where` names it. */
export function readAnswerTokens(asked: unknown, where: string): AnswerTokens {
  if (asked === "all" || asked === Infinity) return "all";
  const tokens = typeof asked === "string" && /^\d{1,9}$/.test(asked) ? Number(asked) : asked;
  if (Number.isInteger(tokens) && (tokens as number) >= LEAST_ANSWER_TOKENS) return tokens as number;
  throw new CallError(
    "VALIDATION_ERROR",
    `${where} must be a number of tokens, at least ${LEAST_ANSWER_TOKENS}, or all.`,
  );
}
