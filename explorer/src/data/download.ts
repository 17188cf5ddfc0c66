import { encodedTexts } from "../../../src/shared/json/encoded-texts.ts";
import { decodeData } from "../../../src/shared/json/encode-data.ts";
import { isTaggedBytes } from "../json/bytes.ts";
import { contentBlocks } from "./content-blocks.ts";
import { textOfValue } from "./data-rows.ts";

/** A file to save. */
export interface SavedFile {
  /** Of its name: `png`. */
  readonly ending: string;
  readonly type: string;
  readonly content: BlobPart;
}

const BYTES = "application/octet-stream";
/** Media types whose ending is not in their name. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "audio/mpeg": "mp3",
  "application/gzip": "gz",
  "text/plain": "txt",
  "text/markdown": "md",
};

/** An answer as a file: bytes as bytes, a text as it is, anything else as JSON. `schema` describes the data. */
export function fileOf(data: unknown, schema?: unknown): SavedFile {
  if (isTaggedBytes(data)) {
    const [picture] = contentBlocks(data, undefined);
    return bytesFile(data.$bytes, picture !== undefined && "mimeType" in picture ? picture.mimeType : BYTES);
  }
  if (typeof data !== "string") return { ending: "json", type: "application/json", content: textOfValue(data) };
  const [encoded] = encodedTexts(schema, data);
  if (encoded !== undefined) return bytesFile(encoded.text, encoded.mediaType);
  return { ending: "txt", type: "text/plain", content: data };
}

export function bytesFile(base64: string, mediaType: string): SavedFile {
  const bytes = decodeData({ $bytes: base64.replaceAll(/\s/g, "") });
  if (!(bytes instanceof Uint8Array)) return { ending: "txt", type: "text/plain", content: base64 };
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  const named = /^[a-z]+\/([a-z0-9]{1,8})(?:\+[a-z]+)?$/.exec(type)?.[1];
  return {
    ending: ENDINGS[type] ?? named ?? "bin",
    type: named === undefined ? BYTES : type,
    content: new Uint8Array(bytes),
  };
}

/** Gives the browser a file to save. */
export function download(name: string, content: BlobPart, type = "application/octet-stream"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
