import { UsageError } from "./usage-error.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `30s`, `2m`, `1h`; a bare number is seconds, as with other commands. */
export function parseDuration(text: string, option: string): number {
  const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(number) * (UNITS[unit] ?? Number.NaN));
  if (number !== "" && milliseconds > 0 && Number.isSafeInteger(milliseconds)) return milliseconds;
  throw new UsageError(`--${option} is "${text}": give a time such as 500ms, 30s or 2m.`);
}
