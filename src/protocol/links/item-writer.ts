import { encodeValue } from "../wire/event-codec.ts";

/** What `JSON.stringify` may have to escape. */
// oxlint-disable-next-line no-control-regex -- these are what JSON escapes
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Longer strings are left to `JSON.stringify`, which is faster with them. */
const SHORT = 64;

/** After an item that is not flat, this many are not even checked: most items of a stream are similar. */
const LEFT_OUT = 64;

const DOLLAR = "$".charCodeAt(0);

/**
 * Writes the items of streams as JSON. An object of plain members takes half of the time that `JSON.stringify` and the
 * search for bytes take, because the names are those of the item before. Everything else goes through `encodeValue`.
 */
export class ItemWriter {
  readonly #names: string[] = [];
  /** The text before the value of each name. */
  readonly #before: string[] = [];
  #leftOut = 0;

  /** Returns undefined for values that JSON leaves out. Throws a `CallError` for those that it cannot express. */
  write(data: unknown): string | undefined {
    if (this.#leftOut > 0) {
      this.#leftOut--;
      return encodeValue(data);
    }
    const text = typeof data === "object" && data !== null ? this.#writeFlat(data) : undefined;
    if (text !== undefined) return text;
    this.#leftOut = LEFT_OUT;
    return encodeValue(data);
  }

  #writeFlat(data: object): string | undefined {
    if (Object.getPrototypeOf(data) !== Object.prototype || "toJSON" in data) return undefined;
    const members = data as Readonly<Record<string, unknown>>;
    let text = "";
    let count = 0;
    for (const name in members) {
      const value = members[name];
      if (value === undefined) continue;
      if (!Object.hasOwn(members, name)) return undefined;
      if (this.#names[count] !== name) {
        // It may look like tagged bytes.
        if (name.charCodeAt(0) === DOLLAR) return undefined;
        this.#names[count] = name;
        this.#before[count] = `${count === 0 ? "{" : ","}${JSON.stringify(name)}:`;
      }
      const written = writeMember(value);
      if (written === undefined) return undefined;
      text += `${this.#before[count++]}${written}`;
    }
    return count === 0 ? "{}" : `${text}}`;
  }
}

function writeMember(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value.length <= SHORT && !ESCAPED.test(value) ? `"${value}"` : JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? `${value}` : "null";
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null ? "null" : undefined;
  }
}
