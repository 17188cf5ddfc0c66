/** The quality of rankings, as means from 0 to 1. */
export interface Quality {
  readonly ndcg5: number;
  readonly recall5: number;
  readonly recall10: number;
}

export interface RankedAnswer {
  readonly found: readonly string[];
  readonly gold: ReadonlySet<string>;
}

export function meanQuality(answers: readonly RankedAnswer[]): Quality {
  const mean = (of: (answer: RankedAnswer) => number): number =>
    answers.reduce((sum, answer) => sum + of(answer), 0) / answers.length;
  return {
    ndcg5: mean(ndcg),
    recall5: mean((answer) => recall(answer, 5)),
    recall10: mean((answer) => recall(answer, 10)),
  };
}

/** Binary gains. The ideal is the gold that fits into five. */
function ndcg({ found, gold }: RankedAnswer): number {
  const discount = (at: number): number => 1 / Math.log2(at + 2);
  const gain = found.slice(0, 5).reduce((sum, id, at) => sum + (gold.has(id) ? discount(at) : 0), 0);
  const ideal = Array.from({ length: Math.min(5, gold.size) }, (_, at) => discount(at)).reduce(
    (sum, each) => sum + each,
    0,
  );
  return gain / ideal;
}

function recall({ found, gold }: RankedAnswer, first: number): number {
  return found.slice(0, first).filter((id) => gold.has(id)).length / gold.size;
}
