/** Names of generated types. */
import { decodePercent, fromPointer } from "../../shared/json/json-pointer.ts";

/** Names that a generated type or namespace must not have. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "Any Array BigInt Boolean Date Error Function Map Never Null Number Object Omit Partial Pick Promise Readonly Record " +
    "Required Set String Symbol Undefined Unknown Void"
  ).split(" "),
);

/** `simple-user` -> `SimpleUser`: letters and digits only, the first letter of each word in upper case. */
export function toTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const started = /^[A-Z]/.test(joined) ? joined : `T${joined}`;
  return RESERVED.has(started) ? `${started}Type` : started;
}

/** The name that a reference ends with; a reference to the whole schema has none of its own. */
export function nameInReference(ref: string): string {
  if (!ref.startsWith("#")) return ref;
  return fromPointer(decodePercent(ref.slice(1))).at(-1) ?? "Root";
}

/** Names within one namespace: each is given once. */
export class TypeNames {
  readonly #taken = new Set<string>();

  /** The first of the wishes that is free, or else the last one with a number. */
  take(...wishes: [string, ...string[]]): string {
    const free = wishes.find((wish) => !this.#taken.has(wish));
    const last = wishes.at(-1) as string;
    let name = free ?? last;
    for (let count = 2; this.#taken.has(name); count++) name = `${last}${count}`;
    this.#taken.add(name);
    return name;
  }
}
