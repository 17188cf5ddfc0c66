import { isContainer } from "../shared/json/is-record.ts";
import { toPointer } from "../shared/json/json-pointer.ts";
import { shorten, withoutHalf } from "../shared/short-text.ts";
import { jsonLength } from "./json-length.ts";

/** A member whose name or value contains the words. */
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
/** Characters for the numbers around the matches. */
const FRAME = 120;

/** The members of a value that contain `words` as a whole, in upper or lower case: from `offset`, as many as fit. */
export function findTexts(
  root: unknown,
  { words, offset = 0 }: { readonly words: string; readonly offset?: number | undefined },
  room: number,
): FoundTexts {
  const wanted = words.toLowerCase();
  const matches: FoundText[] = [];
  let left = room - FRAME;
  let of = 0;
  for (const { visit, text } of texts(root)) {
    const index = text.toLowerCase().indexOf(wanted);
    if (index === -1 || of++ < offset || left <= 0) continue;
    const match = { at: pointerOf(visit), text: excerpt(text, index, wanted.length) };
    left -= jsonLength(match, left) + 1;
    if (left > 0) matches.push(match);
  }
  const end = offset + matches.length;
  return { matches, of, ...(end < of && matches.length > 0 ? { nextOffset: end } : {}) };
}

/** A value and where it is. A chain, because copying the path for each value would take long if values are deep. */
interface Visit {
  readonly value: unknown;
  readonly step?: string | number;
  readonly above?: Visit;
}

/** Names and values, in the order of the JSON. */
function* texts(root: unknown): Generator<{ readonly visit: Visit; readonly text: string }> {
  // Not recursive: foreign data may be nested deeper than the stack.
  const waiting: Visit[] = [{ value: root }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, step } = visit;
    if (!isContainer(value)) {
      yield { visit, text: typeof step === "string" ? `${step}: ${String(value)}` : String(value) };
      continue;
    }
    if (typeof step === "string") yield { visit, text: step };
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        waiting.push({ value: value[index], step: index, above: visit });
    } else {
      for (const [name, member] of Object.entries(value).toReversed())
        waiting.push({ value: member, step: name, above: visit });
    }
  }
}

function pointerOf(visit: Visit): string {
  const path: Array<string | number> = [];
  for (let each: Visit | undefined = visit; each?.step !== undefined; each = each.above) path.push(each.step);
  return shorten(toPointer(path.reverse()), LONGEST_POINTER);
}

function excerpt(text: string, index: number, length: number): string {
  const [start, end] = [Math.max(index - AROUND, 0), Math.min(index + length + AROUND, text.length)];
  const piece = text.slice(start, end).replace(/^[\uDC00-\uDFFF]/, "");
  return `${start > 0 ? "…" : ""}${withoutHalf(piece)}${end < text.length ? "…" : ""}`;
}
