/** Numbers in a JSON text that would not be sent as they are written. */
import { numberProblem } from "./read-number.ts";
import type { NumberProblem } from "./read-number.ts";

export interface PlacedNumberProblem extends NumberProblem {
  readonly from: number;
  readonly to: number;
  /** Counted from one. */
  readonly line: number;
}

/** Strings too, so that what looks like a number inside of one is passed over. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** For text that is JSON. */
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
