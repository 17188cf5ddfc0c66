import { parseExactly } from "../../../shared/json/exact-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { MCPContentBlock, ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { structuredMeta } from "../../../envelope/structured-content.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { mapMCPContentBlocks } from "./content-blocks.ts";

export interface ToolResultOptions {
  readonly what: string;
  readonly server: string;
  readonly hasOutputSchema: boolean;
}

/** Makes an envelope from any result that a server sends. A tool's own error is data, not an exception. */
export function toToolEnvelope(result: unknown, options: ToolResultOptions): ResponseEnvelope {
  if (!isRecord(result)) {
    const message = `The MCP server ${options.server} answered ${options.what} with something that is not a result.`;
    throw new CallError("PROTOCOL_ERROR", message, undefined, { phase: "started" });
  }
  const { structuredContent, isError, _meta, content } = result;
  const blocks = mapMCPContentBlocks(content);
  const meta = {
    isError: isError === true,
    content: blocks,
    ...structuredMeta(structuredContent, blocks),
    ...(typeof _meta === "object" && _meta !== null ? { _meta: _meta as Record<string, unknown> } : {}),
  };
  if (structuredContent !== undefined) return mcpEnvelope(structuredContent, meta);
  const json = options.hasOutputSchema && !meta.isError ? jsonOf(blocks) : undefined;
  return mcpEnvelope<unknown>(json === undefined ? blocks : json.value, meta);
}

/** Reads JSON from the only text block: many servers declare structured results and send text. */
function jsonOf(blocks: readonly MCPContentBlock[]): { readonly value: unknown } | undefined {
  const texts = blocks.filter((block) => block.type === "text");
  const [only] = texts;
  if (only === undefined || texts.length > 1) return undefined;
  try {
    return { value: parseExactly(only.text) };
  } catch {
    return undefined;
  }
}
