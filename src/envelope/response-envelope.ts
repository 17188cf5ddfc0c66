/** The one answer of every call: `data`, and in `meta` where it came from. */
import { sharedNow } from "../shared/shared-clock.ts";

/** Who a piece of MCP content is for, and how much it matters. */
export interface MCPAnnotations {
  audience?: Array<"user" | "assistant">;
  priority?: number;
  lastModified?: string;
}

export interface MCPResourceContent {
  uri: string;
  mimeType?: string;
  text?: string;
  /** Base64. */
  blob?: string;
}

/** A content block of an MCP tool result, in our own words, so that nobody needs the MCP packages for the types. */
export type MCPContentBlock =
  | { type: "text"; text: string; annotations?: MCPAnnotations }
  | { type: "image"; data: string; mimeType: string; annotations?: MCPAnnotations }
  | { type: "audio"; data: string; mimeType: string; annotations?: MCPAnnotations }
  | { type: "resource"; resource: MCPResourceContent; annotations?: MCPAnnotations }
  | { type: "resource_link"; uri: string; name: string; description?: string; mimeType?: string };

/** The result of a handler in this process. */
export interface LocalResponseMeta {
  source: "local";
  /** `namespace.name` */
  operationId: string;
  /** Milliseconds since the epoch, when the result was wrapped. */
  timestamp: number;
}

/** The answer of an HTTP API. */
export interface HTTPResponseMeta {
  source: "http";
  statusCode: number;
  /** Names in lower case; several values joined by ", "; never credentials. */
  headers: Record<string, string>;
  contentType: string;
  /** Of a server-sent event: its type. */
  event?: string;
  /** Of a server-sent event: the id in force. */
  lastEventId?: string;
}

/** The result of an MCP tool. */
export interface MCPResponseMeta {
  source: "mcp";
  /** The tool ran, and its result is an error: not an exception. */
  isError: boolean;
  content: MCPContentBlock[];
  structuredContent?: unknown;
  _meta?: Record<string, unknown>;
}

export type ResponseMeta = LocalResponseMeta | HTTPResponseMeta | MCPResponseMeta;

export type ResponseSource = ResponseMeta["source"];

/** What every call answers, whatever its source. */
export interface ResponseEnvelope<T = unknown> {
  data: T;
  meta: ResponseMeta;
}

/** Header fields that carry credentials and never enter an envelope. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  "set-cookie",
  "set-cookie2",
  "authorization",
  "proxy-authorization",
  "cookie",
]);

/** Wraps the result of a handler in this process. */
export function localEnvelope<T>(data: T, operationId: string): ResponseEnvelope<T> {
  return { data, meta: { source: "local", operationId, timestamp: sharedNow() } };
}

/** Wraps the answer of an HTTP API; header fields that carry credentials are left out. */
export function httpEnvelope<T>(data: T, meta: Omit<HTTPResponseMeta, "source">): ResponseEnvelope<T> {
  return { data, meta: { source: "http", ...meta, headers: withoutCredentials(meta.headers) } };
}

/** Wraps the result of an MCP tool. */
export function mcpEnvelope<T>(data: T, meta: Omit<MCPResponseMeta, "source">): ResponseEnvelope<T> {
  return { data, meta: { source: "mcp", ...meta } };
}

/** The data alone, for callers that do not need to know where it came from. */
export function unwrap<T>(envelope: ResponseEnvelope<T>): T {
  return envelope.data;
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  const names = Object.keys(headers);
  if (!names.some((name) => CREDENTIAL_HEADERS.has(name.toLowerCase()))) return headers;
  return Object.fromEntries(
    names.filter((name) => !CREDENTIAL_HEADERS.has(name.toLowerCase())).map((name) => [name, headers[name] as string]),
  );
}
