/**
 * The length of a value's JSON, or a number above `most` as soon as it is longer: a large value costs no more than a
 * short look. For parsed JSON only.
 */
export function jsonLength(value: unknown, most: number): number {
  let length = 0;
  // Not recursive: foreign data may be nested deeper than the stack.
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && length <= most) {
    const next = waiting.pop();
    if (typeof next === "string") length += next.length > most ? next.length : JSON.stringify(next).length;
    else if (typeof next !== "object" || next === null) length += String(next).length;
    else if (Array.isArray(next)) {
      length += 2 + Math.max(next.length - 1, 0);
      if (length > most) break;
      for (const row of next) waiting.push(row);
    } else {
      length += 2;
      let count = 0;
      for (const name in next) {
        length += JSON.stringify(name).length + (count++ === 0 ? 1 : 2);
        if (length > most) break;
        waiting.push((next as Readonly<Record<string, unknown>>)[name]);
      }
    }
  }
  return length;
}
