import type { HTTPResponseMeta, ResponseEnvelope } from "./response-envelope.ts";

/** Header fields that carry credentials and never enter an envelope. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  "set-cookie",
  "set-cookie2",
  "authorization",
  "proxy-authorization",
  "cookie",
]);

/** Wraps the answer of an HTTP API, without the header fields that carry credentials. */
export function httpEnvelope<T>(data: T, meta: Omit<HTTPResponseMeta, "source">): ResponseEnvelope<T> {
  return { data, meta: { source: "http", ...meta, headers: withoutCredentials(meta.headers) } };
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
