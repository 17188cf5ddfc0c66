/**
 * A result as it will be written: an instance of a class becomes a plain object of its own enumerable members, and what
 * has a `toJSON` becomes what that returns. So whatever leaves has been judged, and nothing hides behind a prototype.
 *
 * Only places that a schema describes are read. `Type.Unknown()` and values that the schema declares stay as they are.
 */
import { arrayPlanOf } from "./array-plan.ts";
import { declaresValue } from "./described.ts";
import { objectPlanOf } from "./object-plan.ts";
import { emptyLike, isPlainArray, isPlainObject, setOwn, writesItself } from "./plain.ts";
import type { PlainObject } from "./plain.ts";
import type { Site } from "./site.ts";

/** The value itself if it is written as it is. */
export function asWritten(site: Site, value: unknown): unknown {
  return write(site, value, "");
}

/** Whether an object that is not plain stays as it is at a place. */
export function staysAsItIs({ inputs }: Site, value: object): boolean {
  return declaresValue(
    inputs.map(({ node }) => node),
    value,
  );
}

function write(given: Site, value: unknown, name: string): unknown {
  if (!mayDiffer(value) || !given.isDescribed) return value;
  const site = given.undecided;
  if (site.isOpaque) return value;
  if (isPlainArray(value) || (!Array.isArray(value) && isPlainObject(value))) return writeMembers(site, value);
  if (staysAsItIs(site, value)) return value;
  const written = unboxed(writesItself(value) ? value.toJSON(name) : value);
  // JSON does not ask the answer of a `toJSON` for another one.
  return typeof written === "object" && written !== null ? writeMembers(site, ownMembers(written)) : written;
}

/** A function is left out, unless it has a `toJSON`. */
function mayDiffer(value: unknown): value is object {
  return typeof value === "function" ? writesItself(value) : typeof value === "object" && value !== null;
}

function writeMembers(site: Site, value: object): unknown {
  return Array.isArray(value) ? writeItems(site, value) : writeProperties(site, value as PlainObject);
}

function writeItems(site: Site, value: readonly unknown[]): readonly unknown[] {
  const plan = arrayPlanOf(site);
  if (plan === undefined) return value;
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index += 1) {
    const before = value[index];
    const after = write(plan.prefix[index] ?? plan.rest, before, String(index));
    if (!Object.is(before, after)) (copy ??= value.slice())[index] = after;
  }
  return copy ?? value;
}

function writeProperties(site: Site, value: PlainObject): PlainObject {
  const { names, siteOfUndeclared } = objectPlanOf(site);
  const changes = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    const child = names.get(key) ?? siteOfUndeclared(key);
    // What will be stripped is not read.
    if (child === undefined || !child.isDescribed) continue;
    const before = value[key];
    const after = write(child, before, key);
    if (!Object.is(before, after)) changes.set(key, after);
  }
  return changes.size === 0 ? value : changed(value, changes);
}

/** A copy that still has its getters: one that throws may be stripped unread. */
function changed(value: PlainObject, changes: ReadonlyMap<string, unknown>): PlainObject {
  const copy = emptyLike(value);
  for (const key of Object.keys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (changes.has(key)) setOwn(copy, key, changes.get(key));
    else if (descriptor !== undefined) Object.defineProperty(copy, key, descriptor);
  }
  return copy;
}

/** The members that JSON writes: no functions, no symbols, nothing inherited. */
function ownMembers(value: object): object {
  if (Array.isArray(value)) return Array.from(value);
  const members: PlainObject = {};
  for (const key of Object.keys(value)) {
    const member = (value as PlainObject)[key];
    if (member !== undefined && typeof member !== "function" && typeof member !== "symbol")
      setOwn(members, key, member);
  }
  return members;
}

const BOXED: ReadonlySet<string> = new Set(["[object String]", "[object Number]", "[object Boolean]"]);

/** The primitive of a `new String("a")` and the like. */
function unboxed(value: unknown): unknown {
  return typeof value === "object" && BOXED.has(Object.prototype.toString.call(value)) ? value?.valueOf() : value;
}
