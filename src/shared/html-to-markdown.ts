import { htmlTokens } from "./html-tokens.ts";
import type { HTMLToken } from "./html-tokens.ts";

/** Markdown for the start and the end of an element. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  strong: ["**", "**"],
  em: ["*", "*"],
  del: ["~~", "~~"],
  code: ["`", "`"],
  q: ["“", "”"],
  br: ["\n", ""],
  hr: ["\n\n---\n\n", ""],
  li: ["\n- ", ""],
  dt: ["\n", ""],
  dd: ["\n  ", ""],
  tr: ["\n", ""],
  td: ["", "  "],
  th: ["", "  "],
  pre: ["\n\n", "\n\n"],
};

/** Elements that stand apart from the text around them. */
const BLOCK = /^(?:p|div|section|details|summary|blockquote|center|table|ul|ol|dl|h[1-6])$/;
/** Code in Markdown, whose brackets are no HTML. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;
// No `\s`, and a look behind: descriptions come from outside, and may be nothing but line breaks or spaces.
const NOTE = /^([ \t]*>[ \t]*)\[!(note|tip|important|warning|caution)\][ \t]*(?:\r?\n[ \t]*>[ \t]*)?/gim;
const TRAILING_SPACES = /(?<![ \t])[ \t]+\n/g;

/** A description for places that show plain text: without HTML, and with GitHub's notes as words. */
export function htmlToMarkdown(description: string): string {
  const text = description.includes("[!") ? description.replaceAll(NOTE, noteWord) : description;
  if (!/[<&]/.test(text)) return text;
  const parts = text.split(CODE).map((part, index) => (index % 2 === 1 ? part : textOf(htmlTokens(part))));
  return parts
    .join("")
    .replaceAll(TRAILING_SPACES, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function noteWord(_whole: string, quote: string, kind: string): string {
  return `${quote}${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}: `;
}

function textOf(tokens: readonly HTMLToken[]): string {
  let text = "";
  /** Where the open link leads. */
  let href: string | undefined;
  for (const token of tokens) {
    if (token.kind === "text") text += token.text;
    else if (token.name === "a") {
      if (href !== undefined) text += `](${href})`;
      href = token.kind === "open" ? token.attributes.get("href") : undefined;
      if (href !== undefined) text += "[";
    } else if (token.kind === "open" && token.name === "img") text += token.attributes.get("alt") ?? "";
    else if (BLOCK.test(token.name)) text += "\n\n";
    else text += MARKS[token.name]?.[token.kind === "open" ? 0 : 1] ?? "";
  }
  return href === undefined ? text : `${text}](${href})`;
}
