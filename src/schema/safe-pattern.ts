/**
 * Tells patterns that a backtracking engine matches in linear time from those that may take it minutes, such as
 * `^(a+)+$`. A pattern becomes an automaton with one state per character of the pattern; matching is linear when no
 * text can lead from the start to a state in ever more ways (Weber and Seidl, 1991, call the two causes EDA and IDA).
 * Whatever this cannot read counts as unsafe, so the answer errs on one side only.
 */
import { hasManyWays } from "./pattern-ambiguity.ts";
import { buildAutomaton } from "./pattern-automaton.ts";
import { readPattern } from "./pattern-syntax.ts";

const MAX_LENGTH = 2000;

/**
 * Whether text from anywhere may be tested against the pattern: in time linear in the text.
 *
 * @example
 * isSafePattern("^[a-z]+$"); // true
 * isSafePattern("^(a+)+$"); // false
 */
export function isSafePattern(source: string): boolean {
  if (source.length > MAX_LENGTH) return false;
  const pattern = readPattern(source);
  const automaton = pattern && buildAutomaton(pattern);
  return automaton !== undefined && !hasManyWays(automaton);
}
