/** The target of the first `rel="next"` in a `Link` header (RFC 8288). */
export function nextLink(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  let position = 0;
  for (;;) {
    const start = header.indexOf("<", position);
    const end = header.indexOf(">", start);
    if (start === -1 || end === -1) return undefined;
    // The parameters of a link end where the next link begins.
    const following = /,\s*</.exec(header.slice(end));
    const stop = following === null ? header.length : end + following.index;
    if (hasRelation(header.slice(end + 1, stop), "next")) return header.slice(start + 1, end);
    position = stop;
  }
}

function hasRelation(parameters: string, relation: string): boolean {
  const value = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
  return (value?.[1] ?? value?.[2] ?? "").toLowerCase().split(/\s+/).includes(relation);
}
