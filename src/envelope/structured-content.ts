/** The structured result of an MCP tool: an object stands in `meta.structuredContent`, any other JSON value in `data`. */
import { isRecord } from "../shared/json/is-record.ts";
import type { MCPContentBlock, MCPResponseMeta } from "./response-envelope.ts";

/**
 * The values in `data` as their servers sent them, by the blocks that came with them: `data` may have been normalised
 * since. Not in `meta`, which travels to every caller: the value would travel twice.
 */
const sent = new WeakMap<MCPResponseMeta["content"], unknown>();

/** The members of `meta` that say what a server sent as structured content. */
export function structuredMeta(
  structuredContent: unknown,
  content: MCPContentBlock[],
): Pick<MCPResponseMeta, "structuredContent" | "structured"> {
  if (structuredContent === undefined) return {};
  if (isRecord(structuredContent)) return { structuredContent };
  sent.set(content, structuredContent);
  return { structured: true };
}

/** Whether the data of an MCP envelope is a structured result, not the content blocks or a text that was parsed. */
export function isStructured({ structuredContent, structured }: MCPResponseMeta): boolean {
  return structuredContent !== undefined || structured === true;
}

/** What the server sent as structured content. Undefined if it sent none. */
export function structuredContentOf(
  { structuredContent, structured, content }: MCPResponseMeta,
  data: unknown,
): unknown {
  if (structured !== true) return structuredContent;
  return sent.has(content) ? sent.get(content) : data;
}
