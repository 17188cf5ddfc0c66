/** Header fields carry bytes, which `fetch` and servers show as Latin-1. Our texts travel in them as UTF-8. */

/** The bytes of a text in UTF-8, each as one character: what `fetch` takes as a header. */
export function utf8AsLatin1(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text in such a header. Bytes that are not UTF-8 stay as they are. */
export function latin1AsUtf8(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return bytes;
  }
}
