import { unwritableResult } from "../errors/unwritable-result.ts";
import { approximateSize } from "../shared/json/data-size.ts";
import { shorten } from "../shared/short-text.ts";
import { LARGE_TEXT, spendTurn } from "../shared/time/turns.ts";
import { tokensIn } from "./answer-tokens.ts";
import { cutValue } from "./cut-value.ts";
import { describeLeftOut } from "./left-out.ts";
import type { LeftOut } from "./left-out.ts";
import type { AnswerHandle } from "./kept-answers.ts";

/** What is known about an answer that was cut. */
export interface AnswerPart {
  /** What is missing. */
  readonly left: readonly LeftOut[];
  /** How many more places lack something. */
  readonly more: number;
  /** Characters of the whole answer as JSON; absent if it is too large to be counted. */
  readonly size?: number;
  /** The handle with which the caller reads the rest; absent if the answer is not kept. */
  readonly handle?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** An answer that was cut to a budget. */
export interface FittedAnswer {
  /** A part of the answer, of the same type: plain JSON. */
  readonly value: unknown;
  /** Its JSON. */
  readonly text: string;
  /** Says what is missing, and how to get it. */
  readonly note: string;
  readonly part: AnswerPart;
}

export interface FitOptions {
  /** Characters for the text and the note together. */
  readonly room: number;
  /** Keeps the JSON of the whole. Absent if the caller cannot read the rest. */
  readonly keep?: ((text: string) => AnswerHandle | undefined) | undefined;
  /** How to read the rest, in words: with a handle, from the first place where something is missing. */
  readonly readOn: (handle: string, missing: LeftOut) => string;
  /** What to do if the whole is not kept, in words. */
  readonly advice: string;
}

/** Larger answers are neither serialised as a whole nor kept: that would hold up other callers. */
export const LARGEST_ANSWER = 32 * 2 ** 20;
const LONGEST_NOTE = 1600;

/** Whether the JSON of a value is too long to be written. */
export function isVeryLarge(value: unknown): boolean {
  return approximateSize(value, LARGEST_ANSWER) >= LARGEST_ANSWER;
}

/** Cuts an answer whose JSON, `text`, is longer than the room. Without `text` it is very large. */
export function fitAnswer(value: unknown, text: string | undefined, options: FitOptions): FittedAnswer {
  const { left, more, ...cut } = cutValue(value, roomBesideNote(options.room));
  const part = keepWhole(text, { left, more }, options);
  return { ...cut, note: describePart(part, { ...options, shown: cut.text.length }), part };
}

/** Keeps the whole, and says what is missing of it. Without `text` it is very large, and not kept. */
export function keepWhole(
  text: string | undefined,
  { left, more }: Pick<AnswerPart, "left" | "more">,
  { keep }: Pick<FitOptions, "keep">,
): AnswerPart {
  return text === undefined ? { left, more } : { left, more, size: text.length, ...keep?.(text) };
}

/** What a note leaves of the room. */
export function roomBesideNote(room: number): number {
  return room - noteRoom(room);
}

function noteRoom(room: number): number {
  return Math.min(LONGEST_NOTE, Math.floor(room * 0.45));
}

/** Says what is missing, and how to get it. `shown` is how many characters are there. */
export function describePart(part: AnswerPart, options: FitOptions & { readonly shown: number }): string {
  const { left, more, size, handle, expiresAt } = part;
  const { shown, room, readOn, advice } = options;
  const of = size === undefined ? `more than ${tokensIn(LARGEST_ANSWER)}` : String(tokensIn(size));
  const [first] = left;
  const begin = `Only a part of the answer: ${tokensIn(shown)} of ${of} tokens.`;
  const end =
    handle === undefined || expiresAt === undefined || first === undefined
      ? `The rest is not kept. ${advice}`
      : `The whole is kept until ${new Date(expiresAt).toISOString().slice(0, 16)}Z. ${readOn(handle, first)}`;
  const forList = noteRoom(room) - begin.length - end.length - 40;
  const lines: string[] = [];
  let used = 0;
  for (const place of left) {
    const line = `- ${describeLeftOut(place)}`;
    used += line.length + 1;
    if (used > forList) break;
    lines.push(line);
  }
  const unlisted = left.length - lines.length + more;
  if (lines.length > 0 && unlisted > 0) lines.push(`- and ${unlisted} more`);
  const list = lines.length > 0 ? ["Left out:", ...lines] : [];
  return shorten([begin, ...list, end].join("\n"), noteRoom(room));
}

/** The JSON of a value. Throws if there is none; undefined if it is very large. */
export function writeAnswer(value: unknown): string | undefined {
  if (isVeryLarge(value)) return undefined;
  try {
    const text = JSON.stringify(value) ?? "null";
    if (text.length > LARGE_TEXT) spendTurn(text.length);
    return text;
  } catch (cause) {
    throw unwritableResult(cause);
  }
}
