/** Finds the name that a mistyped one probably means. */
import { editDistance } from "./edit-distance.ts";

/** A hint is not worth searching a huge registry or schema. */
const LONGEST_COMPARED = 100;
const MOST_COMPARED = 5000;

/** The allowed name that differs least from `name`: by two letters at most, and by fewer if the name is short. */
export function closestName(name: string, allowed: Iterable<string>): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  let best: string | undefined;
  let bestDistance = name.length < 3 ? 1 : name.length < 6 ? 2 : 3;
  const wanted = simplified(name);
  let compared = 0;
  for (const candidate of allowed) {
    if (++compared > MOST_COMPARED || bestDistance === 0) break;
    if (candidate.length > LONGEST_COMPARED) continue;
    const simple = simplified(candidate);
    if (Math.abs(simple.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, simple);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `user_id`, `user-id` and `userId` count as the same name. */
function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** ` Did you mean list?`, or nothing. */
export function didYouMean(name: string, allowed: Iterable<string>): string {
  const meant = closestName(name, allowed);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}
