/** Places in a JSON value, and changes there that leave the rest shared. */

export type PathStep = string | number;
export type Path = readonly PathStep[];

/** As JSON pointer (RFC 6901), which is how the server names places. */
export function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Whether `pointer` is `outer` or lies in it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member, or undefined: `__proto__` is a name like any other. */
export function memberOf(value: unknown, step: PathStep): unknown {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
}

export function getAt(value: unknown, path: Path): unknown {
  return path.reduce(memberOf, value);
}

/** A copy with `change` at `path`; `undefined` removes the member. What is in the way is replaced by a container. */
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
  return item === undefined ? items.filter((_, at) => at !== index) : replaced(items, index, item);
}

function replaced(items: readonly unknown[], index: number, item: unknown): unknown[] {
  const copy = [...items];
  // JSON has no holes.
  while (copy.length < index) copy.push(null);
  copy[index] = item;
  return copy;
}

/** A copy in which a member has another name, in its old place. */
export function renameKey(object: Readonly<Record<string, unknown>>, from: string, to: string): unknown {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}

/** A copy in which an item has moved by one place or more. */
export function moveItem(items: readonly unknown[], from: number, to: number): unknown[] {
  const copy = [...items];
  const [item] = copy.splice(from, 1);
  copy.splice(to, 0, item);
  return copy;
}
