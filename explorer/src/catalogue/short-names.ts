const GAP = "…";
/** Characters of the beginning and of the end that stay if names differ in their middle. */
const EDGE = 6;

/**
 * The names that are longer than `room` characters, cut so that no two of the list look alike. A name keeps its beginning
 * and its end; names that differ in neither keep the place where they differ.
 */
export function shortNames(names: readonly string[], room: number): ReadonlyMap<string, string> {
  const long = names.filter(({ length }) => length > room);
  const alike = new Map<string, string[]>();
  for (const name of long) {
    const cut = cutMiddle(name, room);
    alike.set(cut, [...(alike.get(cut) ?? []), name]);
  }
  const short = new Map<string, string>();
  const taken = new Set(names);
  for (const [cut, group] of alike) {
    const [only] = group;
    if (group.length === 1 && only !== undefined && !taken.has(cut)) {
      short.set(only, cut);
      taken.add(cut);
    }
  }
  for (const [, group] of alike) {
    for (const name of group) {
      if (short.has(name)) continue;
      const shown = cutAround(name, differsAt(name, group), room);
      // A full name is better than a short one that means two operations.
      if (taken.has(shown)) continue;
      short.set(name, shown);
      taken.add(shown);
    }
  }
  return short;
}

/** The end of a name often says more than its middle: `…_for_organisation`, `…_for_repository`. */
function cutMiddle(name: string, room: number): string {
  const tail = Math.floor((room - 1) / 2);
  return `${name.slice(0, room - 1 - tail)}${GAP}${name.slice(-tail)}`;
}

/** Keeps the beginning, the part from `at` on, and as much of the end as there is room for. */
function cutAround(name: string, at: number, room: number): string {
  const head = name.slice(0, EDGE);
  const tail = name.slice(-EDGE);
  const middle = name.slice(at, at + room - head.length - tail.length - 2 * GAP.length);
  return `${head}${GAP}${middle}${GAP}${tail}`;
}

/**
 * Where this name first differs from the others of its group. Starts a little earlier, so that a whole word is
 * readable.
 */
function differsAt(name: string, group: readonly string[]): number {
  let at = name.length;
  for (const other of group) {
    if (other === name) continue;
    let same = 0;
    while (same < at && name[same] === other[same]) same++;
    at = same;
  }
  const word = Math.max(name.lastIndexOf("_", at), name.lastIndexOf("-", at), name.lastIndexOf("/", at));
  return at - word <= EDGE && word >= 0 ? word + 1 : at;
}
