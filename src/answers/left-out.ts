import { toPointer } from "../shared/json/json-pointer.ts";
import { shorten } from "../shared/short-text.ts";

/** What was cut at a place. */
export type CutKind = "rows" | "members" | "text" | "bytes" | "levels";

/** What is missing at one place, or at all places of the same kind: `*` means any row. */
export interface LeftOut {
  /** A JSON Pointer, with `*` for any row. */
  readonly at: string;
  readonly kind: CutKind;
  /** In how many places. */
  readonly count: number;
  /** The first of them, as a JSON Pointer. */
  readonly first: string;
  /** How many rows, members or characters of the first place are there. */
  readonly shown: number;
  /** How many it has. */
  readonly of: number;
}

const LONGEST_POINTER = 120;
/** Kinds of places that are distinguished. */
const MOST_PLACES = 20;

/** Collects what a cut leaves out, without a list of every row. */
export class LeftOutList {
  readonly #places = new Map<string, { -readonly [Name in keyof LeftOut]: LeftOut[Name] }>();
  /** How many places are not in the list. */
  more = 0;

  add(path: readonly (string | number)[], kind: CutKind, { shown, of }: Pick<LeftOut, "shown" | "of">): void {
    const at = pointerTo(path.map((step) => (typeof step === "number" ? "*" : step)));
    const key = `${kind} ${at}`;
    const known = this.#places.get(key);
    if (known !== undefined) known.count++;
    else if (this.#places.size >= MOST_PLACES) this.more++;
    else this.#places.set(key, { at, kind, count: 1, first: pointerTo(path), shown, of });
  }

  get places(): readonly LeftOut[] {
    return [...this.#places.values()];
  }
}

function pointerTo(path: readonly (string | number)[]): string {
  return shorten(toPointer(path), LONGEST_POINTER);
}

/** One line for a model or a person. */
export function describeLeftOut({ at, kind, count, shown, of }: LeftOut): string {
  const where = at === "" ? "the answer" : at;
  if (kind === "bytes") return count === 1 ? `${where}: its bytes` : `${where}: the bytes of ${count}`;
  if (kind === "levels") return `${where}: what is below`;
  const unit = kind === "text" ? "characters" : kind;
  return count === 1 ? `${where}: has ${shown} of ${of} ${unit}` : `${where}: ${count} of them have fewer ${unit}`;
}
