/** How text becomes the terms that are indexed and searched for; the same for both, or they would not meet. */

/** Longer ones are no words. */
const LONGEST_TERM = 40;

/** Words that say nothing about an operation. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by can do does for from how i if in into is it its me my of on or our please some that the their them these this those to want was we what when which will with you your".split(
    " ",
  ),
);

/** Where a camelCase word can be taken apart: `createIssue`, `HTTPServer`. */
const SEAMS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words of a text, and the parts of those that are written in camelCase. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.split(/[^\p{L}\p{N}\p{M}]+/u)) {
    if (word === "") continue;
    words.push(word);
    const parts = word.split(SEAMS);
    if (parts.length > 1) words.push(...parts);
  }
  return words;
}

/** One form for a word's many: no case, no accents, no plural. Undefined for what is not worth a term. */
export function toTerm(word: string): string | undefined {
  const term = withoutAccents(word.slice(0, LONGEST_TERM).toLowerCase());
  if (term === "" || STOP_WORDS.has(term)) return undefined;
  return singular(term);
}

function withoutAccents(word: string): string {
  return /^\w*$/.test(word) ? word : word.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** Roughly: what matters is that both forms of a word come out as one, not that it is the right one. */
function singular(term: string): string {
  if (term.length <= 3 || !term.endsWith("s") || /(ss|us|is)$/.test(term)) return term;
  if (term.endsWith("ies")) return `${term.slice(0, -3)}y`;
  return /(ch|sh|x|ss)es$/.test(term) ? term.slice(0, -2) : term.slice(0, -1);
}
