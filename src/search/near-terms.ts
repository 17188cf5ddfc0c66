/** Finds the terms that a word which no operation has may stand for: `repos` is `repository`, `isue` is `issue`. */

const SHORTEST_PREFIX = 3;
const SHORTEST_MISSPELT = 4;
const MOST_TERMS = 20;
const PREFIX_WEIGHT = 0.6;
const MISSPELT_WEIGHT = 0.5;

export interface NearTerm {
  readonly term: string;
  readonly weight: number;
}

/** The nearest first. */
export function nearTerms(word: string, terms: Iterable<string>): NearTerm[] {
  if (word.length < SHORTEST_PREFIX) return [];
  const most = word.length < SHORTEST_MISSPELT ? 0 : word.length < 8 ? 1 : 2;
  const near: NearTerm[] = [];
  for (const term of terms) {
    if (term.startsWith(word)) near.push({ term, weight: PREFIX_WEIGHT * (word.length / term.length) ** 0.5 });
    else if (Math.abs(term.length - word.length) <= most && term.length >= SHORTEST_MISSPELT) {
      const distance = editDistance(word, term, most);
      if (distance <= most) near.push({ term, weight: MISSPELT_WEIGHT / distance });
    }
  }
  return near.sort((one, other) => other.weight - one.weight).slice(0, MOST_TERMS);
}

/** Changed, missing, added and swapped characters; more than `most` where there are more. */
function editDistance(one: string, other: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      let cost = Math.min(above[at]! + 1, current[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1));
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        cost = Math.min(cost, before[at - 2]! + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    [before, above] = [above, current];
  }
  return above[other.length]!;
}
