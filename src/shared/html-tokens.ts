/**
 * The HTML that authors write in descriptions, as data. Only elements that format a text are read. Anything else in angle
 * brackets, such as `<id>` or a script, stays text: it is shown, and never run.
 */
import { decodeEntities } from "./entities.ts";

export type HTMLToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string };

/** `b` is read as `strong`, and so on: these mean the same. */
const SAME: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  cite: "em",
  dfn: "em",
  var: "em",
  strike: "del",
  s: "del",
  kbd: "code",
  samp: "code",
  tt: "code",
};

const NAMES: ReadonlySet<string> = new Set(
  (
    "a abbr blockquote br caption center code dd del details div dl dt em font h1 h2 h3 h4 h5 h6 hr img ins li mark " +
    "ol p pre q section small span strong sub summary sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
);

/** Elements without content. */
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);

const MARK = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)(\s[^<>]*|\/)?>/gi;
/** A name is only looked for where one begins: looking at each of its letters takes time that grows with the square. */
const ATTRIBUTE = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

export function htmlTokens(html: string): HTMLToken[] {
  const tokens: HTMLToken[] = [];
  const addText = (text: string): void => {
    if (text !== "") tokens.push({ kind: "text", text: decodeEntities(text) });
  };
  let end = 0;
  for (const match of html.matchAll(MARK)) {
    const token = readMark(match);
    if (token === undefined) continue;
    addText(html.slice(end, match.index));
    end = match.index + match[0].length;
    if (token !== "nothing") tokens.push(token);
  }
  addText(html.slice(end));
  return tokens;
}

/** Undefined for what stays text. */
function readMark([whole, slash, written = "", rest = ""]: RegExpExecArray): HTMLToken | "nothing" | undefined {
  if (whole.startsWith("<!--")) return "nothing";
  const lower = written.toLowerCase();
  const name = Object.hasOwn(SAME, lower) ? SAME[lower]! : lower;
  if (!NAMES.has(name)) return undefined;
  if (slash === "/") return VOID.has(name) ? "nothing" : { kind: "close", name };
  const attributes = Array.from(rest.matchAll(ATTRIBUTE), ([, key = "", double, single, bare]) => {
    return [key.toLowerCase(), decodeEntities(double ?? single ?? bare ?? "")] as const;
  });
  return { kind: "open", name, attributes: new Map(attributes) };
}
