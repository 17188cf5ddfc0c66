/** The baseline: BM25 over one text per operation (k1 1.2, b 0.75, camelCase split, a short stop list, suffixes cut off). */
import { operationId } from "../../src/operation/operation-id.ts";
import type { OperationSpec } from "../../src/operation/operation-spec.ts";
import { parameterTexts } from "../../src/search/parameter-texts.ts";

const STOP_WORDS = new Set(
  "a an and are as at be by can do for from how i in is it me my of on or that the this to what with you your".split(
    " ",
  ),
);

/** Returns the ids that fit a query, best first. */
export function plainBM25(specs: readonly OperationSpec[]): (query: string) => string[] {
  const documents = specs.map((spec) => {
    const { namespace, name, title = "", description } = spec;
    const parameters = parameterTexts(spec).flatMap((each) => [each.name, each.description]);
    return { id: operationId(spec), words: wordsOf([namespace, name, title, description, ...parameters].join(" ")) };
  });
  const counts = documents.map(({ words }) => countsOf(words));
  const spread = new Map<string, number>();
  for (const each of counts) for (const word of each.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const mean = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  return (query) => {
    const asked = new Set(wordsOf(query));
    const scored = documents.map(({ id, words }, at) => {
      let score = 0;
      for (const word of asked) {
        const count = counts[at]?.get(word) ?? 0;
        const within = spread.get(word) ?? 0;
        const rarity = Math.log(1 + (documents.length - within + 0.5) / (within + 0.5));
        score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / mean));
      }
      return { id, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ id }) => id);
  };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "" && !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=...)(?:ing|ed|es|s)$/, ""));
}
