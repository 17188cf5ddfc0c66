/** Checks of header names and values: a text must not end the header early, and `fetch` must be able to send it. */

/** Headers that decide how a request is framed or where it goes. A document or an input never sets them. */
export const FRAMING_HEADERS: ReadonlySet<string> = new Set([
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

/** Returns a header's value, or throws an error that says why it cannot be one. */
export function headerText(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new TypeError("a header cannot hold a line break or NUL");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new TypeError("a header cannot hold control characters or characters beyond Latin-1");
  }
  return text;
}

/** Returns a header's name, or throws an error that says why it cannot be sent. */
export function headerName(name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a header name`);
  if (FRAMING_HEADERS.has(name.toLowerCase())) throw new TypeError(`only the connection sets the header ${name}`);
  return name;
}

/** One or several `name=value` pairs of a `Cookie` header. */
export function cookieText(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) throw new TypeError("a cookie cannot hold control characters or non-ASCII characters");
  return text;
}
