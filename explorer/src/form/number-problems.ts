/** Numbers in a JSON text that the page cannot send as written. */
import { numberProblem } from "./read-number.ts";
import type { NumberProblem } from "./read-number.ts";

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
