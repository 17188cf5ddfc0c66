import type { Options } from "./parse-options.ts";
import { UsageError } from "./usage-error.ts";

/** Timers take about 24 days, and fire at once for more. */
const LONGEST = 24 * 24 * 3_600_000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** What `--timeout` says, in milliseconds. */
export function timeoutOf(options: Options): number | undefined {
  const text = options.text("timeout");
  return text === undefined ? undefined : parseDuration(text, "timeout");
}

/** `500ms`, `30s`, `2m`, `1h`; a bare number is seconds, as with other commands. */
export function parseDuration(text: string, option: string): number {
  const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(number) * (UNITS[unit] ?? Number.NaN));
  if (number !== "" && milliseconds > 0 && Number.isSafeInteger(milliseconds)) return Math.min(milliseconds, LONGEST);
  throw new UsageError(`--${option} is "${text}": give a time such as 500ms, 30s or 2m.`);
}
