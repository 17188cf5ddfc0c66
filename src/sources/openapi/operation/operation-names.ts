/**
 * Names for operations: valid in ids, unique within their namespace, and the same in every run. A name depends only on
 * its own operation, unless two operations would share it.
 */
import { MAX_NAME_LENGTH } from "../../../operation/operation-id.ts";
import { shortHash } from "../../../shared/short-hash.ts";

/** The parts that a name is made from. */
export interface NameSource {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** The name must be unique in it. */
  readonly namespace: string;
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

/**
 * Gives each operation its name. If two want the same name, the one whose `operationId` is exactly that name keeps it,
 * or else the first.
 */
export class OperationNames<TSource extends NameSource = NameSource> {
  /** By namespace and name. */
  readonly #owners = new Map<string, Map<string, TSource>>();
  readonly #wanted = new Map<TSource, string>();

  constructor(sources: readonly TSource[]) {
    for (const source of sources) {
      const name = wantedName(source);
      this.#wanted.set(source, name);
      const owner = this.#ownerOf(name, source);
      if (owner === undefined || (owner.operationId !== name && source.operationId === name)) this.#give(name, source);
    }
  }

  nameOf(source: TSource): string {
    const wanted = this.#wanted.get(source) ?? wantedName(source);
    return this.#ownerOf(wanted, source) === source ? wanted : this.#distinct(wanted, source);
  }

  /** The name of the streaming variant of an operation that also has a plain one. */
  streamNameOf(name: string, source: TSource): string {
    const wanted = `${shorten(name, MAX_NAME_LENGTH - "_stream".length)}_stream`;
    return this.#ownerOf(wanted, source) === undefined ? this.#give(wanted, source) : this.#distinct(wanted, source);
  }

  /** Adds a hash of the method and path, so that the order of the document does not matter. */
  #distinct(wanted: string, source: TSource): string {
    const { method, path } = source;
    const stem = wanted.slice(0, MAX_NAME_LENGTH - HASH_LENGTH);
    let name = `${stem}_${shortHash(`${method} ${path}`)}`;
    for (let count = 2; this.#ownerOf(name, source) !== undefined; count++) {
      name = `${stem}_${shortHash(`${method} ${path} ${String(count)}`)}`;
    }
    return this.#give(name, source);
  }

  #ownerOf(name: string, { namespace }: TSource): TSource | undefined {
    return this.#owners.get(namespace)?.get(name);
  }

  #give(name: string, source: TSource): string {
    const { namespace } = source;
    const owners = this.#owners.get(namespace);
    if (owners === undefined) this.#owners.set(namespace, new Map([[name, source]]));
    else owners.set(name, source);
    return name;
  }
}
