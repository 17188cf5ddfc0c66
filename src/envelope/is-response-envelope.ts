import type { ResponseEnvelope, ResponseSource } from "./response-envelope.ts";

type MetaFields = Record<string, unknown>;

/**
 * How to tell each source's meta, by the fields that it requires. A new source is added here and to `ResponseMeta`:
 * this record is the closed set of sources.
 */
const IS_META_OF: { [Source in ResponseSource]: (meta: MetaFields) => boolean } = {
  local: (meta) => typeof meta["operationId"] === "string" && typeof meta["timestamp"] === "number",
  http: (meta) =>
    typeof meta["statusCode"] === "number" &&
    typeof meta["contentType"] === "string" &&
    typeof meta["headers"] === "object" &&
    meta["headers"] !== null,
  mcp: (meta) => typeof meta["isError"] === "boolean" && Array.isArray(meta["content"]),
};

/** Whether a value is an envelope already: has `data`, and a `meta` with a known source and the fields it requires. */
export function isResponseEnvelope(value: unknown): value is ResponseEnvelope {
  if (typeof value !== "object" || value === null) return false;
  if (!("data" in value) || !("meta" in value)) return false;
  const meta = value.meta;
  if (typeof meta !== "object" || meta === null) return false;
  const { source } = meta as MetaFields;
  // Own properties only: `source: "constructor"` must not find Object.prototype.
  return (
    typeof source === "string" &&
    Object.hasOwn(IS_META_OF, source) &&
    IS_META_OF[source as ResponseSource](meta as MetaFields)
  );
}
