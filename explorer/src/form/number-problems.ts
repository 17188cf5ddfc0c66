/** Finds numbers that the page cannot send as written. */
import { NUMBER } from "../json/read-number.ts";

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

export interface PlacedNumberProblem extends NumberProblem {
  readonly from: number;
  readonly to: number;
  /** The first line is 1. */
  readonly line: number;
}

/** Also matches strings, so that digits inside them are skipped. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Expects a text that is valid JSON. */
export function numberProblems(text: string): PlacedNumberProblem[] {
  const problems: PlacedNumberProblem[] = [];
  let line = 1;
  let counted = 0;
  for (const { 0: token, index: from } of text.matchAll(TOKENS)) {
    const problem = token.startsWith('"') ? undefined : numberProblem(token);
    if (problem === undefined) continue;
    line += text.slice(counted, from).split("\n").length - 1;
    counted = from;
    problems.push({ ...problem, from, to: from + token.length, line });
  }
  return problems;
}
