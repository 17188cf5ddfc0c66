import { Type } from "typebox";
import { CallError, messageOf } from "../errors/call-error.ts";
import { isContainer } from "../shared/json/is-record.ts";
import { fromPointer } from "../shared/json/json-pointer.ts";
import { shorten } from "../shared/short-text.ts";
import { compilePath } from "./json-path.ts";
import type { CompiledPath, PathStep } from "./json-path.ts";
import { findAt, namesIn } from "./read-page.ts";

/** Which parts of an answer: a JSON Pointer (`/items/0`), or JSONPath (`$.items[*]['id','title']`), or several of these. */
export type Select = string | readonly string[];

const MOST_PATHS = 10;
const LONGEST_PATH = 500;
/** How many parts a selection may find. */
const MOST_PARTS = 200_000;

/** `select`, as callers give it. Models read it in every list of tools, so it says little: `toSelection` checks the rest. */
export const SelectSchema = Type.Unsafe<Select>({
  type: ["string", "array"],
  items: { type: "string" },
  description: "Only these parts: JSON Pointer or JSONPath ($.items[*]['id','title']), or a list of these",
});

/** Whether it has the form of a projection. Its paths may still be wrong. */
export function isSelect(given: unknown): given is Select | undefined {
  const isList = Array.isArray(given) && given.every((path) => typeof path === "string");
  return given === undefined || typeof given === "string" || isList;
}

/** A projection that was checked, and is ready for an answer. */
export interface Selection {
  /** The parts. Throws if a path finds nothing: the error lists the names that exist. */
  from(answer: unknown): unknown;
}

/**
 * A pointer alone gives the value at it. Paths give the same structure as the answer, with everything else left out.
 * Throws if one can't be read, or could take too long.
 */
export async function toSelection(select: Select): Promise<Selection> {
  const paths = typeof select === "string" ? [select] : select;
  if (paths.length === 0 || paths.length > MOST_PATHS) throw refused(`select takes 1 to ${MOST_PATHS} paths.`);
  for (const path of paths)
    if (path.length > LONGEST_PATH) throw refused(`A path of select has at most ${LONGEST_PATH} characters.`);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined && isPointer(only)) return { from: (answer) => findAt(answer, only) };
  const steps = await Promise.all(paths.map((path) => (isPointer(path) ? pointerPath(path) : compilePath(path))));
  return { from: (answer) => keepParts(answer, steps) };
}

/** The empty text is the pointer to the whole. */
function isPointer(path: string): boolean {
  return path === "" || path.startsWith("/");
}

async function pointerPath(pointer: string): Promise<CompiledPath> {
  return {
    source: pointer,
    *locations(answer) {
      findAt(answer, pointer);
      yield fromPointer(pointer);
    },
    prefixes: [],
  };
}

/** What stays of a value: all of it, or parts of its members. */
type Kept = "all" | Map<string, Kept>;

function keepParts(answer: unknown, paths: readonly CompiledPath[]): unknown {
  const kept: { root: Kept } = { root: new Map() };
  let count = 0;
  for (const path of paths) {
    const before = count;
    try {
      for (const location of path.locations(answer)) {
        if (++count > MOST_PARTS) throw refused(`select finds more than ${MOST_PARTS} parts.`);
        keep(kept, location);
      }
    } catch (thrown) {
      if (thrown instanceof CallError) throw thrown;
      throw refused(`${shorten(path.source, 200)} can't be followed here: ${shorten(messageOf(thrown), 200)}`);
    }
    if (count === before) throw foundNothing(answer, path);
  }
  return build(answer, kept.root);
}

function keep(kept: { root: Kept }, location: readonly PathStep[]): void {
  if (kept.root === "all") return;
  if (location.length === 0) {
    kept.root = "all";
    return;
  }
  let inside = kept.root;
  for (const [index, step] of location.entries()) {
    const name = String(step);
    if (index === location.length - 1) {
      inside.set(name, "all");
      return;
    }
    let below = inside.get(name);
    if (below === "all") return;
    if (below === undefined) inside.set(name, (below = new Map()));
    inside = below;
  }
}

function build(value: unknown, kept: Kept): unknown {
  if (kept === "all" || !isContainer(value)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(value)) {
    const indexes = [...kept.keys()].map(Number).toSorted((left, right) => left - right);
    return indexes.map((index) => build(value[index], kept.get(String(index)) as Kept));
  }
  return Object.fromEntries(Array.from(kept, ([name, below]) => [name, build(members[name], below)]));
}

/** Says how far the path leads, and what is there. */
function foundNothing(answer: unknown, { source, prefixes }: CompiledPath): CallError {
  let [reached, names] = ["The answer", namesIn(answer)];
  for (const prefix of prefixes) {
    const [first] = prefix.firstValues(answer, 1);
    if (first === undefined) break;
    [reached, names] = [shorten(prefix.source, 200), namesIn(first.value)];
  }
  return refused(`${shorten(source, 200)} finds nothing. ${reached} has ${names}.`);
}

function refused(message: string): CallError {
  return new CallError("VALIDATION_ERROR", message);
}
