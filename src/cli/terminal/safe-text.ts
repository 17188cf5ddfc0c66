/**
 * Text from outside on a terminal: an escape sequence in a description must not move the cursor or change the title.
 */

// oxlint-disable-next-line no-control-regex -- matches what is escaped; newline and tab stay
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes control characters and those that change the direction of a line. */
export function safeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
}

/** The same on one line. */
export function safeLine(text: string): string {
  return safeText(text).replaceAll(/\s+/g, " ").trim();
}
