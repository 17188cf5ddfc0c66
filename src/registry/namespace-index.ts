import { getOrMake } from "../shared/get-or-make.ts";
import type { RegisteredOperation } from "./call/registered-operation.ts";

/** Deeper namespaces are listed from this level: an id from outside may have thousands of dots. */
const INDEXED_LEVELS = 8;

type Operations = Map<string, RegisteredOperation>;

/**
 * The operations of each namespace together with those below it. Listing a namespace takes time in proportion to what is
 * in it, however many operations the registry has. Built when a namespace is first asked for, and kept in step from then on.
 */
export class NamespaceIndex {
  readonly #all: Operations;
  /** An operation of `a.b` is under `a.b` and under `a`. */
  #namespaces: Map<string, Operations> | undefined;

  /** `all` is the registry's own map, by id. */
  constructor(all: Operations) {
    this.#all = all;
  }

  /** All that can be in the namespace, in the order of registration. */
  within(namespace: string | undefined): Iterable<RegisteredOperation> {
    if (namespace === undefined) return this.#all.values();
    if (this.#namespaces === undefined) {
      this.#namespaces = new Map();
      for (const operation of this.#all.values()) this.set(operation);
    }
    const indexed = namespacesOf(`${namespace}.`).at(-1)!;
    return this.#namespaces.get(indexed)?.values() ?? [];
  }

  /** Adds an operation, or puts it in the place of the one with its id. */
  set(operation: RegisteredOperation): void {
    if (this.#namespaces === undefined) return;
    for (const namespace of namespacesOf(operation.id)) {
      getOrMake(this.#namespaces, namespace, () => new Map<string, RegisteredOperation>()).set(operation.id, operation);
    }
  }

  delete(id: string): void {
    if (this.#namespaces === undefined) return;
    for (const namespace of namespacesOf(id)) {
      const operations = this.#namespaces.get(namespace);
      operations?.delete(id);
      if (operations?.size === 0) this.#namespaces.delete(namespace);
    }
  }
}

/** The namespaces that an id is in, the outermost first. */
function namespacesOf(id: string): string[] {
  const namespaces: string[] = [];
  let end = id.indexOf(".");
  for (; end !== -1 && namespaces.length < INDEXED_LEVELS; end = id.indexOf(".", end + 1)) {
    namespaces.push(id.slice(0, end));
  }
  return namespaces;
}
