/** Colours by the sixteen that every terminal has, so that they fit its theme. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type StyleName = keyof typeof CODES;
export type Style = Readonly<Record<StyleName, (text: string) => string>>;

export function createStyle(isOn: boolean): Style {
  const paint = ([name, [open, close]]: [string, readonly [number, number]]): [string, (text: string) => string] => [
    name,
    isOn ? (text) => `\u001b[${open}m${text}\u001b[${close}m` : (text) => text,
  ];
  return Object.fromEntries(Object.entries(CODES).map(paint)) as Style;
}

/** `FORCE_COLOR` counts most, as with Node itself; then `NO_COLOR` (no-color.org); then what the stream is. */
export function hasColours(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return false;
  return stream.isTTY === true;
}
