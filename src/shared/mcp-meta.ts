/** Names in the `_meta` of MCP messages that both sides of this package use. */

/** Of a question, before 2026-07-28: the id of the client's request that it belongs to. MCP has no name for it. */
export const RELATED_REQUEST_KEY = "alkdev.operations/relatedRequest";

/** The prefix of MCP's own names. */
export const MCP_PREFIX = "io.modelcontextprotocol/";

/** Of a message: the task that it belongs to. */
export const RELATED_TASK_KEY = "io.modelcontextprotocol/related-task";

/** Of a request, from 2026-07-28 on: the least important log messages that the client wants. */
export const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/** Of a call: how many tokens of the answer its client can take; `all` if it has no bound. */
export const ANSWER_TOKENS_KEY = "alkdev.operations/answerTokens";

/** Of a tool: it reads the rest of answers that its server has cut. A program asks for the whole instead. */
export const READS_ANSWERS_KEY = "alkdev.operations/readsAnswers";

/** Of a result: what is missing in it. */
export const PART_KEY = "alkdev.operations/part";

/** Of the result of a failed call, and of the data of a protocol error: the error, with its code, phase and `retryable`. */
export const ERROR_KEY = "alkdev.operations/error";

/** Of a result: the members of its data that were stripped, and those that were filled in. */
export const NOTE_KEYS = { stripped: "alkdev.operations/stripped", filled: "alkdev.operations/filled" } as const;

/** Of a declined question: why. */
export const REASON_KEY = "alkdev.operations/reason";
