import { structuredPatch } from "diff";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";

const CONTEXT_LINES = 3;

/** The file may hold keys of other servers, and screens are shared. */
function withoutSecrets(line: string): string {
  return line
    .replaceAll(/("?[\w-]*(?:token|secret|passw|key|auth|credential)[\w-]*"?\s*[:=]\s*")[^"]+"/gi, '$1…"')
    .replaceAll(/\b(Bearer\s+)[^\s"']+/gi, "$1…")
    .replaceAll(/(\/\/[^/\s"@:]*:)[^/\s"@]+@/g, "$1…@")
    .replaceAll(/([?&][\w-]*(?:token|secret|key|auth)[\w-]*=)[^&"\s]+/gi, "$1…");
}

/** The lines that a change takes out and puts in, with a few around them. */
export function showDiff(before: string, after: string, style: Style): string {
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT_LINES });
  const lines = hunks.flatMap(({ lines: changed }, index) => [...(index === 0 ? [] : ["  …"]), ...changed]);
  return lines
    .filter((line) => !line.startsWith("\\"))
    .map((line) => {
      const text = `  ${safeText(withoutSecrets(line.replace(/\r$/, "")))}`;
      return line.startsWith("+") ? style.green(text) : line.startsWith("-") ? style.red(text) : text;
    })
    .join("\n");
}
