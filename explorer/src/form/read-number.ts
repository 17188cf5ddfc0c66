/** A number as JSON would take it, or undefined. What is no number stays text, and the server says so. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether other digits would be sent than these: more than a number holds, as ids of 64 bits have. */
export function losesDigits(text: string): boolean {
  const trimmed = text.trim();
  const number = readNumber(trimmed);
  if (number === undefined || !/^[+-]?\d+$/.test(trimmed)) return false;
  return BigInt(trimmed) !== BigInt(number) && trimmed !== String(number);
}
