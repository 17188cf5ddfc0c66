/** Remembers the results of a pure function for short texts that recur, such as common parameters. */
const MOST_RESULTS = 5000;
const LONGEST_TEXT = 500;

export function remember<TResult>(compute: (text: string) => TResult): (text: string) => TResult {
  const known = new Map<string, TResult>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return compute(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(text);
    if (known.size >= MOST_RESULTS) known.clear();
    known.set(text, result);
    return result;
  };
}
