/** The colours of code in the documentation. They load after the text, which is readable without them. */
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
import { parser as javascript } from "@lezer/javascript";
import { parser as json } from "@lezer/json";

export interface CodePart {
  readonly text: string;
  /** Empty for text without a colour. */
  readonly look: string;
}

const looks = tagHighlighter([
  { tag: tags.propertyName, class: "code-name" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "code-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "code-number" },
  { tag: tags.keyword, class: "code-word" },
  { tag: [tags.typeName, tags.className], class: "code-type" },
  { tag: tags.comment, class: "code-comment" },
]);

const typescript = javascript.configure({ dialect: "ts" });

const parsers: Readonly<Record<string, typeof javascript>> = {
  ts: typescript,
  tsx: javascript.configure({ dialect: "ts jsx" }),
  js: typescript,
  json,
  jsonc: typescript,
};

export function highlight(text: string, language: string): CodePart[] {
  const parser = Object.hasOwn(parsers, language) ? parsers[language] : undefined;
  if (parser === undefined) return lineColours(text, language);
  const parts: CodePart[] = [];
  highlightCode(
    text,
    parser.parse(text),
    looks,
    (part, look) => parts.push({ text: part, look }),
    () => parts.push({ text: "\n", look: "" }),
  );
  return parts;
}

/** Comments, and in YAML the names. */
const LINE = /^(\s*(?:- )?)([\w.$-]+|"[^"\n]+")(?=:(?:\s|$))|(?<=^|\s)#.*$/gm;
const COMMENT = /(?<=^|\s)#.*$/gm;

function lineColours(text: string, language: string): CodePart[] {
  const isYaml = language === "yaml";
  if (!isYaml && language !== "sh") return [{ text, look: "" }];
  const parts: CodePart[] = [];
  let end = 0;
  for (const found of text.matchAll(isYaml ? LINE : COMMENT)) {
    const [whole, lead = "", name] = found;
    const start = found.index + lead.length;
    parts.push({ text: text.slice(end, start), look: "" });
    end = found.index + whole.length;
    parts.push({ text: text.slice(start, end), look: name === undefined ? "code-comment" : "code-name" });
  }
  return [...parts, { text: text.slice(end), look: "" }];
}
