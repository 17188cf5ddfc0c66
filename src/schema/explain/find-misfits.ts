/** Finds the members of a large array or record that do not fit, at the cost of the check itself. */
import type { Check } from "../engine/engine.ts";
import { compileSubCheck, knownSubCheck } from "./explained-root.ts";
import type { Explanation, KeywordSpot, SubSchema } from "./explanation.ts";
import { explainUnlessFits, isDone, ofMember } from "./explanation.ts";

/** Below this many members, explaining each is cheaper than compiling a check for them. */
const WORTH_COMPILING = 32;

interface Members extends SubSchema {
  /** The names of properties, or the range of indices of an array. */
  readonly keys: readonly string[] | { readonly from: number; readonly to: number };
}

/** Explains members that do not fit the sub-schema, until the explanation is complete or its budget is spent. */
export function findMisfits(explanation: Explanation, spot: KeywordSpot, members: Members): void {
  const { keys } = members;
  const { budget } = explanation;
  const isRange = "from" in keys;
  const keyAt = isRange ? (index: number) => index : (index: number) => keys[index] as string;
  const [from, to] = isRange ? [keys.from, keys.to] : [0, keys.length];
  const check = to - from > WORTH_COMPILING ? memberCheck(explanation, spot, members) : undefined;
  for (let index = from; index < to && !isDone(explanation) && budget.members > 0; index++) {
    if (check !== undefined) {
      const next = nextMisfit(spot.value, check, { keyAt, from: index, to: Math.min(to, index + budget.members) });
      budget.members -= next - index;
      index = next;
    }
    budget.members--;
    const key = keyAt(index);
    if (index < to && !isHole(spot.value, key)) explainUnlessFits(explanation, ofMember(spot, members, key));
  }
}

interface Range {
  readonly keyAt: (index: number) => string | number;
  readonly from: number;
  readonly to: number;
}

/** The next member that the check refuses or that cannot be read; `to` if there is none. */
function nextMisfit(value: unknown, check: Check, { keyAt, from, to }: Range): number {
  let index = from;
  try {
    while (index < to && check((value as Record<string | number, unknown>)[keyAt(index)])) index++;
  } catch {
    // The member at `index` has a getter that throws, or is nested too deeply.
  }
  return index;
}

function memberCheck(explanation: Explanation, spot: KeywordSpot, { schema }: SubSchema): Check | undefined {
  if (typeof schema === "boolean") return () => schema;
  const known = knownSubCheck(explanation.root, schema);
  if (known !== undefined || explanation.budget.compilations-- <= 0) return known;
  return compileSubCheck(explanation.root, { schema, scope: spot.inner });
}

/** The engine skips the holes of a sparse array. */
function isHole(value: unknown, key: string | number): boolean {
  return typeof key === "number" && !(key in (value as object));
}
