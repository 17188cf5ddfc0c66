import { Type } from "typebox";
import { DEFAULT_ANSWER_TOKENS, LEAST_ANSWER_TOKENS } from "../../answers/answer-tokens.ts";
import type { AnswerTokens } from "../../answers/answer-tokens.ts";

const tokens = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: LEAST_ANSWER_TOKENS }), Type.Literal("all")], { description }));

/** How much of an answer the holder of a key takes. */
export const keyAnswerTokens = tokens(
  "How many tokens of an answer (characters / 4) its holder takes, at MCP and HTTP; all: no bound. What is longer is cut, says what is missing, and is read on by a handle. Default: serve.mcp.answerTokens at MCP, and no bound at HTTP.",
);

/** How much of an answer MCP clients take. */
export const mcpAnswerTokens = tokens(
  `How many tokens of an answer (characters / 4) clients take; all: no bound. What is longer is cut, says what is missing, and is read on by the tool read_result. A key may say otherwise. Default: ${DEFAULT_ANSWER_TOKENS}.`,
);

interface Bounds {
  readonly serve?: { readonly mcp?: boolean | { readonly answerTokens?: AnswerTokens } | undefined } | undefined;
}

/** What a config says of MCP clients. */
export function mcpTokensOf({ serve }: Bounds): AnswerTokens | undefined {
  return typeof serve?.mcp === "object" ? serve.mcp.answerTokens : undefined;
}
