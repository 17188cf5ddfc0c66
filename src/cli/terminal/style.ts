/** The colours that every terminal has: they fit its theme. */
const STYLES = ["bold", "dim", "red", "green", "yellow", "blue", "magenta", "cyan"] as const;

export type StyleName = (typeof STYLES)[number];
export type Style = Readonly<Record<StyleName, (text: string) => string>>;

export function createStyle(isOn: boolean): Style {
  // Not imported: an import would read all of its exports, and some of them load more of Node's modules.
  const { styleText } = process.getBuiltinModule("node:util");
  // `hasColours` has decided already: Node would look at its own standard output instead.
  const paint = (name: StyleName) => (text: string) => (isOn ? styleText(name, text, { validateStream: false }) : text);
  return Object.fromEntries(STYLES.map((name) => [name, paint(name)])) as Style;
}

/** `FORCE_COLOR` wins, as in Node itself. Then `NO_COLOR` (no-color.org) counts, then whether it is a terminal. */
export function hasColours(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return false;
  return stream.isTTY === true;
}
