/** Media types as documents and `Content-Type` headers write them. */

import type { StreamFormat } from "./operation-shape.ts";

/** `Application/JSON; charset=utf-8` -> `application/json`. */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(";");
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** The `charset` parameter. */
export function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1]?.toLowerCase();
}

export function isJSON(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence.endsWith("/json") || essence.endsWith("+json");
}

const TEXT_TYPES = new Set([
  "application/xml",
  "application/javascript",
  "application/ecmascript",
  "application/yaml",
  "application/x-yaml",
  "application/graphql",
  "application/sql",
  "application/jsonl",
  "application/x-ndjson",
  "application/x-www-form-urlencoded",
]);

export function isText(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return (
    essence.startsWith("text/") ||
    essence.endsWith("+xml") ||
    essence.endsWith("+yaml") ||
    TEXT_TYPES.has(essence) ||
    isToken(essence)
  );
}

/** A signed or encrypted token: a text, of which a schema describes the claims inside. */
export function isToken(mediaType: string): boolean {
  return /^application\/(?:(?:.+\+)?(?:sd-)?jwt|jose)$/.test(essenceOf(mediaType));
}

export function isForm(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/x-www-form-urlencoded";
}

export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith("multipart/");
}

export function isRange(mediaType: string): boolean {
  return essenceOf(mediaType).endsWith("/*");
}

/** Whether a type matches another that may be a range: `image/png` matches `image/*`. */
export function matchesMediaType(mediaType: string, range: string): boolean {
  const actual = essenceOf(mediaType);
  const wanted = essenceOf(range);
  if (wanted === "*/*" || wanted === "*") return true;
  return wanted.endsWith("/*") ? actual.startsWith(wanted.slice(0, -1)) : actual === wanted;
}

export const STREAM_TYPES = {
  sse: ["text/event-stream"],
  jsonl: ["application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/json-seq"],
} as const satisfies Record<StreamFormat, readonly string[]>;

/** How a stream of this type is framed; `undefined` for a plain type. */
export function streamFormat(mediaType: string): StreamFormat | undefined {
  // By far the most frequent type.
  if (mediaType === "application/json") return undefined;
  const essence = essenceOf(mediaType);
  if (essence === "text/event-stream") return "sse";
  return (STREAM_TYPES.jsonl as readonly string[]).includes(essence) ? "jsonl" : undefined;
}
