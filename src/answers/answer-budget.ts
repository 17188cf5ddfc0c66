import type { Identity } from "../operation/access-control.ts";
import { charactersFor, DEFAULT_ANSWER_TOKENS, readAnswerTokens } from "./answer-tokens.ts";
import type { AnswerTokens } from "./answer-tokens.ts";
import { KeptAnswers } from "./kept-answers.ts";

/** How much callers can take: the same for all, or by caller. Undefined for a caller: the default. */
export type AnswerTokensOption = AnswerTokens | ((identity: Identity | undefined) => AnswerTokens | undefined);

export interface AnswerBudgetOptions {
  readonly answerTokens?: AnswerTokensOption | undefined;
  /** Where answers are kept, if several interfaces share them. Default: its own. */
  readonly keptAnswers?: KeptAnswers | undefined;
}

/** How much each caller of an interface can take, and what is kept of answers that were larger. */
export class AnswerBudget {
  readonly kept: KeptAnswers;
  readonly #tokens: AnswerTokensOption | undefined;
  readonly #default: AnswerTokens;
  readonly #isOwn: boolean;

  constructor({ answerTokens, keptAnswers }: AnswerBudgetOptions, byDefault: AnswerTokens = DEFAULT_ANSWER_TOKENS) {
    this.#tokens = answerTokens;
    this.#default = byDefault;
    if (answerTokens !== undefined && typeof answerTokens !== "function")
      readAnswerTokens(answerTokens, "answerTokens");
    this.#isOwn = keptAnswers === undefined;
    this.kept = keptAnswers ?? new KeptAnswers();
  }

  /** Whether a caller has a bound if it asks for none. */
  isBound(identity: Identity | undefined): boolean {
    return this.roomFor(identity) !== Infinity;
  }

  /**
   * Characters that a caller can take. `asked` is what it says with the call. `byDefault` counts if neither the call
   * nor the config says anything.
   */
  roomFor(identity: Identity | undefined, asked?: unknown, byDefault = this.#default): number {
    if (asked !== undefined) return charactersFor(readAnswerTokens(asked, "answerTokens"));
    const tokens = typeof this.#tokens === "function" ? this.#tokens(identity) : this.#tokens;
    return charactersFor(tokens ?? byDefault);
  }

  close(): void {
    if (this.#isOwn) this.kept.close();
  }
}
