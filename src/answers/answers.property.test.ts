import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutValue } from "./cut-value.ts";
import { fitAnswer } from "./fit-answer.ts";
import { jsonLength } from "./json-length.ts";
import { fromCursor, readPage } from "./read-page.ts";
import type { AnswerPage } from "./read-page.ts";
import { fromPointer } from "../shared/json/json-pointer.ts";

const names = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("__proto__", "constructor", "toString", "", "~", "/", "a/b~1", '"', "$bytes", "\u0000"),
  fc.string({ minLength: 100, maxLength: 400 }),
);

/** Values that are hard to cut: long texts with escapes and pairs, long names, many rows, deep nesting. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, 0, -0, 1e300, ""),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.string({ minLength: 100, maxLength: 300, unit: "binary" }),
      fc.integer({ min: 50, max: 500 }).map((length) => '"\\\u0001😀'.repeat(length)),
    ),
    fc.array(tie("value"), { maxLength: 8 }),
    fc.dictionary(names, tie("value"), { maxKeys: 5 }),
  ),
})).value;

/** The values are large, so more runs would take long. */
const RUNS = { numRuns: 60 };
const rooms = fc.integer({ min: 1000, max: 5000 });

/** Puts pages together, as a reader without any other information would. */
class Assembly {
  readonly #holder: { root?: unknown } = {};
  #piece = "";

  get whole(): unknown {
    return this.#holder.root;
  }

  add({ at, path = "$", offset, value, json: piece, from }: AnswerPage): void {
    let part = value;
    if (piece !== undefined) {
      this.#piece = from === 0 ? piece : this.#piece + piece;
      expect(from).toBe(this.#piece.length - piece.length);
      part = parsed(this.#piece);
      if (part === undefined) return;
    }
    const [inside, last] = this.#open(fromPointer(at), path);
    const before = Object.hasOwn(inside, last) ? inside[last] : undefined;
    if (typeof part === "string") part = offset === 0 ? part : String(before) + part;
    else if (Array.isArray(part)) part = [...((before as unknown[] | undefined) ?? []), ...(part as unknown[])];
    else if (typeof part === "object" && part !== null)
      part = Object.fromEntries([...Object.entries(before ?? {}), ...Object.entries(part)]);
    set(inside, last, part);
  }

  /** The container of a place, with everything above it: an index in the path belongs to an array. */
  #open(names: readonly string[], path: string): [Record<string, unknown>, string] {
    const isIndex = [...path.matchAll(/\[(?:(\d+)|'(?:\\.|[^'\\])*')\]/g)].map(([, index]) => index !== undefined);
    let inside = this.#holder as Record<string, unknown>;
    let last = "root";
    for (const [level, name] of names.entries()) {
      if (!Object.hasOwn(inside, last)) set(inside, last, isIndex[level] === true ? [] : {});
      inside = inside[last] as Record<string, unknown>;
      last = name;
    }
    return [inside, last];
  }
}

/** Also `__proto__`. */
function set(inside: object, name: string, value: unknown): void {
  Object.defineProperty(inside, name, { value, enumerable: true, writable: true, configurable: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readAll(root: unknown, room: number): AnswerPage[] {
  const pages: AnswerPage[] = [];
  let next: string | undefined;
  do {
    const place = next === undefined ? { at: "", offset: 0, within: "" } : fromCursor(next);
    const page = readPage(root, place, room);
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(room);
    pages.push(page);
    // Each page adds something.
    expect(pages.length).toBeLessThan(5000);
    next = page.next;
  } while (next !== undefined);
  return pages;
}

describe("whatever the answer and the budget", () => {
  it("a cut is valid JSON of the same type within the budget, and says what is missing", () => {
    fc.assert(
      fc.property(json, rooms, (given, room) => {
        const whole: unknown = JSON.parse(JSON.stringify(given));
        const text = JSON.stringify(whole);
        const { value, text: cutText, left } = cutValue(whole, room);
        expect(cutText.length).toBeLessThanOrEqual(room);
        expect(JSON.parse(cutText)).toEqual(value);
        expect(Array.isArray(value)).toBe(Array.isArray(whole));
        expect(typeof value).toBe(typeof whole);
        expect(left.length === 0).toBe(cutText === text);
      }),
      RUNS,
    );
  });

  it("text and note together are within the budget, and the note has the whole handle", () => {
    const handle = "answer-00000000-0000-0000-0000-000000000000";
    fc.assert(
      fc.property(json, rooms, (given, room) => {
        const text = JSON.stringify(given);
        fc.pre(text.length > room);
        const readOn = (kept: string): string => `Read on by read_result: {"handle":"${kept}"}.`;
        const fitted = fitAnswer(given, text, {
          room,
          keep: () => ({ handle, expiresAt: 0 }),
          readOn,
          advice: "Give select, for less.",
        });
        expect(fitted.text.length + fitted.note.length).toBeLessThanOrEqual(room);
        expect(fitted.note).toContain(`{"handle":"${handle}"}`);
        expect(fitted.part.left.length).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });

  it("the pages, put together, are the whole, and each is within the budget", () => {
    fc.assert(
      fc.property(json, rooms, (given, room) => {
        const whole: unknown = JSON.parse(JSON.stringify(given));
        const assembly = new Assembly();
        for (const page of readAll(whole, room)) assembly.add(page);
        expect(JSON.stringify(assembly.whole)).toBe(JSON.stringify(whole));
      }),
      RUNS,
    );
  });

  it("a length is the one that JSON.stringify writes, or is known to be above the limit", () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 5000 }), (given, most) => {
        const whole: unknown = JSON.parse(JSON.stringify(given));
        const length = JSON.stringify(whole).length;
        const found = jsonLength(whole, most);
        expect(found > most).toBe(length > most);
        expect(length > most ? length : found).toBe(length);
      }),
      RUNS,
    );
  });
});
