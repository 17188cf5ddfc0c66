/**
 * Names for operations: valid in ids, unique within the document, and the same in every run. A name depends on its own
 * operation only, unless two operations would share it.
 */
import { MAX_NAME_LENGTH } from "../../../operation/operation-id.ts";
import { shortHash } from "../../../shared/short-hash.ts";

/** The parts that a name is made from. */
export interface NameSource {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
}

const HASH_LENGTH = 9;

/** The name that an operation would have if it were alone. */
function wantedName({ method, path, operationId }: NameSource): string {
  const fromId = operationId === undefined ? "" : toName(operationId);
  if (fromId !== "") return shorten(fromId, MAX_NAME_LENGTH);
  const parts = path.split(/[^A-Za-z0-9_-]+/).filter((part) => part !== "");
  return shorten(toName([method.toLowerCase(), ...parts].join("_")), MAX_NAME_LENGTH);
}

/** Characters that the grammar does not allow become `_`, except at the ends. */
function toName(text: string): string {
  if (/^[A-Za-z0-9_-]*$/.test(text)) return text;
  const name = text.replaceAll(/[^A-Za-z0-9_-]+/g, "_");
  let start = 0;
  let end = name.length;
  // A loop, because `_+$` takes quadratic time for a run of `_` in the middle.
  while (start < end && name[start] === "_") start++;
  while (end > start && name[end - 1] === "_") end--;
  return name.slice(start, end);
}

function shorten(name: string, length: number): string {
  if (name.length <= length) return name;
  return `${name.slice(0, length - HASH_LENGTH)}_${shortHash(name)}`;
}

/** Gives each operation its name. Where two want the same, the one whose `operationId` is exactly that name keeps it, else the first. */
export class OperationNames {
  readonly #owners = new Map<string, NameSource>();

  constructor(sources: readonly NameSource[]) {
    for (const source of sources) {
      const name = wantedName(source);
      const owner = this.#owners.get(name);
      if (owner === undefined || (owner.operationId !== name && source.operationId === name)) {
        this.#owners.set(name, source);
      }
    }
  }

  nameOf(source: NameSource): string {
    const wanted = wantedName(source);
    return this.#owners.get(wanted) === source ? wanted : this.#distinct(wanted, source);
  }

  /** The name of the streaming variant of an operation that also has a plain one. */
  streamNameOf(name: string, source: NameSource): string {
    const wanted = `${shorten(name, MAX_NAME_LENGTH - "_stream".length)}_stream`;
    if (this.#owners.has(wanted)) return this.#distinct(wanted, source);
    this.#owners.set(wanted, source);
    return wanted;
  }

  /** Adds a hash of the method and path, so that the order of the document does not matter. */
  #distinct(wanted: string, source: NameSource): string {
    const { method, path } = source;
    const stem = wanted.slice(0, MAX_NAME_LENGTH - HASH_LENGTH);
    let name = `${stem}_${shortHash(`${method} ${path}`)}`;
    for (let count = 2; this.#owners.has(name); count++) {
      name = `${stem}_${shortHash(`${method} ${path} ${String(count)}`)}`;
    }
    this.#owners.set(name, source);
    return name;
  }
}
