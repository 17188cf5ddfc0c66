import { unwritableResult } from "../../../errors/unwritable-result.ts";
import type {
  MCPContentBlock,
  MCPResponseMeta,
  ResponseEnvelope,
  ResponseMeta,
} from "../../../envelope/response-envelope.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { encodeData, toBase64 } from "../../../shared/json/encode-data.ts";
import { notedMembers } from "../../../envelope/noted-members.ts";
import type { NotedMembers } from "../../../envelope/noted-members.ts";
import { structuredContentOf } from "../../../envelope/structured-content.ts";
import { NOTE_KEYS } from "../../../shared/mcp-meta.ts";
import { LARGE_TEXT, spendTurn } from "../../../shared/time/turns.ts";
import { toolShapeOf } from "./tool-shape.ts";

/** The answer of `tools/call`. */
export interface ToolResult {
  readonly content: readonly MCPContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * An envelope as a tool's result. An envelope from an MCP server goes out as it came in, with nothing stripped or filled
 * in. Bytes of an HTTP API are an image, a sound or a file, by their type. `spec`: the result must keep what its schema
 * promises.
 */
export function envelopeResult({ data, meta }: ResponseEnvelope, spec?: OperationSpec): ToolResult {
  if (meta.source === "mcp") return proxiedResult(meta, data);
  if (meta.source === "http" && data instanceof Uint8Array) return bytesResult(data, meta.contentType, spec);
  return withNotes(dataResult(data), notesOf(meta));
}

export function withNotes<T extends Partial<ToolResult>>(result: T, notes: ToolResult["_meta"]): T {
  return notes === undefined ? result : { ...result, _meta: notes };
}

/** What the `_meta` of a result says about members that were stripped and filled in. Undefined if there are none. */
export function notesOf(meta: ResponseMeta): Record<string, NotedMembers> | undefined {
  const [stripped, filled] = [notedMembers(meta, "stripped"), notedMembers(meta, "filled")];
  if (stripped === undefined && filled === undefined) return undefined;
  return { ...(stripped && { [NOTE_KEYS.stripped]: stripped }), ...(filled && { [NOTE_KEYS.filled]: filled }) };
}

/** The same, of a result that says it already: a hub behind MCP may have said it. */
export function notesIn({ _meta }: ToolResult): ToolResult["_meta"] {
  const notes = Object.values(NOTE_KEYS).flatMap((key) => (_meta?.[key] === undefined ? [] : [[key, _meta[key]]]));
  return notes.length === 0 ? undefined : Object.fromEntries(notes);
}

/** Data as a tool's result: for programs as it is, and as text for those that only read text. */
export function dataResult(data: unknown): ToolResult {
  if (data === undefined) return { content: [] };
  const { encoded, text } = toJSON(data);
  if (text === undefined) return { content: [] };
  // Dates and the like write themselves; only their JSON tells whether it is an object.
  const writesItself = typeof encoded === "object" && encoded !== null && "toJSON" in encoded;
  const structuredContent: unknown = writesItself ? JSON.parse(text) : encoded;
  return {
    content: [{ type: "text", text: typeof structuredContent === "string" ? structuredContent : text }],
    structuredContent,
  };
}

function bytesResult(data: Uint8Array, contentType: string, spec: OperationSpec | undefined): ToolResult {
  const mimeType = (contentType.split(";")[0] ?? "").trim().toLowerCase() || "application/octet-stream";
  const base64 = toBase64(data);
  if (base64.length > LARGE_TEXT) spendTurn(base64.length);
  const content = [blockOf(base64, mimeType)];
  // Clients refuse a result without structure from a tool that has promised one.
  const isPromised = spec !== undefined && toolShapeOf(spec).outputSchema !== undefined;
  return isPromised ? { ...dataResult(data), content } : { content };
}

function blockOf(data: string, mimeType: string): MCPContentBlock {
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: "urn:operations:answer", mimeType, blob: data } };
}

/**
 * Data as it travels, and its JSON text. The text is undefined for data that JSON can't express, such as a function.
 */
export function toJSON(data: unknown): { encoded: unknown; text: string | undefined } {
  try {
    const encoded = encodeData(data);
    const text = JSON.stringify(encoded) as string | undefined;
    if (text !== undefined && text.length > LARGE_TEXT) spendTurn(text.length);
    return { encoded, text };
  } catch (cause) {
    throw unwritableResult(cause);
  }
}

function proxiedResult(meta: MCPResponseMeta, data: unknown): ToolResult {
  const { content, isError, _meta } = meta;
  const structuredContent = structuredContentOf(meta, data);
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError ? { isError } : {}),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

/**
 * Up to 2025-11-25 structured content is an object. Any other value travels as `{ result: … }`, and so does every
 * result of a tool whose output schema is not for an object: the SDK lists that schema wrapped in the same way.
 */
export function forLegacyEra(
  result: ToolResult,
  outputSchema: Readonly<Record<string, unknown>> | undefined,
): ToolResult {
  const { structuredContent } = result;
  const isObject =
    typeof structuredContent === "object" && structuredContent !== null && !Array.isArray(structuredContent);
  const listedAsObject = outputSchema === undefined || outputSchema["type"] === "object";
  return isObject && listedAsObject ? result : { ...result, structuredContent: { result: structuredContent } };
}
