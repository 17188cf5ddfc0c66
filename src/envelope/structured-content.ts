/** The structured result of an MCP tool: an object stands in `meta.structuredContent`, any other JSON value in `data`. */
import { isRecord } from "../shared/json/is-record.ts";
import type { MCPResponseMeta, ResponseMeta } from "./response-envelope.ts";

/** The members of `meta` that say what a server sent as structured content. */
export function structuredMeta(structuredContent: unknown): Pick<MCPResponseMeta, "structuredContent" | "structured"> {
  if (structuredContent === undefined) return {};
  return isRecord(structuredContent) ? { structuredContent } : { structured: true };
}

/** The `meta` of a result whose data was normalised. MCP clients get what the server sent, behind other hubs too. */
export function withSent(meta: ResponseMeta, sent: unknown): ResponseMeta {
  return meta.source === "mcp" && meta.structured === true && !("sent" in meta) ? { ...meta, sent } : meta;
}

/** Whether the data of an MCP envelope is a structured result, not the content blocks or a text that was parsed. */
export function isStructured({ structuredContent, structured }: MCPResponseMeta): boolean {
  return structuredContent !== undefined || structured === true;
}

/** What the server sent as structured content. Undefined if it sent none. */
export function structuredContentOf(meta: MCPResponseMeta, data: unknown): unknown {
  if (meta.structured !== true) return meta.structuredContent;
  return "sent" in meta ? meta.sent : data;
}
