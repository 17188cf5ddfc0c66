const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number that JSON can hold, or undefined. Other text stays text, and the server rejects it. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

export interface NumberProblem {
  readonly message: string;
  /** The page cannot send the number at all. If false, it sends a different number. */
  readonly isRefused: boolean;
}

/** Why a well-formed number would not be sent as written. */
export function numberProblem(text: string): NumberProblem | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return { message: "This number is too large to send.", isRefused: true };
  if (!losesDigits(trimmed, number)) return undefined;
  return { message: `Sent as ${String(number)}: browsers cannot hold this many digits.`, isRefused: false };
}

/** Checks whole numbers only, such as 64-bit ids: the last digit of a fraction rarely matters. */
function losesDigits(text: string, number: number): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt(text) !== BigInt(number) && text !== String(number);
}
