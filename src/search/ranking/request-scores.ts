/** How well operations fit a request, by slot. */
export interface RequestScores {
  readonly whole: Float64Array;
  /** Each sentence by itself; none if the request is a single sentence. */
  readonly sentences: readonly Float64Array[];
}

/** How much the best sentence of a request counts beside the whole. */
const SENTENCE_SHARE = 0.5;

/** The whole request, and the sentence that fits best: a caller that asks for several things wants each of them. */
export function wholeAndBest({ whole, sentences }: RequestScores): Float64Array {
  const [first, ...others] = sentences;
  if (first === undefined) return whole;
  const best = first.slice();
  for (const sentence of others) {
    for (let slot = 0; slot < best.length; slot++) {
      const score = sentence[slot] as number;
      if (score > (best[slot] as number)) best[slot] = score;
    }
  }
  return whole.map((score, slot) => (1 - SENTENCE_SHARE) * score + SENTENCE_SHARE * (best[slot] as number));
}
