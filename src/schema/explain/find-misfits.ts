/** Finds those members of a large array or record that do not fit, at the cost of the check itself. */
import type { Check } from "../engine.ts";
import { compileSubCheck, knownSubCheck } from "./explained-root.ts";
import type { Explanation, KeywordSpot, SubSchema } from "./explanation.ts";
import { explainUnlessFits, isDone, ofMember, passes, readMember } from "./explanation.ts";

/** Below this many members, looking at each is cheaper than compiling a check for them. */
const WORTH_COMPILING = 32;

interface Members extends SubSchema {
  /** Names of properties, or, for an array, the range of its indices. */
  readonly keys: readonly string[] | { readonly from: number; readonly to: number };
}

/** Explains the members that do not fit the sub-schema, until the explanation is complete or its budget is spent. */
export function findMisfits(explanation: Explanation, spot: KeywordSpot, members: Members): void {
  const { keys } = members;
  const isRange = "from" in keys;
  const [from, to] = isRange ? [keys.from, keys.to] : [0, keys.length];
  const check = to - from > WORTH_COMPILING ? memberCheck(explanation, spot, members) : undefined;
  for (let index = from; index < to; index++) {
    if (isDone(explanation) || explanation.budget.members-- <= 0) return;
    const key = isRange ? index : (keys[index] as string);
    if (check !== undefined && passes(check, readMember(spot.value, key))) continue;
    if (!isHole(spot.value, key)) explainUnlessFits(explanation, ofMember(spot, members, key));
  }
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
