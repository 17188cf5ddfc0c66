/** A JSON value as the rows of a tree: the open parts only, and long lists a piece at a time. */
import { formatCount, formatSize } from "./format.ts";
import { base64Size, isTaggedBytes } from "../json/bytes.ts";
import { toPointer } from "../../../src/shared/json/json-pointer.ts";
import { isObject } from "../json/json-path.ts";
import type { Path, PathStep } from "../json/json-path.ts";

export type DataKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "bytes" | "more";

export interface DataRow {
  readonly pointer: string;
  readonly level: number;
  readonly label: string | undefined;
  readonly kind: DataKind;
  readonly preview: string;
  /** The whole value, even if the row shows only part of it. */
  readonly value: unknown;
  readonly canOpen: boolean;
  readonly isOpen: boolean;
}

export interface OpenState {
  /** What the user opened or closed, by pointer. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** How many members are visible, by pointer. */
  readonly shown: ReadonlyMap<string, number>;
}

export const nothingChanged: OpenState = { opened: new Map(), shown: new Map() };

export const FIRST_MEMBERS = 1000;
const OPEN_LEVELS = 2;
const OPEN_MEMBERS = 60;
const LONGEST_PREVIEW = 160;

export function dataRows(value: unknown, state: OpenState): DataRow[] {
  const rows: DataRow[] = [];
  addRows(rows, { value, path: [], label: undefined, state });
  return rows;
}

interface Visit {
  readonly value: unknown;
  readonly path: Path;
  readonly label: string | undefined;
  readonly state: OpenState;
}

function addRows(rows: DataRow[], { value, path, label, state }: Visit): void {
  const pointer = toPointer(path);
  const kind = kindOf(value);
  const size = memberCount(value, kind);
  const isOpen =
    size > 0 &&
    (state.opened.get(pointer) ?? (path.length === 0 || (path.length < OPEN_LEVELS && size <= OPEN_MEMBERS)));
  rows.push({
    pointer,
    level: path.length + 1,
    label,
    kind,
    preview: previewOf(value, kind, isOpen),
    value,
    canOpen: size > 0,
    isOpen,
  });
  if (!isOpen) return;
  const shown = state.shown.get(pointer) ?? FIRST_MEMBERS;
  for (const [step, member] of membersOf(value, shown)) {
    addRows(rows, { value: member, path: [...path, step], label: String(step), state });
  }
  if (size > shown) rows.push(moreRow(pointer, path.length + 2, size - shown));
}

function moreRow(pointer: string, level: number, hidden: number): DataRow {
  const preview = `Show more (${hidden.toLocaleString("en")} not shown)`;
  return {
    pointer: `${pointer}/~more`,
    level,
    label: undefined,
    kind: "more",
    preview,
    value: pointer,
    canOpen: false,
    isOpen: false,
  };
}

function* membersOf(value: unknown, most: number): Generator<[PathStep, unknown]> {
  if (Array.isArray(value)) {
    for (let index = 0; index < Math.min(most, value.length); index++) yield [index, value[index]];
  } else if (isObject(value)) {
    for (const key of Object.keys(value).slice(0, most)) yield [key, value[key]];
  }
}

function kindOf(value: unknown): DataKind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (isTaggedBytes(value)) return "bytes";
  const type = typeof value;
  return type === "object" || type === "string" || type === "number" || type === "boolean" ? type : "string";
}

function memberCount(value: unknown, kind: DataKind): number {
  if (Array.isArray(value)) return value.length;
  return kind === "object" && isObject(value) ? Object.keys(value).length : 0;
}

function previewOf(value: unknown, kind: DataKind, isOpen: boolean): string {
  if (kind === "bytes" && isTaggedBytes(value)) return formatSize(base64Size(value.$bytes));
  if (Array.isArray(value)) return formatCount(value.length, "item");
  if (kind === "object" && isObject(value)) {
    const keys = Object.keys(value);
    return isOpen
      ? formatCount(keys.length, "member")
      : shortened(keys.length === 0 ? "{}" : `{ ${keys.slice(0, 8).join(", ")}${keys.length > 8 ? ", …" : ""} }`);
  }
  return typeof value === "string" ? quoted(value, LONGEST_PREVIEW) : String(value);
}

/** A value as one line, for lists. */
export function lineOf(value: unknown): string {
  if (value === undefined) return "no data";
  try {
    return shortened(JSON.stringify(value), 300);
  } catch {
    return "…";
  }
}

/** Cuts the text before quoting it, because it may have many megabytes. Only a cut text ends with `…`. */
function quoted(text: string, length: number): string {
  return shortened(JSON.stringify(text.length > length ? text.slice(0, length) : text), length);
}

function shortened(text: string, length = LONGEST_PREVIEW): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A text as it is, anything else as JSON: for the clipboard and for files. */
export function textOfValue(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

export function isShortened(row: DataRow): boolean {
  return typeof row.value === "string" && row.kind === "string" && row.preview.endsWith("…");
}
