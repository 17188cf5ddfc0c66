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
  readonly wantedName: string;
  /** The name must be unique in it. */
  readonly namespace: string;
}

const HASH_LENGTH = 9;
const VALID = /^[A-Za-z0-9_-]+$/;

/** The name that an operation would have if it were alone. */
export function wantedName(method: string, path: string, operationId: string | undefined): string {
  // Nearly always.
  if (operationId !== undefined && operationId.length <= MAX_NAME_LENGTH && VALID.test(operationId)) return operationId;
  const fromId = operationId === undefined ? "" : toName(operationId);
  if (fromId !== "") return shorten(fromId, MAX_NAME_LENGTH);
  const parts = path.split(/[^A-Za-z0-9_-]+/).filter((part) => part !== "");
  return shorten(toName([method.toLowerCase(), ...parts].join("_")), MAX_NAME_LENGTH);
}

/** Characters that the grammar does not allow become `_`, except at the ends. */
function toName(text: string): string {
  if (VALID.test(text)) return text;
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

  constructor(sources: readonly TSource[]) {
    for (let at = 0; at < sources.length; at++) {
      const source = sources[at]!;
      const { wantedName: name } = source;
      const owners = this.#ownersIn(source);
      const owner = owners.get(name);
      if (owner === undefined || (owner.operationId !== name && source.operationId === name)) owners.set(name, source);
    }
  }

  nameOf(source: TSource): string {
    const { wantedName: wanted } = source;
    return this.#ownersIn(source).get(wanted) === source ? wanted : this.#distinct(wanted, source);
  }

  /** The name of the streaming variant of an operation that also has a plain one. */
  streamNameOf(name: string, source: TSource): string {
    const wanted = `${shorten(name, MAX_NAME_LENGTH - "_stream".length)}_stream`;
    const owners = this.#ownersIn(source);
    if (owners.has(wanted)) return this.#distinct(wanted, source);
    owners.set(wanted, source);
    return wanted;
  }

  /** Adds a hash of the method and path, so that the order of the document does not matter. */
  #distinct(wanted: string, source: TSource): string {
    const { method, path } = source;
    const owners = this.#ownersIn(source);
    const stem = wanted.slice(0, MAX_NAME_LENGTH - HASH_LENGTH);
    let name = `${stem}_${shortHash(`${method} ${path}`)}`;
    for (let count = 2; owners.has(name); count++) {
      name = `${stem}_${shortHash(`${method} ${path} ${String(count)}`)}`;
    }
    owners.set(name, source);
    return name;
  }

  #ownersIn({ namespace }: TSource): Map<string, TSource> {
    let owners = this.#owners.get(namespace);
    if (owners === undefined) this.#owners.set(namespace, (owners = new Map()));
    return owners;
  }
}
