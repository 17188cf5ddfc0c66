const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number as JSON would take it, or undefined. What is no number stays text, and the server says so. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

export interface NumberProblem {
  readonly message: string;
  /** Nothing like it can be sent; else another number is. */
  readonly isRefused: boolean;
}

/** What is wrong with a number that is written well, but is not what would be sent. */
export function numberProblem(text: string): NumberProblem | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return { message: "No number can be as large as this.", isRefused: true };
  if (!losesDigits(trimmed, number)) return undefined;
  return { message: `Sent as ${String(number)}: a number has no room for more digits.`, isRefused: false };
}

/** Of whole numbers only, as ids of 64 bits are: a fraction is seldom meant to its last digit. */
function losesDigits(text: string, number: number): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt(text) !== BigInt(number) && text !== String(number);
}
