import { CallError } from "../../../errors/call-error.ts";
import type { MCPContentBlock } from "../../../envelope/response-envelope.ts";
import { isRecord } from "../../../shared/json/is-record.ts";

/** The text fields that each known block must have. */
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
};

/**
 * The content of a tool result in our own types. Known blocks stay the same objects, with all their other fields. An
 * unknown or broken block becomes a text block with its JSON, so that nothing is lost.
 *
 * @example
 * mapMCPContentBlocks([{ type: "hologram", light: 3 }]); // [{ type: "text", text: '{"type":"hologram","light":3}' }]
 */
export function mapMCPContentBlocks(blocks: unknown): MCPContentBlock[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.map((block: unknown) => (isKnownBlock(block) ? block : asText(block)));
}

/** Each is looked at, checked and written in one go, and the smallest grow: more of them would make others wait. */
const MOST_BLOCKS = 100_000;

/** The same for the content of an answer, which may be hostile. */
export function readContentBlocks(blocks: unknown): MCPContentBlock[] {
  if (!Array.isArray(blocks) || blocks.length <= MOST_BLOCKS) return mapMCPContentBlocks(blocks);
  const message = `The server answered with ${blocks.length} blocks of content; ${MOST_BLOCKS} are the most that are read.`;
  throw new CallError("PAYLOAD_TOO_LARGE", message, { limit: MOST_BLOCKS }, { phase: "started" });
}

function isKnownBlock(block: unknown): block is MCPContentBlock {
  if (!isRecord(block)) return false;
  const { type } = block;
  if (type === "resource") return isRecord(block["resource"]) && typeof block["resource"]["uri"] === "string";
  if (typeof type !== "string" || !Object.hasOwn(TEXT_FIELDS, type)) return false;
  return (TEXT_FIELDS[type] as readonly string[]).every((field) => typeof block[field] === "string");
}

function asText(block: unknown): MCPContentBlock {
  return { type: "text", text: JSON.stringify(block) ?? "null" };
}
