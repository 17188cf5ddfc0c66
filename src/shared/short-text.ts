/** Cuts a text to at most `length` characters; an ellipsis marks the cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${withoutHalf(text.slice(0, length - 1))}…`;
}

/** Drops half of a surrogate pair at the end, which would make a text invalid. */
export function withoutHalf(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

/** A count with its noun: `1 item`, `3 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
