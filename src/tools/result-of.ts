import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { envelopeResult } from "../serve/mcp/tools/tool-result.ts";
import { toBase64 } from "../shared/json/encode-data.ts";
import type { ToolResult } from "../serve/mcp/tools/tool-result.ts";

/** The outcome that an envelope stands for. Bytes of an HTTP API are an image or a file, by their type. */
export function resultOf(envelope: ResponseEnvelope): ToolResult {
  const { data, meta } = envelope;
  if (!(data instanceof Uint8Array) || meta.source !== "http") return envelopeResult(envelope);
  const mimeType = (meta.contentType.split(";")[0] ?? "").trim() || "application/octet-stream";
  const encoded = toBase64(data);
  if (mimeType.startsWith("image/")) return { content: [{ type: "image", data: encoded, mimeType }] };
  return { content: [{ type: "resource", resource: { uri: "file", mimeType, blob: encoded } }] };
}
