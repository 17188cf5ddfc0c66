/**
 * Distinguishes patterns that a backtracking engine matches in linear time from those that may take it minutes, such as
 * `^(a+)+$`. A pattern becomes an automaton with one state per character of the pattern. Matching is linear if no text
 * can lead from the start to a state in ever more ways (Weber and Seidl, 1991, call the two causes EDA and IDA). A pattern
 * that this cannot read counts as unsafe, so the answer errs only on the safe side.
 */
import { findAmbiguity } from "./pattern-ambiguity.ts";
import { buildAutomaton } from "./pattern-automaton.ts";
import { readPattern } from "./pattern-syntax.ts";

const MAX_LENGTH = 2000;
/** For one pattern: about 20 ms. */
const MAX_STEPS = 50_000;
/** The cost of reading a character of the pattern. */
const STEPS_PER_CHARACTER = 20;

/** The steps for judging many patterns. Once they are used up, all further patterns count as unsafe. */
export interface PatternBudget {
  steps: number;
}

/**
 * Whether the pattern certainly matches any text in linear time. Takes the steps that this needs from the budget.
 *
 * @example
 * proveSafe("^[a-z]+$"); // true
 * proveSafe("^(a+)+$"); // false
 */
export function proveSafe(source: string, budget: PatternBudget = { steps: MAX_STEPS }): boolean {
  if (source.length > MAX_LENGTH || budget.steps <= 0) return false;
  budget.steps -= source.length * STEPS_PER_CHARACTER;
  const own = { steps: Math.min(MAX_STEPS, budget.steps) };
  const granted = own.steps;
  const pattern = readPattern(source);
  const automaton = pattern && buildAutomaton(pattern);
  const isSafe = automaton !== undefined && !findAmbiguity(automaton, own);
  budget.steps -= granted - own.steps;
  return isSafe;
}
