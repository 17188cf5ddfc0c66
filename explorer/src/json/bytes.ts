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
