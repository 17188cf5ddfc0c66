/** The header fields of calls that are posted without the SDK's transport: the same as it would send. */
import type { MCPExchange } from "./http-exchange.ts";

/** What a request gets unless the config says otherwise. Some servers refuse requests without a user agent. */
const DEFAULTS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["user-agent", "node"],
  // Not deflate, as for other APIs: some servers send it without its head, which is not seen while an answer streams.
  ["accept-encoding", "gzip, br"],
];

/** The fields that all calls of a session share. */
export interface SessionFields {
  readonly sessionId: string | undefined;
  readonly version: string | undefined;
  readonly fields: Headers;
  /** Names and values in turn. */
  readonly list: readonly string[];
}

export type NegotiatedSession = Pick<SessionFields, "sessionId" | "version">;

export function sessionFields(
  given: Readonly<Record<string, string>>,
  { sessionId, version }: NegotiatedSession,
): SessionFields {
  const fields = new Headers(given);
  if (sessionId) fields.set("mcp-session-id", sessionId);
  if (version) fields.set("mcp-protocol-version", version);
  fields.set("content-type", "application/json");
  const types = (fields.get("accept") ?? "").split(",").map((type) => type.trim().toLowerCase());
  const accepted = new Set([...types, "application/json", "text/event-stream"].filter((type) => type !== ""));
  fields.set("accept", [...accepted].join(", "));
  for (const [name, value] of DEFAULTS) if (!fields.has(name)) fields.set(name, value);
  return { sessionId, version, fields, list: [...fields].flat() };
}

/** Names and values in turn, including those of the caller. */
export function withCredentials(
  { fields, list }: SessionFields,
  token: string | undefined,
  credentials: MCPExchange["credentials"],
): string[] {
  const own = Object.entries(credentials);
  if (!token && own.length === 0) return [...list];
  const all = new Headers(fields);
  if (token) all.set("authorization", `Bearer ${token}`);
  for (const [name, value] of own) all.set(name, value);
  return [...all].flat();
}
