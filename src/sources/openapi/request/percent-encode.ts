/**
 * Percent-encoding by RFC 3986 and RFC 6570. Everything here throws `URIError` on an unpaired surrogate, which has no
 * UTF-8 form.
 */

const RESERVED_IN_PATH = ":@!$&'()*+,;=";
const RESERVED_IN_QUERY = ":/?@!$'()*,;=";

/** Leaves only unreserved characters: no value can add a segment, a parameter or a fragment. */
export function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/**
 * Reserved expansion, without the characters that end a part of a URL there: in a path `/ ? #`, in a query `# & +`.
 * Brackets are no URL character outside a host.
 */
export function encodeReserved(text: string, where: "path" | "query"): string {
  const kept = where === "path" ? RESERVED_IN_PATH : RESERVED_IN_QUERY;
  const decode = (triple: string): string => {
    const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
    return kept.includes(character) ? character : triple;
  };
  return text.replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) =>
    part.length === 3 && part.startsWith("%") ? part : encodeUnreserved(part).replace(/%[0-9A-F]{2}/g, decode),
  );
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
