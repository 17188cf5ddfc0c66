/**
 * Matches a text in time linear in its length, whatever the pattern. All ways to match are followed together. The set of
 * ways after a character is a state. States and their followers are kept, so that most characters cost one look-up.
 */
import { TooLongToMatch } from "./pattern-guard.ts";
import type { Instruction, PatternProgram } from "./pattern-program.ts";

/**
 * How much work the matches of one synchronous run may take together: some 50 ms. A hostile pattern with a hostile text
 * needs many instructions for each character, and one answer may hold many such texts.
 */
const MAX_WORK = 400_000;
/** Looking up the followers of this many characters costs as much as one instruction. */
const CHARACTERS_PER_STEP = 64;
/** How many references all kept states may hold together. */
const MAX_KEPT = 500_000;
const ASCII = 128;

/** Stand-ins for the character before the first and for the one after the last. */
const [START, END] = [-2, -1];

interface MatchState {
  /** Where the ways to match are in the program. */
  readonly ways: readonly number[];
  /** `START`, or a character that has the same effect on `\b` as the one before. */
  readonly before: number;
  /** By the code of the next character. */
  readonly followers: (MatchState | undefined)[];
  readonly followersBeyondASCII: Map<number, MatchState>;
}

function createState(ways: readonly number[], before: number): MatchState {
  return { ways, before, followers: [], followersBeyondASCII: new Map() };
}

/** The states in which it is certain that the text matches, or that it does not. */
const [MATCHED, REFUSED] = [createState([], END), createState([], END)];

interface StateTable {
  readonly states: Map<string, MatchState>;
  /** For each instruction: the last step that ran it, and the last step that made it next. No step does so twice. */
  readonly visited: Uint32Array;
  readonly reached: Uint32Array;
  steps: number;
}

let tables = new WeakMap<PatternProgram, StateTable>();
let kept = 0;
let work = 0;
let isCounting = false;

function spend(amount: number): void {
  if (!isCounting) {
    [isCounting, work] = [true, 0];
    queueMicrotask(() => {
      isCounting = false;
    });
  }
  work += amount;
  if (work > MAX_WORK) throw new TooLongToMatch();
}

/** Whether the text holds a match that begins at `from` or, unless the program is anchored, later. */
export function matchLinearly(program: PatternProgram, text: string, from = 0): boolean {
  spend(1 + (text.length - from) / CHARACTERS_PER_STEP);
  const { isUnicode } = program;
  let state = stateFor(program, [program.start], from === 0 ? START : standIn(text.charCodeAt(from - 1)));
  for (let at = from; at < text.length; at++) {
    const start = at;
    let code = text.charCodeAt(at);
    if (isUnicode && code >= 0xd800) {
      code = text.codePointAt(at)!;
      if (code > 0xffff) at++;
    }
    const known = code < ASCII ? state.followers[code] : state.followersBeyondASCII.get(code);
    const next = known ?? follow(program, state, { text, at: start, code });
    if (next === MATCHED) return true;
    if (next === REFUSED) return false;
    state = next;
  }
  return follow(program, state, { text, at: text.length, code: END }) === MATCHED;
}

interface NextCharacter {
  readonly text: string;
  readonly at: number;
  readonly code: number;
}

/** The state after the next character. It is kept, unless it depends on more than that character. */
function follow(program: PatternProgram, state: MatchState, next: NextCharacter): MatchState {
  const { follower, looksAhead } = step(program, state, next);
  const { followers, followersBeyondASCII: beyond } = state;
  if (looksAhead || next.code === END) return follower;
  if (next.code < ASCII) return (followers[next.code] = follower);
  if (beyond.size >= ASCII) beyond.clear();
  beyond.set(next.code, follower);
  return follower;
}

interface Step {
  readonly follower: MatchState;
  /** Whether it met a look-ahead on the way. */
  readonly looksAhead: boolean;
}

function step(program: PatternProgram, { ways, before }: MatchState, next: NextCharacter): Step {
  const { instructions, start, isAnchored } = program;
  const table = tableOf(program);
  const { visited, reached } = table;
  const mark = ++table.steps;
  const open = [...ways];
  let looksAhead = false;
  const after: number[] = [];
  const goOnAt = (way: number): void => {
    if (reached[way] !== mark) after.push(way);
    reached[way] = mark;
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (visited[at] === mark) continue;
    visited[at] = mark;
    spend(1);
    const instruction = instructions[at]!;
    if (instruction.kind === "match") return { follower: MATCHED, looksAhead };
    if (instruction.kind === "fork") open.push(...instruction.next);
    else if (instruction.kind === "read") {
      if (next.code !== END && instruction.set.has(next.code)) goOnAt(instruction.next);
    } else {
      looksAhead ||= instruction.kind === "look";
      if (holds(instruction, before, next)) open.push(instruction.next);
    }
  }
  if (!isAnchored) goOnAt(start);
  return { follower: after.length === 0 ? REFUSED : stateFor(program, after, standIn(next.code)), looksAhead };
}

function holds(
  instruction: Exclude<Instruction, { kind: "match" | "fork" | "read" }>,
  before: number,
  { text, at, code }: NextCharacter,
): boolean {
  if (instruction.kind === "look") return matchLinearly(instruction.ahead, text, at) !== instruction.negated;
  switch (instruction.sign) {
    case "^":
      return before === START;
    case "$":
      return code === END;
    case "\\b":
      return isWord(before) !== isWord(code);
    default:
      return isWord(before) === isWord(code);
  }
}

const [UNDERSCORE, SPACE] = [0x5f, 0x20];

function isWord(code: number): boolean {
  return code >= 0 && code < ASCII && /\w/.test(String.fromCharCode(code));
}

function standIn(code: number): number {
  return isWord(code) ? UNDERSCORE : SPACE;
}

function stateFor(program: PatternProgram, ways: number[], before: number): MatchState {
  const { states } = tableOf(program);
  const key = before + String.fromCharCode(...ways.sort((one, other) => one - other));
  let state = states.get(key);
  if (state === undefined) {
    spend(ways.length);
    kept += ways.length + ASCII;
    if (kept > MAX_KEPT) [kept, tables] = [0, new WeakMap()];
    states.set(key, (state = createState(ways, before)));
  }
  return state;
}

function tableOf(program: PatternProgram): StateTable {
  let table = tables.get(program);
  if (table === undefined) {
    const { length } = program.instructions;
    table = { states: new Map(), visited: new Uint32Array(length), reached: new Uint32Array(length), steps: 0 };
    tables.set(program, table);
  }
  return table;
}
