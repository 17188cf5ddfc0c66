import { stemmer } from "stemmer";

/** Makes one form of the many that a word has. */
export type Stem = (word: string) => string;

/** Removes plurals only. What matters is that both forms of a word become one, not that it is the right one. */
export function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Removes the endings of English words: `connected` and `connections` become `connect`. */
export function stemmed(word: string): string {
  return stemmer(word);
}
