import { readJSONText } from "../../../shared/json/read-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { MCPContentBlock, ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { mapMCPContentBlocks } from "./content-blocks.ts";

export interface ToolResultOptions {
  readonly what: string;
  readonly server: string;
  readonly hasOutputSchema: boolean;
  /** How many values a text that is JSON may hold. */
  readonly maxValues: number;
}

/**
 * Makes an envelope from any result that a server sends. A tool's own error is data, not an exception. A promise if the
 * result holds JSON that takes long to parse.
 */
export function toToolEnvelope(
  result: unknown,
  options: ToolResultOptions,
): ResponseEnvelope | Promise<ResponseEnvelope> {
  if (!isRecord(result)) {
    const message = `The MCP server ${options.server} answered ${options.what} with something that is not a result.`;
    throw new CallError("PROTOCOL_ERROR", message, undefined, { phase: "started" });
  }
  const { structuredContent, isError, _meta, content } = result;
  const blocks = mapMCPContentBlocks(content);
  const meta = {
    isError: isError === true,
    content: blocks,
    // `null` is a structured result like any other.
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(typeof _meta === "object" && _meta !== null ? { _meta: _meta as Record<string, unknown> } : {}),
  };
  if (structuredContent !== undefined) return mcpEnvelope(structuredContent, meta);
  if (!options.hasOutputSchema || meta.isError) return mcpEnvelope(blocks, meta);
  const data = dataOf(blocks, options.maxValues);
  return data instanceof Promise ? data.then((value) => mcpEnvelope(value, meta)) : mcpEnvelope(data, meta);
}

/** Reads JSON from the only text block: many servers declare structured results and send text. Otherwise the blocks. */
function dataOf(blocks: readonly MCPContentBlock[], most: number): unknown {
  const texts = blocks.filter((block) => block.type === "text");
  const [only] = texts;
  if (only === undefined || texts.length > 1) return blocks;
  const asBlocks = (thrown: unknown): typeof blocks => {
    if (thrown instanceof SyntaxError) return blocks;
    throw thrown;
  };
  try {
    const value = readJSONText(only.text, { most, limitName: "maxValues" });
    return value instanceof Promise ? value.catch(asBlocks) : value;
  } catch (thrown) {
    return asBlocks(thrown);
  }
}
