/** What a person is asked to trust: nothing of it may be cut, hidden or imitated. */
import { wrapWhole } from "./fit-text.ts";

/** All of a text, in lines whose indent shows that they belong together. */
export function wholeLines(text: string, room: number): string[] {
  return wrapWhole(exactLine(text), room).map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** What a terminal would not show, or would show elsewhere: controls, formats, line ends, spaces that are none. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function exactLine(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
