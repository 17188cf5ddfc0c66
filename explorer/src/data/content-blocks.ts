/**
 * The parts of an answer that a user can see, hear or save: content blocks of MCP, bytes that hold an image, and texts in
 * base64 whose schema names their media type.
 */
import { isTaggedBytes } from "../json/bytes.ts";
import { encodedTexts, isBase64 } from "../../../src/shared/json/encoded-texts.ts";
import { isObject } from "../json/json-path.ts";

export type ContentBlock =
  | { readonly kind: "image" | "audio"; readonly src: string; readonly mimeType: string }
  /** Bytes that a page can't show. */
  | { readonly kind: "file"; readonly base64: string; readonly mimeType: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly name: string; readonly uri: string };

const MOST_BLOCKS = 50;
const MOST_VISITS = 5000;

/** Only these types pass, because the type becomes part of a `data:` URL. */
const MIME_TYPE = /^(image|audio)\/[a-z0-9][a-z0-9.+-]{0,60}$/;

export function contentBlocks(data: unknown, meta: unknown, schema?: unknown): ContentBlock[] {
  const content = isObject(meta) && meta["source"] === "mcp" ? meta["content"] : undefined;
  const encoded = Array.from(
    encodedTexts(schema, data),
    ({ text: base64, mediaType: mimeType }): ContentBlock =>
      media(base64, mimeType) ?? { kind: "file", base64, mimeType },
  );
  if (!Array.isArray(content)) return [...encoded, ...findMedia(data)].slice(0, MOST_BLOCKS);
  const sent = content.slice(0, MOST_BLOCKS).flatMap((block) => readBlock(block) ?? []);
  // A tool may send the same picture as a block, too.
  const seen = new Set(sent.map((block) => "src" in block && block.src));
  return [...sent, ...encoded.filter((block) => !("src" in block && seen.has(block.src)))].slice(0, MOST_BLOCKS);
}

/** Whether the data only repeats the blocks, which the page shows already. */
export function isOnlyBlocks(data: unknown, meta: unknown): boolean {
  if (!Array.isArray(data) || !isObject(meta) || meta["source"] !== "mcp") return false;
  return meta["structuredContent"] === undefined && meta["structured"] !== true;
}

function readBlock(block: unknown): ContentBlock | undefined {
  if (!isObject(block)) return undefined;
  const { type, data, mimeType, text, uri, name, resource } = block;
  if (type === "image" || type === "audio") return media(data, mimeType);
  if (type === "text" && typeof text === "string") return { kind: "text", text };
  if (type === "resource_link" && typeof uri === "string")
    return { kind: "link", uri, name: typeof name === "string" ? name : uri };
  if (type !== "resource" || !isObject(resource)) return undefined;
  if (typeof resource["text"] === "string") return { kind: "text", text: resource["text"] };
  return media(resource["blob"], resource["mimeType"]);
}

function media(data: unknown, mimeType: unknown): ContentBlock | undefined {
  if (typeof data !== "string" || typeof mimeType !== "string" || data === "") return undefined;
  const type = mimeType.toLowerCase();
  const kind = MIME_TYPE.exec(type)?.[1];
  if ((kind !== "image" && kind !== "audio") || !isBase64(data)) return undefined;
  return { kind, mimeType: type, src: `data:${type};base64,${data}` };
}

/** Searches data of any shape. The search stops after `MOST_VISITS` values. */
function findMedia(data: unknown): ContentBlock[] {
  const found: ContentBlock[] = [];
  const waiting: unknown[] = [data];
  for (let visits = 0; visits < MOST_VISITS && waiting.length > 0 && found.length < MOST_BLOCKS; visits++) {
    const value = waiting.shift();
    if (typeof value !== "object" || value === null) continue;
    const block = isTaggedBytes(value) ? imageOf(value.$bytes) : mediaBlock(value);
    if (block !== undefined) found.push(block);
    else waiting.push(...Object.values(value).slice(0, MOST_VISITS - visits));
  }
  return found;
}

function mediaBlock(value: unknown): ContentBlock | undefined {
  return isObject(value) && (value["type"] === "image" || value["type"] === "audio") ? readBlock(value) : undefined;
}

/** The first bytes of each image type, in base64. */
const SIGNATURES = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
] as const;

function imageOf(base64: string): ContentBlock | undefined {
  const type = SIGNATURES.find(([signature]) => base64.startsWith(signature))?.[1];
  return media(base64, type);
}
