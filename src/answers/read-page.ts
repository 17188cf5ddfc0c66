import { CallError } from "../errors/call-error.ts";
import { isContainer } from "../shared/json/is-record.ts";
import { fromPointer, toPointerToken } from "../shared/json/json-pointer.ts";
import { shorten, withoutHalf } from "../shared/short-text.ts";
import { jsonLength } from "./json-length.ts";

/** A page of a value: rows of an array, members of an object, or characters of a text, and where it continues. */
export interface AnswerPage {
  /** A JSON Pointer: what the page is a part of. */
  readonly at: string;
  /** The same as a normalized JSONPath, which distinguishes rows and members. Absent if it is what was asked for. */
  readonly path?: string;
  /** How many rows, members or characters come before. */
  readonly offset: number;
  /** How many there are in all. Absent if the value has no parts, as a number has none. */
  readonly of?: number;
  /** The rows, members or characters, each whole. */
  readonly value?: unknown;
  /** Instead of `value`: characters of its JSON, from `from` on, if one member is too large and its name too long. */
  readonly json?: string;
  readonly from?: number;
  /** Reads the next page. Absent on the last. */
  readonly next?: string;
}

/** Where to read. */
export interface PagePosition {
  readonly at: string;
  readonly offset: number;
  /** Characters of the JSON of the one member that the page is about. */
  readonly from?: number | undefined;
  /** The part of the value that the caller reads. No page follows its last one. */
  readonly within: string;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Characters of a page beside its value and its pointers. */
const FRAME = 150;
const LEAST_ROOM = 200;

/**
 * Reads one page, whose JSON has at most `room` characters. All pages of a value, put together, are the value: each holds
 * whole rows or members, and a row that is too large for a page has pages of its own.
 */
export function readPage(root: unknown, place: PagePosition, room: number): AnswerPage {
  const longest = longestPointer(room);
  for (const pointer of [place.at, place.within]) {
    if (writtenLength(pointer) <= longest) continue;
    throw notThere(
      `${shorten(pointer, 100)} is too long to be read as a place. Read what contains it, or give select.`,
    );
  }
  const found = page(root, place, { room: Math.max(room - FRAME - 5 * longest, LEAST_ROOM), longest });
  return found.at === place.within ? found : { ...found, path: toNormalizedPath(root, found.at) };
}

interface PageSize {
  /** Characters of the value's JSON. */
  readonly room: number;
  /** Characters of a pointer. A page has three, two of them in its cursor, and a path that is twice as long. */
  readonly longest: number;
}

function longestPointer(room: number): number {
  return Math.max(100, Math.floor(room / 40));
}

/** The length of a text inside a cursor, which is JSON in JSON. */
function writtenLength(text: string): number {
  return JSON.stringify(JSON.stringify(text)).length;
}

function page(root: unknown, place: PagePosition, size: PageSize): AnswerPage {
  const { at, offset } = place;
  const { room } = size;
  const value = findAt(root, at);
  if (typeof value === "string") return textPage(root, { ...place, text: value }, room);
  if (!isContainer(value)) return { at, offset: 0, value, ...nextAfter(root, place) };
  if (place.from !== undefined) return memberText(root, { ...place, value, from: place.from }, room);
  const of = sizeOf(value);
  assertOffset(offset, of, at);
  const end = wholeMembers(value, offset, room);
  if (end > offset || offset === of) {
    const next = end < of ? { next: toCursor({ ...place, offset: end }) } : nextAfter(root, place);
    return { at, offset, of, value: slice(value, offset, end), ...next };
  }
  const inside = `${at}/${toPointerToken(nameAt(value, offset))}`;
  const isShort =
    writtenLength(inside) <= size.longest && JSON.stringify(toNormalizedPath(root, inside)).length <= 2 * size.longest;
  if (isShort) return page(root, { ...place, at: inside, offset: 0 }, size);
  return memberText(root, { ...place, value, from: 0 }, room);
}

/** The index after the last member that still fits. */
function wholeMembers(value: Container, offset: number, room: number): number {
  const of = sizeOf(value);
  let left = room - 2;
  let index = offset;
  for (; index < of; index++) {
    const name = nameAt(value, index);
    left -= (Array.isArray(value) ? 1 : JSON.stringify(name).length + 2) + jsonLength(memberOf(value, name), left);
    if (left < 0) break;
  }
  return index;
}

function textPage(
  root: unknown,
  { text, ...place }: PagePosition & { readonly text: string },
  room: number,
): AnswerPage {
  const { at, offset } = place;
  assertOffset(offset, text.length, at);
  const value = charactersThatFit(text, offset, room);
  const end = offset + value.length;
  const next = end < text.length ? { next: toCursor({ ...place, offset: end }) } : nextAfter(root, place);
  return { at, offset, of: text.length, value, ...next };
}

type MemberPosition = PagePosition & { readonly value: Container; readonly from: number };

/** A member that is too large for a page, with a name that is too long: a piece of the JSON of that member alone. */
function memberText(root: unknown, { value, from, ...place }: MemberPosition, room: number): AnswerPage {
  const { at, offset } = place;
  const of = sizeOf(value);
  assertOffset(offset, of - 1, at);
  const text = writtenMember(value, offset);
  assertOffset(from, text.length, at);
  const json = charactersThatFit(text, from, room);
  const end = from + json.length;
  const isLast = offset + 1 >= of;
  const next =
    end < text.length
      ? { next: toCursor({ ...place, from: end }) }
      : isLast
        ? nextAfter(root, place)
        : { next: toCursor({ ...place, from: undefined, offset: offset + 1 }) };
  return { at, offset, of, json, from, ...next };
}

/**
 * Kept for the next page of the same member. Writing it again for each page would take time in proportion to the square
 * of its length.
 */
const written = new WeakMap<Container, { readonly offset: number; readonly text: string }>();

function writtenMember(value: Container, offset: number): string {
  const last = written.get(value);
  if (last?.offset === offset) return last.text;
  const text = JSON.stringify(slice(value, offset, offset + 1));
  written.set(value, { offset, text });
  return text;
}

/** At least one character: a page without any would never end. */
function charactersThatFit(text: string, offset: number, room: number): string {
  let piece = text.slice(offset, offset + room);
  for (let length = JSON.stringify(piece).length; length > room && piece.length > 1;) {
    piece = piece.slice(0, Math.max(Math.floor((piece.length * room) / length) - 1, 1));
    length = JSON.stringify(piece).length;
  }
  const whole = offset + piece.length < text.length ? withoutHalf(piece) : piece;
  return whole === "" ? piece : whole;
}

/** After the last page of a row, its array continues. */
function nextAfter(root: unknown, { at, within }: PagePosition): { readonly next?: string } {
  for (let inside = at; inside !== within && inside.startsWith(within); inside = parentOf(inside)) {
    const above = parentOf(inside);
    const container = findAt(root, above) as Container;
    const name = fromPointer(inside).at(-1) as string;
    const offset = (Array.isArray(container) ? Number(name) : namesOf(container).indexOf(name)) + 1;
    if (offset < sizeOf(container)) return { next: toCursor({ at: above, offset, within }) };
  }
  return {};
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
}

/** The value at a JSON Pointer. If there is none, the error lists the names that exist. */
export function findAt(root: unknown, pointer: string): unknown {
  if (pointer !== "" && !pointer.startsWith("/"))
    throw notThere(`${shorten(pointer, 200)} is not a JSON Pointer: it begins with /.`);
  let value = root;
  let above = "";
  for (const name of fromPointer(pointer)) {
    if (!isContainer(value)) throw notThere(`${above || "The answer"} has nothing below it.`);
    const isThere = Array.isArray(value)
      ? /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < value.length
      : Object.hasOwn(value, name);
    if (!isThere) throw notThere(`${above || "The answer"} has no ${shorten(name, 100)}. It has ${namesIn(value)}.`);
    value = memberOf(value, name);
    above = shorten(`${above}/${toPointerToken(name)}`, 200);
  }
  return value;
}

/** RFC 9535, section 2.7. */
function toNormalizedPath(root: unknown, pointer: string): string {
  let value = root;
  let path = "$";
  for (const name of fromPointer(pointer)) {
    const quoted = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    path += Array.isArray(value) ? `[${name}]` : `['${quoted}']`;
    value = memberOf(value as Container, name);
  }
  return path;
}

/** What a value has, in a few words. */
export function namesIn(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "no rows" : `the rows 0 to ${value.length - 1}`;
  if (!isContainer(value)) return `${typeof value === "string" ? "a text" : String(value)}, and nothing below it`;
  const names = Object.keys(value);
  const listed = names.slice(0, 40).map((name) => shorten(name, 60));
  if (names.length > listed.length) listed.push(`and ${names.length - listed.length} more`);
  return listed.join(", ") || "no members";
}

function notThere(message: string): CallError {
  return new CallError("VALIDATION_ERROR", message);
}

function assertOffset(offset: number, most: number, at: string): void {
  if (offset <= most) return;
  throw notThere(`offset is ${offset}, and ${shorten(at, 200) || "the answer"} ends at ${most}.`);
}

const known = new WeakMap<object, readonly string[]>();

/** Kept, because each page asks for them. */
function namesOf(value: object): readonly string[] {
  let names = known.get(value);
  if (names === undefined) known.set(value, (names = Object.keys(value)));
  return names;
}

function sizeOf(value: Container): number {
  return Array.isArray(value) ? value.length : namesOf(value).length;
}

function nameAt(value: Container, index: number): string {
  return Array.isArray(value) ? String(index) : (namesOf(value)[index] as string);
}

function memberOf(value: Container, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

function slice(value: Container, start: number, end: number): unknown {
  if (Array.isArray(value)) return value.slice(start, end);
  const names = namesOf(value).slice(start, end);
  return Object.fromEntries(names.map((name) => [name, memberOf(value, name)]));
}

/** A place as one text, which callers hand back as it is. */
function toCursor({ at, offset, from, within }: PagePosition): string {
  return JSON.stringify([within, at, offset, ...(from === undefined ? [] : [from])]);
}

/** The place that a cursor names. Callers may send anything. */
export function fromCursor(cursor: string): PagePosition {
  try {
    const [within, at, offset, from] = JSON.parse(cursor) as unknown[];
    const isPlace = typeof within === "string" && typeof at === "string" && isCount(offset);
    if (isPlace && at.startsWith(within) && (from === undefined || isCount(from))) return { at, offset, from, within };
  } catch {
    // Refused below.
  }
  throw notThere("cursor is not one of ours: give the next of the last page.");
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
