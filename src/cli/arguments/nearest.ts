/** What somebody who mistyped a name may have meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  // A third may be wrong: more is another word.
  let least = Math.ceil(name.length / 3) + 1;
  let found: string | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    found = candidate;
  }
  return found;
}

/** ` Did you mean "list"?`, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const meant = name.length > LONGEST_NAME ? undefined : nearest(name, known);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

const LONGEST_NAME = 200;

/** How many letters must be changed, added or left out. */
function editDistance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      next.push(Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + change));
    }
    last = next;
  }
  return last[other.length] ?? 0;
}
