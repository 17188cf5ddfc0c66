/** How many columns a text takes, and how to make it fit. */

let segmenter: Intl.Segmenter | undefined;

/** East Asian wide and full-width characters, and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const PLAIN = /^[\u0020-\u007e]*$/;

/** Made when it is first needed: it takes longer to make than many commands take. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

function widthOfCharacter(character: string): number {
  return WIDE.test(character) ? 2 : 1;
}

/** Of a text without control characters. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += widthOfCharacter(segment);
  return width;
}

/** Cuts a text to a width, and shows that it was cut. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let [fitted, used] = ["", 0];
  for (const { segment } of graphemes(text)) {
    used += widthOfCharacter(segment);
    if (used > width - 1) break;
    fitted += segment;
  }
  return width < 1 ? "" : `${fitted.trimEnd()}…`;
}

export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
