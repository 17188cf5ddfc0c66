/** Bytes as the HTTP contract writes them: `{ "$bytes": "<base64>" }`. */
import { isObject } from "./json-path.ts";

export interface TaggedBytes {
  readonly $bytes: string;
}

export function isTaggedBytes(value: unknown): value is TaggedBytes {
  return isObject(value) && typeof value["$bytes"] === "string" && Object.keys(value).length === 1;
}

/** The number of bytes that a base64 text encodes. */
export function base64Size(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/** Undefined if the text is not base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Bytes per `String.fromCharCode` call: engines limit the number of arguments. */
const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  }
  return btoa(binary);
}
