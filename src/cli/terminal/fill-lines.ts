/** Puts parts of a text on lines with room for this many characters. Only a part that is longer makes a longer line. */
export function fillLines(parts: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && (line + part).trimEnd().length > room) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}
