/** More candidates than this are not compared: a hint is not worth walking a huge registry. */
const MOST_COMPARED = 5000;
const LONGEST_COMPARED = 100;

/** The names most like `name`, best first: for "did you mean". */
export function closestNames(name: string, candidates: Iterable<string>, most = 3): string[] {
  if (name.length > LONGEST_COMPARED) return [];
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.floor(name.length / 3));
  const close: Array<{ candidate: string; distance: number }> = [];
  let compared = 0;
  for (const candidate of candidates) {
    if (++compared > MOST_COMPARED) break;
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= limit) close.push({ candidate, distance });
  }
  return close
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[b.length] as number;
}
