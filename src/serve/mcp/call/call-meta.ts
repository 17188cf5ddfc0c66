/** What MCP itself says in the `_meta` of a request: it concerns this connection, and goes no further. */
const OWN = new Set(["progressToken", "traceparent", "tracestate"]);
const OWN_PREFIX = "io.modelcontextprotocol/";

/** The part of a call's `_meta` that is meant for what is called. Undefined where there is none. */
export function callMetaOf(meta: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof meta !== "object" || meta === null) return undefined;
  let kept: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(meta)) {
    if (key === "__proto__" || OWN.has(key) || key.startsWith(OWN_PREFIX)) continue;
    (kept ??= {})[key] = value;
  }
  return kept;
}
