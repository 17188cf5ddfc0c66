import { stemmer } from "stemmer";
import { remember } from "./remember.ts";

/** A word and the forms that it counts as. */
export interface Word {
  readonly text: string;
  /** Without its plural. */
  readonly singular: string;
  readonly stem: string;
}

export const toWord: (text: string) => Word = remember((text) => ({
  text,
  singular: singular(text),
  // Without the endings of English words: `connected` and `connections` become `connect`.
  stem: stemmer(text),
}));

/** Removes plurals only. What matters is that both forms of a word become one, not that it is the right one. */
function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
