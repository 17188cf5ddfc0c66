/**
 * Mixes scores by words with similarities by meaning, both stretched to 0…1. The best by either measure are found even
 * if the other knows nothing about them. Words count more if they explain more of the request: the score of the best
 * operation is compared with the number of words in the request.
 */
export function fuseScores(
  lexical: Float64Array,
  similarities: ReadonlyArray<number | undefined>,
  asked: number,
): Float64Array {
  const most = lexical.reduce((best, score) => Math.max(best, score), 0);
  const share = most === 0 ? 0 : most / (most + asked);
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
    return share * words + (1 - share) * meaning;
  });
}
