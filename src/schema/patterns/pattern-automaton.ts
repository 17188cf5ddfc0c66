/** A pattern as an automaton with one state per character of the pattern (Glushkov's construction). */
import type { CharacterSet, PatternNode } from "./pattern-syntax.ts";

const MAX_STATES = 400;
/** With more steps that can be made in two ways, a pattern is not worth a closer look. */
const MAX_DOUBLED = 100;
/** The most copies of a repeated part. Beyond that, a loop stands for them. */
const MAX_COPIES = 80;

/** States are numbers; state 0 is the start. */
export interface PatternAutomaton {
  /** What entering a state reads. */
  readonly reads: CharacterSet[];
  readonly next: Set<number>[];
  /** Steps that can be made in more than one way without reading anything in between, as in `(a+)+`. */
  readonly doubled: [from: number, to: number][];
}

/** A part of the pattern as states: where it begins and ends, and whether it may be skipped. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };

/** Thrown when the rest of the pattern no longer matters. */
class Unsafe extends Error {}

/** `undefined` for a pattern that is too large or obviously unsafe. */
export function buildAutomaton(pattern: PatternNode): PatternAutomaton | undefined {
  const automaton: PatternAutomaton = { reads: [0n], next: [new Set()], doubled: [] };
  const branches = pattern.kind === "choice" ? pattern.branches : [pattern];
  // A `$` inside a group may mark the end anywhere. Then no early end is certain.
  const endsOnlyAtEnd = branches.every(
    (branch) => !partsOf(branch).some((part, index, parts) => holdsEnd(part, index === parts.length - 1)),
  );
  try {
    for (const branch of branches) addBranch(automaton, branch, endsOnlyAtEnd);
    return automaton;
  } catch (error) {
    if (error instanceof Unsafe) return undefined;
    throw error;
  }
}

function addBranch(automaton: PatternAutomaton, branch: PatternNode, endsOnlyAtEnd: boolean): void {
  const parts = partsOf(branch);
  const { first, last } = addFragment(automaton, branch);
  link(automaton, [0], first);
  if (!isSign(parts[0], "^")) {
    // The engine starts again from every character.
    const skipping = addState(automaton, -1n);
    link(automaton, [0], [skipping]);
    link(automaton, [skipping], [skipping, ...first]);
  }
  if (endsOnlyAtEnd && !isSign(parts.at(-1), "$")) {
    // Without `$`, matching stops at the first way to the end.
    for (const state of last) automaton.next[state]!.clear();
  }
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  return node.kind === "sequence" ? node.parts : [node];
}

function isSign(node: PatternNode | undefined, sign: string): boolean {
  return node?.kind === "assertion" && node.sign === sign;
}

function holdsEnd(node: PatternNode, isLast: boolean): boolean {
  switch (node.kind) {
    case "assertion":
      return !isLast && node.sign !== "^";
    case "sequence":
      return node.parts.some((part) => holdsEnd(part, false));
    case "choice":
      return node.branches.some((branch) => holdsEnd(branch, false));
    case "repeat":
      return holdsEnd(node.body, false);
    default:
      return false;
  }
}

function addState(automaton: PatternAutomaton, reads: CharacterSet): number {
  if (automaton.reads.length >= MAX_STATES) throw new Unsafe();
  automaton.next.push(new Set());
  return automaton.reads.push(reads) - 1;
}

function link({ next, doubled }: PatternAutomaton, from: readonly number[], to: readonly number[]): void {
  for (const state of from) {
    for (const follower of to) {
      if (next[state]!.has(follower)) doubled.push([state, follower]);
      if (doubled.length > MAX_DOUBLED) throw new Unsafe();
      next[state]!.add(follower);
    }
  }
}

function addFragment(automaton: PatternAutomaton, node: PatternNode): Fragment {
  switch (node.kind) {
    case "assertion":
      return EMPTY;
    case "characters": {
      const state = addState(automaton, node.set);
      return { first: [state], last: [state], nullable: false };
    }
    case "sequence":
      return node.parts.reduce<Fragment>(
        (before, part) => follow(automaton, before, addFragment(automaton, part)),
        EMPTY,
      );
    case "choice": {
      const branches = node.branches.map((branch) => addFragment(automaton, branch));
      return {
        first: branches.flatMap(({ first }) => first),
        last: branches.flatMap(({ last }) => last),
        nullable: branches.some(({ nullable }) => nullable),
      };
    }
    default:
      return addRepeat(automaton, node);
  }
}

function follow(automaton: PatternAutomaton, before: Fragment, after: Fragment): Fragment {
  link(automaton, before.last, after.first);
  return {
    first: before.nullable ? [...before.first, ...after.first] : before.first,
    last: after.nullable ? [...before.last, ...after.last] : after.last,
    nullable: before.nullable && after.nullable,
  };
}

/**
 * Counted repeats become loops, which have at least as many ways to match. If the count is exact and the part matches in
 * one way, they become copies instead: a loop would make `(?:[a-f]{2}:){5}` look worse than it is.
 */
function addRepeat(automaton: PatternAutomaton, { body, min, max }: PatternNode & { kind: "repeat" }): Fragment {
  if (max === 0) return EMPTY;
  if (max === 1) return { ...addFragment(automaton, body), ...(min === 0 && { nullable: true }) };
  if (min === max && max <= MAX_COPIES && hasOneWay(body)) {
    const copies = Array.from({ length: max }, () => addFragment(automaton, body));
    return copies.reduce((before, after) => follow(automaton, before, after), EMPTY);
  }
  const loop = addFragment(automaton, body);
  // In `(a?){30}` there are very many ways to choose which of the thirty are empty.
  if (loop.nullable && (min > 1 || max !== Infinity)) throw new Unsafe();
  link(automaton, loop.last, loop.first);
  return min === 0 ? { ...loop, nullable: true } : loop;
}

function hasOneWay(node: PatternNode): boolean {
  switch (node.kind) {
    case "characters":
      return true;
    case "sequence":
      return node.parts.every(hasOneWay);
    case "repeat":
      return node.min === node.max && node.max <= MAX_COPIES && hasOneWay(node.body);
    default:
      return false;
  }
}
