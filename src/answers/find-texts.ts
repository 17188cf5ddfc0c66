import { toPointer } from "../shared/json/json-pointer.ts";
import { shorten } from "../shared/short-text.ts";
import { jsonLength } from "./json-length.ts";
import { isContainer } from "./read-page.ts";

/** A place whose name or value has the words. */
export interface FoundText {
  /** A JSON Pointer. */
  readonly at: string;
  /** The words, and a little before and after them. */
  readonly text: string;
}

export interface FoundTexts {
  readonly matches: readonly FoundText[];
  /** How many there are in all. */
  readonly of: number;
  /** The offset of the next ones. Absent with the last. */
  readonly nextOffset?: number;
}

const AROUND = 80;
const LONGEST_POINTER = 400;
/** Of the numbers around the matches. */
const FRAME = 120;

/** The places of a value that have these words in one piece, whatever their case: those from `offset` on that fit. */
export function findTexts(
  root: unknown,
  { words, offset = 0 }: { readonly words: string; readonly offset?: number | undefined },
  room: number,
): FoundTexts {
  const wanted = words.toLowerCase();
  const matches: FoundText[] = [];
  let left = room - FRAME;
  let of = 0;
  for (const { place, text } of texts(root)) {
    const index = text.toLowerCase().indexOf(wanted);
    if (index === -1 || of++ < offset || left <= 0) continue;
    const match = { at: pointerOf(place), text: excerpt(text, index, wanted.length) };
    left -= jsonLength(match, left) + 1;
    if (left > 0) matches.push(match);
  }
  const end = offset + matches.length;
  return { matches, of, ...(end < of && matches.length > 0 ? { nextOffset: end } : {}) };
}

/** A value and where it is: a chain, because a copy of the path for each value would take long if they are deep. */
interface Place {
  readonly value: unknown;
  readonly step?: string | number;
  readonly above?: Place;
}

/** Names and values, in the order of the JSON. */
function* texts(root: unknown): Generator<{ readonly place: Place; readonly text: string }> {
  // Not recursive: foreign data may be nested deeper than the stack.
  const waiting: Place[] = [{ value: root }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, step } = place;
    if (!isContainer(value)) {
      yield { place, text: typeof step === "string" ? `${step}: ${String(value)}` : String(value) };
      continue;
    }
    if (typeof step === "string") yield { place, text: step };
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        waiting.push({ value: value[index], step: index, above: place });
    } else {
      for (const [name, member] of Object.entries(value).toReversed())
        waiting.push({ value: member, step: name, above: place });
    }
  }
}

function pointerOf(place: Place): string {
  const path: Array<string | number> = [];
  for (let each: Place | undefined = place; each?.step !== undefined; each = each.above) path.push(each.step);
  return shorten(toPointer(path.reverse()), LONGEST_POINTER);
}

function excerpt(text: string, index: number, length: number): string {
  const [start, end] = [Math.max(index - AROUND, 0), Math.min(index + length + AROUND, text.length)];
  const piece = text.slice(start, end).replace(/^[\uDC00-\uDFFF]/, "");
  return `${start > 0 ? "…" : ""}${piece.replace(/[\uD800-\uDBFF]$/, "")}${end < text.length ? "…" : ""}`;
}
