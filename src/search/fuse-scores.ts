/** How much the words count beside the meaning. */
const LEXICAL_SHARE = 0.5;

/**
 * Mixes scores by words with similarities by meaning, both stretched to 0…1. The best by either measure are found even where
 * the other knows nothing of them.
 */
export function fuseScores(lexical: Float64Array, similarities: ReadonlyArray<number | undefined>): Float64Array {
  const most = lexical.reduce((best, score) => Math.max(best, score), 0);
  let [low, high] = [Infinity, -Infinity];
  for (const value of similarities) {
    if (value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return lexical.map((score, at) => {
    const words = most === 0 ? 0 : score / most;
    const value = similarities[at];
    const meaning = value === undefined || high <= low ? 0 : (value - low) / (high - low);
    return LEXICAL_SHARE * words + (1 - LEXICAL_SHARE) * meaning;
  });
}
