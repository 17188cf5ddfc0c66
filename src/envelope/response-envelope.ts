/** The one answer of every call: `data`, and `meta`, which says where the data came from. */
import { sharedNow } from "../shared/time/shared-clock.ts";
import type { NotedMembers } from "./noted-members.ts";

/** Who a piece of MCP content is for, and how much it matters. */
export interface MCPAnnotations {
  audience?: Array<"user" | "assistant">;
  priority?: number;
  lastModified?: string;
}

/** The content of a resource that an MCP server embeds in a result. */
export interface MCPResourceContent {
  uri: string;
  mimeType?: string;
  text?: string;
  /** Base64. */
  blob?: string;
}

/** A content block of an MCP tool result. Declared here, so that the types need no MCP package. */
export type MCPContentBlock =
  | { type: "text"; text: string; annotations?: MCPAnnotations }
  | { type: "image"; data: string; mimeType: string; annotations?: MCPAnnotations }
  | { type: "audio"; data: string; mimeType: string; annotations?: MCPAnnotations }
  | { type: "resource"; resource: MCPResourceContent; annotations?: MCPAnnotations }
  | { type: "resource_link"; uri: string; name: string; description?: string; mimeType?: string };

/** What a rate limit has left for the calls that share it. */
export interface RateLimitState {
  readonly name: string;
  /** How many calls a window takes, and how long a window is. */
  readonly limit: number;
  readonly windowMs: number;
  /** How many more this window takes, and how long it still lasts. */
  readonly remaining: number;
  readonly endsInMs: number;
}

/** Members that the `meta` of every source may have. */
export interface CommonResponseMeta {
  /** Set if members of the data were left out, because the output schema does not name them. */
  stripped?: NotedMembers;
  /** Set if members of the data are declared defaults of the output schema: the source did not send them. */
  filled?: NotedMembers;
  /** Set by the middleware `rateLimit`: how much is left of each limit that counted the call. */
  rateLimits?: RateLimitState[];
  /** For an item of a stream: the id after which a caller that was cut off continues. See `tracked`. */
  lastEventId?: string;
}

/** The result of a handler in this process. */
export interface LocalResponseMeta extends CommonResponseMeta {
  source: "local";
  /** `namespace.name` */
  operationId: string;
  /** When the result was wrapped, in milliseconds since the epoch. */
  timestamp: number;
}

/** The answer of an HTTP API. */
export interface HTTPResponseMeta extends CommonResponseMeta {
  source: "http";
  statusCode: number;
  /** Names in lower case, several values joined by ", ", and never credentials. */
  headers: Record<string, string>;
  contentType: string;
  /** The type of a server-sent event. */
  event?: string;
}

/** The result of an MCP tool. */
export interface MCPResponseMeta extends CommonResponseMeta {
  source: "mcp";
  /** The tool ran and reported an error. It is a result, not an exception. */
  isError: boolean;
  content: MCPContentBlock[];
  /** The structured result, as the server sent it, if it is an object. `data` is the same, normalised. */
  structuredContent?: Record<string, unknown>;
  /** Set if the server sent another JSON value as the structured result. It stands in `data`. */
  structured?: true;
  /** That other value as the server sent it, if `data` had to be normalised. */
  sent?: unknown;
  _meta?: Record<string, unknown>;
}

/** Where the data of an envelope comes from, and what its source says about it. */
export type ResponseMeta = LocalResponseMeta | HTTPResponseMeta | MCPResponseMeta;

/** The kinds of sources that an envelope can name. */
export const RESPONSE_SOURCES = ["local", "http", "mcp"] as const satisfies ReadonlyArray<ResponseMeta["source"]>;

/** The kind of source that an envelope names. */
export type ResponseSource = (typeof RESPONSE_SOURCES)[number];

/** The answer of every call, from every source. */
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

/** Wraps the answer of an HTTP API, without the header fields that carry credentials. */
export function httpEnvelope<T>(data: T, meta: Omit<HTTPResponseMeta, "source">): ResponseEnvelope<T> {
  return { data, meta: { source: "http", ...meta, headers: withoutCredentials(meta.headers) } };
}

/** Wraps the result of an MCP tool. */
export function mcpEnvelope<T>(data: T, meta: Omit<MCPResponseMeta, "source">): ResponseEnvelope<T> {
  return { data, meta: { source: "mcp", ...meta } };
}

/** Whether a value is an envelope: it has `data`, and a `meta` with a known source and the fields of that source. */
export function isResponseEnvelope(value: unknown): value is ResponseEnvelope {
  if (typeof value !== "object" || value === null) return false;
  if (!("data" in value) || !("meta" in value)) return false;
  const { meta } = value;
  if (typeof meta !== "object" || meta === null) return false;
  const fields = meta as Readonly<Record<string, unknown>>;
  switch (fields["source"] as ResponseSource) {
    case "local":
      return typeof fields["operationId"] === "string" && typeof fields["timestamp"] === "number";
    case "http":
      return (
        typeof fields["statusCode"] === "number" &&
        typeof fields["contentType"] === "string" &&
        typeof fields["headers"] === "object" &&
        fields["headers"] !== null
      );
    case "mcp":
      return typeof fields["isError"] === "boolean" && Array.isArray(fields["content"]);
    default:
      return false;
  }
}

/** The data alone, for callers that do not need to know where it came from. */
export function unwrap<T>(envelope: ResponseEnvelope<T>): T {
  return envelope.data;
}

/** The same object when it holds no credentials: most do not. */
function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  let clean = headers;
  for (const name of Object.keys(headers)) {
    if (!CREDENTIAL_HEADERS.has(name.toLowerCase())) continue;
    if (clean === headers) clean = { ...headers };
    delete clean[name];
  }
  return clean;
}
