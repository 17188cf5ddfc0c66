/** Paths into a JSON value, and changes along a path that share everything else with the original. */

export type PathStep = string | number;
export type Path = readonly PathStep[];

/** Whether `pointer` equals `outer` or leads to something inside it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of an array; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An own member, or undefined. `__proto__` is a name like any other. */
export function memberOf(value: unknown, step: PathStep): unknown {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
}

export function getAt(value: unknown, path: Path): unknown {
  return path.reduce(memberOf, value);
}

/** A copy with `change` at `path`; `undefined` removes the member. A value that is not a container becomes one. */
export function setAt(value: unknown, path: Path, change: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change;
  const member = setAt(memberOf(value, step), rest, change);
  if (typeof step === "number") return withItem(Array.isArray(value) ? value : [], step, member);
  const object = isObject(value) ? value : {};
  if (member !== undefined) return { ...object, [step]: member };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== step));
}

function withItem(items: readonly unknown[], index: number, item: unknown): unknown[] {
  if (item === undefined) return items.filter((_, at) => at !== index);
  const copy = [...items];
  // JSON has no holes.
  while (copy.length < index) copy.push(null);
  copy[index] = item;
  return copy;
}

/** A copy in which one member has a new name and keeps its position. */
export function renameKey(object: Readonly<Record<string, unknown>>, from: string, to: string): unknown {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}

/** A copy in which one item has moved to another index. */
export function moveItem(items: readonly unknown[], from: number, to: number): unknown[] {
  const copy = [...items];
  const [item] = copy.splice(from, 1);
  copy.splice(to, 0, item);
  return copy;
}
