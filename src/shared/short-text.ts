/** Cuts a text to at most `length` characters; an ellipsis marks the cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a surrogate pair would make the text invalid.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A count with its noun: `1 item`, `3 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
