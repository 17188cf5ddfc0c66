/** A value as the text of a parameter. `null` is the empty text, as in the OpenAPI specification's own table. */
export function scalarText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return "";
      if (value instanceof Date) return value.toISOString();
      // The specification defines no style for values inside values.
      return jsonText(value);
    default:
      throw new TypeError(`a ${typeof value} has no form on the wire`);
  }
}

/** A value as JSON, with bytes in base64. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, bytesAsBase64) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} has no form in JSON`);
  return text;
}

/** Looks at the holder's own member: a `Buffer` has already been turned into an object when it comes as `member`. */
function bytesAsBase64(this: Readonly<Record<string, unknown>>, key: string, member: unknown): unknown {
  const original = this[key];
  return original instanceof Uint8Array ? base64(original) : member;
}

/** Base64 of bytes, in pieces: the arguments of one call are limited. */
export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}

/** Base64 of a text in UTF-8. */
export function base64Text(text: string): string {
  return base64(new TextEncoder().encode(text));
}

/** An object whose properties are written one by one. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof ArrayBuffer) &&
    !(value instanceof Blob)
  );
}
