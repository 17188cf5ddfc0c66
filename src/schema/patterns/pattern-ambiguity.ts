/** Finds out whether longer texts can lead through an automaton in ever more ways. */
import type { PatternAutomaton } from "./pattern-automaton.ts";

/** How many choices outside loops a text may meet. Each doubles the ways, but only once. */
const MAX_CHOICE_BITS = 10;

/** Returns true as well if the budget runs out first. Takes the steps that it makes from the budget. */
export function findAmbiguity(automaton: PatternAutomaton, budget: { steps: number }): boolean {
  const search: Search = { ...automaton, components: loopsOf(automaton.next), budget };
  const { components } = search;
  try {
    return (
      choiceBits(search) > MAX_CHOICE_BITS ||
      automaton.doubled.some(([from, to]) => components.some((loop) => loop.has(from) && loop.has(to))) ||
      components.some((loop) => loopsTwice(search, loop)) ||
      components.some((loop) => components.some((later) => later !== loop && feeds(search, loop, later)))
    );
  } catch (error) {
    if (error instanceof OutOfSteps) return true;
    throw error;
  }
}

interface Search extends PatternAutomaton {
  /** The sets of states that share a cycle. */
  readonly components: readonly ReadonlySet<number>[];
  readonly budget: { steps: number };
}

class OutOfSteps extends Error {}

function countStep(search: Search): void {
  if (--search.budget.steps < 0) throw new OutOfSteps();
}

function choiceBits(search: Search): number {
  const { reads, next, doubled } = search;
  let bits = doubled.length;
  for (const followers of next) {
    const list = [...followers];
    let most = 1;
    // The largest number of followers that share a character with one of them: a cheap upper bound.
    for (const one of list) {
      const sharing = list.filter((other) => {
        countStep(search);
        return (reads[one]! & reads[other]!) !== 0n;
      });
      most = Math.max(most, sharing.length);
    }
    bits += Math.log2(most);
  }
  return bits;
}

/** Strongly connected components that hold a cycle (Kosaraju's algorithm, on a graph of a few hundred states). */
function loopsOf(next: readonly ReadonlySet<number>[]): Set<number>[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (let state = 0; state < next.length; state++) finishOrder(next, state, { seen, order });
  const previous = next.map(() => new Set<number>());
  next.forEach((followers, state) => {
    for (const follower of followers) previous[follower]!.add(state);
  });
  const taken = new Set<number>();
  const components: Set<number>[] = [];
  for (const state of order.toReversed()) {
    if (taken.has(state)) continue;
    const component = reachable([state], (at) => [...previous[at]!].filter((before) => !taken.has(before)));
    for (const member of component) taken.add(member);
    if (component.size > 1 || next[state]!.has(state)) components.push(component);
  }
  return components;
}

function finishOrder(
  next: readonly ReadonlySet<number>[],
  start: number,
  { seen, order }: { seen: Set<number>; order: number[] },
): void {
  if (seen.has(start)) return;
  seen.add(start);
  const stack = [{ state: start, followers: next[start]!.values() }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.followers.next();
    if (step.done === true) {
      order.push(top.state);
      stack.pop();
    } else if (!seen.has(step.value)) {
      seen.add(step.value);
      stack.push({ state: step.value, followers: next[step.value]!.values() });
    }
  }
}

function reachable<T>(starts: readonly T[], followers: (at: T) => readonly T[]): Set<T> {
  const found = new Set(starts);
  for (const at of found) for (const follower of followers(at)) found.add(follower);
  return found;
}

/** Whether some text leads around the loop, back to its start, in two ways. Matching is then exponential. */
function loopsTwice(search: Search, loop: ReadonlySet<number>): boolean {
  const size = search.reads.length;
  const pairsAfter = (pair: number): number[] => {
    const [left, right] = [Math.floor(pair / size), pair % size];
    return followers(search, loop, left).flatMap((a) =>
      followers(search, loop, right).flatMap((b) => {
        countStep(search);
        return (search.reads[a]! & search.reads[b]!) === 0n ? [] : [a * size + b];
      }),
    );
  };
  const before = new Map<number, number[]>();
  const found = reachable(
    [...loop].map((state) => state * size + state),
    (pair) => {
      const after = pairsAfter(pair);
      for (const next of after) before.set(next, [...(before.get(next) ?? []), pair]);
      return after;
    },
  );
  const together = [...found].filter((pair) => Math.floor(pair / size) === pair % size);
  const meetsAgain = reachable(together, (pair) => before.get(pair) ?? []);
  return meetsAgain.size > together.length;
}

function followers({ next }: Search, within: ReadonlySet<number>, state: number): number[] {
  return [...next[state]!].filter((follower) => within.has(follower));
}

/** Whether some text leads around both loops and from the first to the second. Matching is then quadratic, or worse for a row of loops. */
function feeds(search: Search, first: ReadonlySet<number>, second: ReadonlySet<number>): boolean {
  const [entry] = first;
  const fromFirst = reachable([entry!], (state) => [...search.next[state]!]);
  if (![...second].some((state) => fromFirst.has(state))) return false;
  return [...first].some((p) => [...second].some((q) => findsTriple(search, { first, second, p, q })));
}

interface Triple {
  readonly first: ReadonlySet<number>;
  readonly second: ReadonlySet<number>;
  readonly p: number;
  readonly q: number;
}

function findsTriple(search: Search, { first, second, p, q }: Triple): boolean {
  const { reads, next } = search;
  const size = reads.length;
  const key = (a: number, b: number, c: number): number => (a * size + b) * size + c;
  const goal = key(p, q, q);
  const found = reachable([key(p, p, q)], (at) => {
    const [a, b, c] = [Math.floor(at / size / size), Math.floor(at / size) % size, at % size];
    return followers(search, first, a).flatMap((nextA) =>
      followers(search, second, c).flatMap((nextC) => {
        const shared = reads[nextA]! & reads[nextC]!;
        if (shared === 0n) return [];
        return [...next[b]!].flatMap((nextB) => {
          countStep(search);
          return (shared & reads[nextB]!) === 0n ? [] : [key(nextA, nextB, nextC)];
        });
      }),
    );
  });
  return found.has(goal);
}
