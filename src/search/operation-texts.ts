import type { SearchedOperation } from "./ranking/search-text.ts";

/** Characters: about the 256 word pieces that a small model reads. */
const LONGEST_TEXT = 1000;
/** The most characters of each part, so that it leaves room for the others. */
const LONGEST_DESCRIPTION = 300;
const LONGEST_PARAMETERS = 400;
/** A parameter distinguishes operations if at most this many of a namespace, or this share of them, take it. */
const FEW = 2;
const SMALL_SHARE = 0.05;

interface Namespace {
  size: number;
  /** How many operations have a parameter with this text as its name or its description. */
  readonly counts: Map<string, number>;
}

/**
 * What a model reads about each operation: what it does, its name, and the parameters that few others of its namespace
 * take. Vectors of operations that all take `page` and `language` would be near each other, and near any request for a
 * page.
 */
export class OperationTexts {
  readonly #operations = new Map<string, SearchedOperation>();
  readonly #namespaces = new Map<string, Namespace>();

  add(operation: SearchedOperation): void {
    this.remove(operation.id);
    this.#operations.set(operation.id, operation);
    const namespace = this.#namespaces.get(operation.namespace) ?? { size: 0, counts: new Map<string, number>() };
    this.#namespaces.set(operation.namespace, namespace);
    namespace.size++;
    for (const text of new Set(operation.parameters)) namespace.counts.set(text, (namespace.counts.get(text) ?? 0) + 1);
  }

  remove(id: string): void {
    const operation = this.#operations.get(id);
    const namespace = operation && this.#namespaces.get(operation.namespace);
    if (operation === undefined || namespace === undefined) return;
    this.#operations.delete(id);
    namespace.size--;
    if (namespace.size === 0) this.#namespaces.delete(operation.namespace);
    for (const text of new Set(operation.parameters)) {
      const left = (namespace.counts.get(text) ?? 0) - 1;
      if (left > 0) namespace.counts.set(text, left);
      else namespace.counts.delete(text);
    }
  }

  /** The text of an operation that was added. It depends on what its namespace holds now. */
  textOf({ namespace, name, title = "", description, parameters = [] }: SearchedOperation): string {
    const words = `${namespace} ${name}`.replaceAll(/[._-]+|(?<=\p{Ll})(?=\p{Lu})/gu, " ");
    const { size = 0, counts } = this.#namespaces.get(namespace) ?? {};
    const most = Math.max(FEW, SMALL_SHARE * size);
    const taken = parameters.filter((text) => text !== "" && (counts?.get(text) ?? 0) <= most).join(", ");
    return [title, description.slice(0, LONGEST_DESCRIPTION), words, taken.slice(0, LONGEST_PARAMETERS)]
      .filter((text) => text !== "")
      .join(". ")
      .slice(0, LONGEST_TEXT);
  }
}
