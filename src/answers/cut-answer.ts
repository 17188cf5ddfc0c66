import { CallError } from "../errors/call-error.ts";
import { encodeData } from "../shared/json/encode-data.ts";
import { charactersFor, readAnswerTokens } from "./answer-tokens.ts";
import type { AnswerTokens } from "./answer-tokens.ts";
import { fitAnswer, writeAnswer } from "./fit-answer.ts";
import type { FitOptions, FittedAnswer } from "./fit-answer.ts";
import type { LeftOut } from "./left-out.ts";
import { toSelection } from "./select-parts.ts";
import type { Select, Selection } from "./select-parts.ts";

/** How much of an answer is wanted. */
export interface CutAnswerOptions {
  /** Tokens of its JSON (characters / 4), the note included. Default: `all`. */
  readonly answerTokens?: AnswerTokens | undefined;
  /** Only these parts: a JSON Pointer, JSONPath, or a list of them. Default: all. */
  readonly select?: Select | undefined;
}

/** An answer, or a part of it. */
export interface CutAnswer {
  /** As JSON has it: bytes are `{ "$bytes": … }`. */
  readonly data: unknown;
  /** What is missing, and in how many places. Empty: nothing. */
  readonly left: readonly LeftOut[];
  /** The same in words. Undefined if nothing is missing. */
  readonly note: string | undefined;
}

/**
 * Selects parts of an answer. If they are still too long, cuts them where it makes sense: texts, rows, members, levels.
 *
 * @example
 * const { data } = await registry.execute("shop.orders", {});
 * const { data: part, note } = await cutAnswer(data, { answerTokens: 1000, select: "$.orders[*]['id','total']" });
 */
export async function cutAnswer(data: unknown, options: CutAnswerOptions): Promise<CutAnswer> {
  return cutTo(data, await readCut(options));
}

/** What is wanted of an answer, checked. */
export interface WantedPart {
  /** Characters. */
  readonly room: number;
  /** Undefined: everything. */
  readonly selection: Selection | undefined;
}

/** Throws if the options can't be used: before a call, so that a mistake does not cost one. */
export async function readCut({ answerTokens = "all", select }: CutAnswerOptions): Promise<WantedPart> {
  const room = charactersFor(readAnswerTokens(answerTokens, "answerTokens"));
  return { room, selection: select === undefined ? undefined : await toSelection(select) };
}

/** The wanted part of an answer. `cut` says what is missing from it; undefined if nothing is. */
export interface SelectedPart {
  /** As JSON has it. */
  readonly data: unknown;
  readonly cut?: FittedAnswer | undefined;
}

export function selectPart(
  data: unknown,
  { room, selection }: WantedPart,
  how: Omit<FitOptions, "room">,
): SelectedPart {
  const whole = encodeData(data);
  const text = writeAnswer(whole);
  if (selection !== undefined && text === undefined)
    throw new CallError("PAYLOAD_TOO_LARGE", "The answer is too large to select parts of it.");
  const wanted = selection === undefined || text === undefined ? whole : selection.from(JSON.parse(text));
  const wantedText = selection === undefined ? text : JSON.stringify(wanted);
  if (wantedText !== undefined && wantedText.length <= room) return { data: wanted };
  const cut = fitAnswer(wanted, wantedText, { ...how, room });
  return { data: cut.value, cut };
}

/** For callers who have the whole themselves. */
const UNKEPT: Omit<FitOptions, "room"> = { readOn: () => "", advice: "Select a part of it, or ask for more." };

export function cutTo(data: unknown, wanted: WantedPart): CutAnswer {
  const { data: part, cut } = selectPart(data, wanted, UNKEPT);
  return { data: part, left: cut?.part.left ?? [], note: cut?.note };
}
