import { readJSONText } from "../../../shared/json/read-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { MCPContentBlock, ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { structuredMeta } from "../../../envelope/structured-content.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { notedMembers } from "../../../envelope/noted-members.ts";
import type { NotedMembers } from "../../../envelope/noted-members.ts";
import { NOTE_KEYS } from "../../../shared/mcp-meta.ts";
import { errorOfHub } from "../session/hub-error.ts";
import { readContentBlocks } from "./content-blocks.ts";

export interface ToolResultOptions {
  readonly what: string;
  readonly server: string;
  readonly hasOutputSchema: boolean;
  /** How many values a text that is JSON may hold. */
  readonly maxValues: number;
}

/**
 * Makes an envelope from any result that a server sends. A tool's own error is data, not an exception. But if the server
 * is a hub that tells how the call failed, the call fails here in the same way. A promise if the result holds JSON that
 * takes long to parse.
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
  const failure = isError === true ? errorOfHub(_meta) : undefined;
  if (failure !== undefined) throw failure;
  const blocks = readContentBlocks(content);
  const meta = {
    isError: isError === true,
    content: blocks,
    ...structuredMeta(structuredContent),
    ...notesOfHub(_meta),
    ...(typeof _meta === "object" && _meta !== null ? { _meta: _meta as Record<string, unknown> } : {}),
  };
  if (structuredContent !== undefined) return mcpEnvelope(structuredContent, meta);
  if (!options.hasOutputSchema || meta.isError) return mcpEnvelope(blocks, meta);
  const data = dataOf(blocks, options.maxValues);
  return data instanceof Promise ? data.then((value) => mcpEnvelope(value, meta)) : mcpEnvelope(data, meta);
}

/** What a hub stripped from the data and filled in before it sent them: our callers see that too. */
function notesOfHub(meta: unknown): { stripped?: NotedMembers; filled?: NotedMembers } {
  if (!isRecord(meta)) return {};
  const told = { stripped: meta[NOTE_KEYS.stripped], filled: meta[NOTE_KEYS.filled] };
  const [stripped, filled] = [notedMembers(told, "stripped"), notedMembers(told, "filled")];
  return { ...(stripped && { stripped }), ...(filled && { filled }) };
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
