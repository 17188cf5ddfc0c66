import { withoutHalf } from "../shared/short-text.ts";
import { LeftOutList } from "./left-out.ts";
import type { LeftOut } from "./left-out.ts";

/** A value that was cut until its JSON fits. */
export interface CutValue {
  /** Plain JSON of the same type as the whole. */
  readonly value: unknown;
  readonly text: string;
  readonly left: readonly LeftOut[];
  /** How many more places have something left out. */
  readonly more: number;
}

/** How much of each kind stays. */
interface CutLimits {
  readonly text: number;
  readonly rows: number;
  readonly members: number;
  readonly levels: number;
}

/** Deeper levels are of no use to a reader. This depth is far from the stack's limit. */
const MOST_LEVELS = 64;
/** Texts are shortened to this length before rows are left out: many rows in outline say more than a few whole ones. */
const SHORT_TEXT = 240;
const TINY_TEXT = 40;
/** A text that is hardly longer than its limit stays: the mark would be longer than what is gone. */
const MARK_ROOM = 40;

/**
 * Cuts a value until its JSON has at most `room` characters: long texts first, then rows, then members and levels. It
 * takes time in proportion to `room`, however large the value is. Like `JSON.stringify`, it leaves out what JSON cannot
 * express.
 */
export function cutValue(given: unknown, room: number): CutValue {
  const whole = new Whole(given);
  const loose = { rows: Infinity, members: Infinity, levels: MOST_LEVELS };
  for (let text = room; text > SHORT_TEXT; text = Math.floor(text * 0.6)) {
    const cut = tryCut(whole, { ...loose, text }, room);
    if (cut !== undefined) return cut;
  }
  const short = { ...loose, text: SHORT_TEXT };
  return (
    mostThatFits(room, (rows) => tryCut(whole, { ...short, rows }, room)) ??
    mostThatFits(room, (members) => tryCut(whole, { rows: 1, members, text: TINY_TEXT, levels: MOST_LEVELS }, room)) ??
    mostThatFits(MOST_LEVELS, (levels) => tryCut(whole, { rows: 1, members: 1, text: TINY_TEXT, levels }, room)) ??
    nothingOf(given)
  );
}

/** The cut with the highest limit that fits. A higher limit gives a longer cut. */
function mostThatFits(most: number, cutWith: (limit: number) => CutValue | undefined): CutValue | undefined {
  let found: CutValue | undefined;
  let [low, high] = [1, most];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const cut = cutWith(middle);
    if (cut === undefined) high = middle - 1;
    else [found, low] = [cut, middle + 1];
  }
  return found;
}

/** A value and the names of its members, because listing them takes long if there are very many. */
class Whole {
  readonly value: unknown;
  readonly #names = new Map<object, readonly string[]>();

  constructor(given: unknown) {
    this.value = toPlain(given, "");
  }

  namesOf(members: object): readonly string[] {
    let names = this.#names.get(members);
    if (names === undefined) this.#names.set(members, (names = Object.keys(members)));
    return names;
  }
}

function tryCut(whole: Whole, limits: CutLimits, room: number): CutValue | undefined {
  const cutter = new Cutter(whole, limits, room);
  const value = cutter.cut(whole.value);
  if (cutter.isOver) return undefined;
  const text = JSON.stringify(value) ?? "null";
  if (text.length > room) return undefined;
  return { value, text, left: cutter.left.places, more: cutter.left.more };
}

/** The last resort: an empty value of the same type. */
function nothingOf(whole: unknown): CutValue {
  const left = new LeftOutList();
  left.add([], "levels", { shown: 0, of: 1 });
  const value = Array.isArray(whole) ? [] : typeof whole === "string" ? "" : {};
  return { value, text: JSON.stringify(value), left: left.places, more: 0 };
}

class Cutter {
  readonly left = new LeftOutList();
  isOver = false;
  readonly #whole: Whole;
  readonly #limits: CutLimits;
  readonly #path: Array<string | number> = [];
  #room: number;

  constructor(whole: Whole, limits: CutLimits, room: number) {
    this.#whole = whole;
    this.#limits = limits;
    this.#room = room;
  }

  /** `value` is plain. The result is usable only if `isOver` is still false. */
  cut(value: unknown): unknown {
    if (typeof value === "string") return this.#cutText(value);
    if (typeof value !== "object" || value === null) {
      this.#spend(typeof value === "number" ? String(value).length : 4);
      return value;
    }
    this.#spend(2);
    const isBelow = this.#path.length >= this.#limits.levels;
    return Array.isArray(value) ? this.#cutRows(value, isBelow) : this.#cutMembers(value as Members, isBelow);
  }

  #cutText(text: string): string {
    const { text: most } = this.#limits;
    if (text.length <= most + MARK_ROOM) {
      this.#spend(text.length + 2);
      return text;
    }
    this.left.add(this.#path, "text", { shown: most, of: text.length });
    const cut = `${withoutHalf(text.slice(0, most))}… [${text.length - most} more characters]`;
    this.#spend(cut.length + 2);
    return cut;
  }

  #cutRows(rows: readonly unknown[], isBelow: boolean): unknown[] {
    const shown = isBelow ? 0 : Math.min(rows.length, this.#limits.rows);
    const cut: unknown[] = [];
    for (let index = 0; index < shown && !this.isOver; index++) {
      this.#spend(1);
      this.#path.push(index);
      cut.push(this.cut(toPlain(rows[index], String(index)) ?? null));
      this.#path.pop();
    }
    if (shown < rows.length) this.left.add(this.#path, isBelow ? "levels" : "rows", { shown, of: rows.length });
    return cut;
  }

  #cutMembers(members: Members, isBelow: boolean): Members {
    const names = this.#whole.namesOf(members);
    if (names.length === 1 && typeof members["$bytes"] === "string") return this.#cutBytes(members["$bytes"]);
    const shown = isBelow ? 0 : Math.min(names.length, this.#limits.members);
    const cut: Array<[string, unknown]> = [];
    for (let index = 0; index < shown && !this.isOver; index++) {
      const name = names[index] as string;
      const value = toPlain(members[name], name);
      if (value === undefined) continue;
      this.#spend(name.length + 4);
      this.#path.push(name);
      cut.push([name, this.cut(value)]);
      this.#path.pop();
    }
    if (shown < names.length) this.left.add(this.#path, isBelow ? "levels" : "members", { shown, of: names.length });
    // Sets `__proto__` as a member like any other.
    return Object.fromEntries(cut);
  }

  /** Keeps all bytes or none, because the beginning of a file is not a file. */
  #cutBytes(base64: string): Members {
    const isWhole = base64.length <= this.#limits.text;
    if (!isWhole) this.left.add(this.#path, "bytes", { shown: 0, of: base64.length });
    const $bytes = isWhole ? base64 : "";
    this.#spend($bytes.length + 12);
    return { $bytes };
  }

  #spend(characters: number): void {
    this.#room -= characters;
    if (this.#room < 0) this.isOver = true;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** A value as `JSON.stringify` sees it, after its `toJSON`. Undefined if JSON cannot express it. */
export function toPlain(value: unknown, key: string): unknown {
  const writesItself =
    typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
  const plain = writesItself ? (value as { toJSON(name: string): unknown }).toJSON(key) : value;
  if (typeof plain === "function" || typeof plain === "symbol") return undefined;
  return typeof plain === "number" && !Number.isFinite(plain) ? null : plain;
}
