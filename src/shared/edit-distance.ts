/** How many letters are added, dropped, replaced, or swapped with their neighbour between two words. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      let cost = Math.min(above[at]! + 1, current[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1));
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        cost = Math.min(cost, before[at - 2]! + 1);
      current.push(cost);
    }
    [before, above] = [above, current];
  }
  return above[other.length]!;
}
