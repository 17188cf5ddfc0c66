/** Names in the `_meta` of MCP messages that both sides of this package use. */

/** Of a question, before 2026-07-28: the id of the client's request that it belongs to. MCP itself has no word for it. */
export const RELATED_REQUEST_KEY = "alkdev.operations/relatedRequest";
