import type { FitAnswer } from "./answer.ts";
import type { FlatPart, ComparedNode } from "./schema-node.ts";
import type { ValueCase } from "./value-case.ts";

/** What a rule may ask of the comparison that it is part of. */
export interface Comparison {
  /** Whether a value that fits all `nodes` fits `target`: for the same value. */
  within(nodes: readonly ComparedNode[], target: ComparedNode, path: string): FitAnswer;
  /** The same for a value inside: a member or an item. */
  withinChild(nodes: readonly ComparedNode[], target: ComparedNode, path: string): FitAnswer;
  caseWithin(values: ValueCase, target: ComparedNode, path: string): FitAnswer;
  /** Whether a part of the case says the same by these keywords. */
  hasSame(values: ValueCase, part: FlatPart, keywords: readonly string[]): boolean;
}

/** Whether the values of a case fit what some keywords of a schema demand. */
export type Rule = (comparison: Comparison, values: ValueCase, part: FlatPart, path: string) => FitAnswer;
