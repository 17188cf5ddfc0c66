// src/shared/mcp-meta.ts
const RELATED_REQUEST_KEY = "alkdev.operations/relatedRequest";
const MCP_PREFIX = "io.modelcontextprotocol/";
const RELATED_TASK_KEY = "io.modelcontextprotocol/related-task";
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
const ANSWER_TOKENS_KEY = "alkdev.operations/answerTokens";
const READS_ANSWERS_KEY = "alkdev.operations/readsAnswers";
const PART_KEY = "alkdev.operations/part";
const REASON_KEY = "alkdev.operations/reason";
export { READS_ANSWERS_KEY as a, RELATED_TASK_KEY as c, PART_KEY as i, LOG_LEVEL_KEY as n, REASON_KEY as o, MCP_PREFIX as r, RELATED_REQUEST_KEY as s, ANSWER_TOKENS_KEY as t };
