import { shorten } from "./short-text.ts";

/** Why an operation should no longer be called, and what to call instead. Dates are `2026-03-01` or RFC 3339 times. */
export interface Deprecation {
  /** Why, or what callers should know: a sentence or two. */
  readonly reason?: string | undefined;
  /** The id of the operation to call instead. */
  readonly successor?: string | undefined;
  /** When it became, or becomes, deprecated. */
  readonly since?: string | undefined;
  /** When it is expected to stop answering. The library does not stop it. */
  readonly sunset?: string | undefined;
}

/** What `deprecated` says; undefined for an operation that is not deprecated. */
export function toDeprecation(deprecated: boolean | Deprecation | undefined): Deprecation | undefined {
  return typeof deprecated === "boolean" ? (deprecated ? {} : undefined) : deprecated;
}

const LONGEST_REASON = 400;

/** What callers should know, on one line of bounded length: the successor, the reason, the dates. May be empty. */
export function deprecationText({ reason = "", successor, since, sunset }: Deprecation): string {
  const why = shorten(
    reason
      .slice(0, 4 * LONGEST_REASON)
      .replaceAll(/\s+/g, " ")
      .trim(),
    LONGEST_REASON,
  );
  return [
    successor === undefined ? "" : `Use ${shorten(successor, 200)} instead.`,
    why === "" || /[.!?…]$/.test(why) ? why : `${why}.`,
    since === undefined ? "" : `Deprecated since ${since}.`,
    sunset === undefined ? "" : `It is expected to end on ${sunset}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The same text, as a note that precedes a description. */
export function deprecationNote(deprecation: Deprecation): string {
  const text = deprecationText(deprecation);
  return text === "" ? "Deprecated." : `Deprecated: ${text}`;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/** The milliseconds of a date (at midnight UTC) or of an RFC 3339 time; undefined for any other text. */
export function instantOf(text: string): number | undefined {
  const [, date] = DATE.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00:00Z`);
  // `Date` takes the 31st of February for a day in March.
  if (date === undefined || Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return undefined;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? undefined : instant;
}

/** The description for readers who see no other member. For a deprecated operation, it begins with a note. */
export function notedDescription({
  description,
  deprecated,
}: {
  readonly description: string;
  readonly deprecated?: boolean | Deprecation | undefined;
}): string {
  const deprecation = toDeprecation(deprecated);
  if (deprecation === undefined) return description;
  return [deprecationNote(deprecation), description].filter((text) => text !== "").join("\n\n");
}
