import { toPointerToken } from "../../shared/json/json-pointer.ts";
import { shorten } from "../../shared/short-text.ts";

/** One reason why a value does not fit a schema, short enough to be shown to a person or to a model. */
export interface ValueError {
  /**
   * JSON pointer (RFC 6901) into the value; `""` is the value itself. A missing or unexpected property has its own
   * path. Names of more than 200 characters are cut.
   */
  path: string;
  /** What is wrong, without the path: `expected string, received 12`. */
  message: string;
  /** What the schema asks for at this path, in a few words. */
  expected: string;
  /** What is there, in at most 60 characters, whatever the size of the value. */
  received: string;
  /** The schema keyword that refused the value; `schema` if no single keyword did. */
  keyword: string;
  /** JSON pointer of the keyword in the schema, through the `$ref`s on the way. */
  schemaPath?: string;
}

const LONGEST_NAME_IN_PATH = 200;

/** The pointer of a member of the value at `path`. */
export function memberPath(path: string, key: string | number): string {
  return `${path}/${typeof key === "number" ? key : pointerToken(key)}`;
}

/** A name as one step of a JSON pointer. */
export function pointerToken(key: string): string {
  const name = key.length > LONGEST_NAME_IN_PATH ? shorten(key, LONGEST_NAME_IN_PATH) : key;
  return toPointerToken(name);
}

const listsCutShort = new WeakSet<readonly ValueError[]>();

/** Remembers that the value may have more errors than the list holds. The list itself serialises as before. */
export function markCutShort(errors: readonly ValueError[]): void {
  listsCutShort.add(errors);
}

/** Whether the value may have more errors than the list holds. */
export function isCutShort(errors: readonly ValueError[]): boolean {
  return listsCutShort.has(errors);
}
