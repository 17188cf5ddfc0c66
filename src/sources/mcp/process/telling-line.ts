/** Parts of a stack or of the code around it, and what runtimes add below it. */
const NOISE =
  /^\s*(?:at\s|\^|~+|\||File "|Traceback|During handling|The above exception|Node\.js v|npm (?:error|ERR!) A complete log|node:internal|throw\b|\d+ \||[{}[\]();,]+$|$)|^\S*:\d+$/;
/** Something is missing or refused: a setting by its name, a key, a right, a file. */
const CAUSE =
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:missing|required|not set|unset|must (?:be set|provide|have)|please (?:set|provide)|api[ _-]?key|unauthori[sz]ed|forbidden|permission denied|not found|no such|cannot find|can't find|could not find|EADDRINUSE|ENOENT|E404)\b/i;
const ERROR = /error|exception|fatal|panic|fail/i;
const LONGEST = 500;

/** Of the lines that a process wrote before it ended, the one that says why. Empty if there is none. */
export function tellingLine(lines: readonly string[]): string {
  const told = lines.filter((line) => !NOISE.test(line));
  const found = told.find((line) => CAUSE.test(line)) ?? told.findLast((line) => ERROR.test(line)) ?? told.at(-1) ?? "";
  const line = found.trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
