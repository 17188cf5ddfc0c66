/** What may stand in a header: nothing that ends it, or that `fetch` cannot send. */

/** Header fields that decide how a request is framed or where it goes: never taken from a document or an input. */
const FRAMING_HEADERS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "proxy-authorization",
  "proxy-connection",
]);

/** A header's value, or an error that says why it cannot be one. */
export function headerText(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new TypeError("a header cannot hold a line break or NUL");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new TypeError("a header cannot hold control characters or characters beyond Latin-1");
  }
  return text;
}

/** Whether a header is the connection's business alone. */
export function isFramingHeader(name: string): boolean {
  return FRAMING_HEADERS.has(name.toLowerCase());
}

/** A header's name, or an error that says why it cannot be sent. */
export function headerName(name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is no header name`);
  if (isFramingHeader(name)) throw new TypeError(`the header ${name} is set by the connection alone`);
  return name;
}

/** One or several `name=value` pairs of a `Cookie` header. */
export function cookieText(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) throw new TypeError("a cookie cannot hold control characters or non-ASCII characters");
  return text;
}
