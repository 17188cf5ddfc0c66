import { describeChange } from "../../entries/hub.ts";
import type { SourceChanges, Verdict } from "../../entries/hub.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

const MOST_SHOWN = 200;
const LONGEST_LINE = 300;

/**
 * What differs from the lock, for people: one line per difference. `stale`: what it holds and the config no longer has.
 */
export function changeReport(
  sources: readonly SourceChanges[],
  { style }: Terminal,
  stale: readonly string[] = [],
): string {
  const paint: Record<Verdict, (text: string) => string> = {
    breaking: (text) => style.red(text),
    look: (text) => style.yellow(text),
    compatible: (text) => style.green(text),
  };
  const changed = sources.flatMap(({ source, kind, state, changes }) => {
    const label = `${style.bold(safeLine(source))} ${style.dim(kind)}`;
    if (state === "unlocked") return [`${style.yellow("!")} ${label}  is not in the lock: run "operations lock"`];
    if (state === "absent") return [`${style.dim("-")} ${label}  is not connected, so it is not compared`];
    return changes.flatMap(({ operation, changes: differences, isRefused }) =>
      differences.map((change) => {
        const verdict = paint[change.verdict](change.verdict === "look" ? "review" : change.verdict);
        const note = isRefused ? style.dim(" (kept quarantined)") : "";
        const text = safeLine(describeChange(change)).slice(0, LONGEST_LINE);
        return `  ${verdict} ${safeLine(`${source}.${operation}`)}: ${text}${note}`;
      }),
    );
  });
  const gone = stale.map((name) => {
    return `${style.yellow("!")} ${safeLine(name)}  is in the lock, and the config no longer has it: run "operations lock"`;
  });
  const lines = [...changed, ...gone];
  if (lines.length === 0) return `${style.green("✔")} operations.lock  the sources match it\n`;
  const more = lines.length > MOST_SHOWN ? [style.dim(`  … and ${lines.length - MOST_SHOWN} more`)] : [];
  return [...lines.slice(0, MOST_SHOWN), ...more, ""].join("\n");
}
