/** Whether a text fits between the quotes of a structured header field (RFC 9651) without escapes, and is short. */
export function isFieldString(text: unknown): text is string {
  return typeof text === "string" && /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text);
}
