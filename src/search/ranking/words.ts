/** Splits text into words. Operations and queries are split in the same way, or they would not match. */

/** The most characters of a word. Longer ones are data, not words. */
const LONGEST_WORD = 40;
/** The most characters of a name that is taken apart. */
const LONGEST_NAME = 200;

/** The places where a name can be taken apart: `createIssue`, `HTTPServer`, `oauth2`. */
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const APOSTROPHE = /(?<=\p{L})['’](?:s\b)?/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SIMPLE = /^[a-z]+$/;
const PLAIN = /^[a-z\d]+$/;

/** The words of a text in lower case, without accents. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const whole of withoutApostrophes(text).match(WORD) ?? []) {
    const found = whole.slice(0, LONGEST_NAME);
    if (SIMPLE.test(found)) words.push(found.slice(0, LONGEST_WORD));
    else for (const part of found.split(SEAMS)) addWord(words, part.slice(0, LONGEST_WORD));
  }
  return words;
}

/** Few texts have any, and looking for one is faster than replacing none. */
function withoutApostrophes(text: string): string {
  return text.includes("'") || text.includes("’") ? text.replaceAll(APOSTROPHE, "") : text;
}

function addWord(words: string[], part: string): void {
  const lower = part.toLowerCase();
  const word = PLAIN.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  if (word === "") return;
  if (!UNSPACED.test(word)) words.push(word);
  else words.push(...pairs(Array.from(word)));
}

/** Pairs of characters serve as words in a script without spaces. */
function pairs(characters: readonly string[]): string[] {
  if (characters.length < 3) return [characters.join("")];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** The sentences of a request. */
export function splitSentences(text: string): string[] {
  return text.split(/[.!?;。！？]+(?=\s|$)|[\n\r]+/u).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
