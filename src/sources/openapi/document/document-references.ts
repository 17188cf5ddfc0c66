/** Follows `$ref`s through a document, and through others that are already loaded. */
import { decodePercent, fromPointer, valueAt } from "../../../shared/json/json-pointer.ts";
import { NOTHING, isRawObject } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";

/** A document that references may lead to. */
export interface LoadedDocument {
  readonly root: unknown;
  /** Its address, from which relative references start. */
  readonly url?: string | undefined;
}

/** A value and the document that contains it. */
export interface Located<T = unknown> {
  readonly value: T;
  readonly document: LoadedDocument;
}

/** Longer chains of references are refused. */
const MAX_HOPS = 50;

export class DocumentReferences {
  readonly #documents: ReadonlyMap<string, LoadedDocument>;
  readonly #notLoaded: ReadonlyMap<string, string>;
  /** By document and reference, because a few thousand references name a few hundred targets. */
  readonly #followed = new Map<LoadedDocument, Map<string, Located | string>>();
  readonly #anchors = new WeakMap<LoadedDocument, Map<string, object>>();

  /** Both by URL, without fragments. `notLoaded` says why a document is missing. */
  constructor(
    documents: ReadonlyMap<string, LoadedDocument> = new Map(),
    notLoaded: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#documents = documents;
    this.#notLoaded = notLoaded;
  }

  /** The target of one reference, or a sentence that says why there is none. */
  follow(ref: string, from: LoadedDocument): Located | string {
    let followed = this.#followed.get(from);
    if (followed === undefined) this.#followed.set(from, (followed = new Map()));
    let found = followed.get(ref);
    if (found === undefined) followed.set(ref, (found = this.#find(ref, from)));
    return found;
  }

  #find(ref: string, from: LoadedDocument): Located | string {
    const hash = ref.indexOf("#");
    const address = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? "" : decodePercent(ref.slice(hash + 1));
    const url = address === "" ? undefined : absoluteUrl(address, from.url);
    const document = url === undefined ? from : this.#documents.get(url);
    if (document === undefined) {
      const byIdentifier = this.#findAnchor(from, address);
      if (byIdentifier !== undefined && fragment === "") return { value: byIdentifier, document: from };
      const why = this.#notLoaded.get(url ?? "") ?? 'bundle both into one or, in a program, set "references"';
      return `${JSON.stringify(ref)} is in another document that is not loaded (${why})`;
    }
    const value =
      fragment === "" || fragment.startsWith("/")
        ? valueAt(document.root, fromPointer(fragment))
        : this.#findAnchor(document, fragment);
    return value === undefined ? `${JSON.stringify(ref)} points at nothing` : { value, document };
  }

  /** The object itself, or the target of its `$ref`s; a sentence if that is not an object. */
  resolve(value: unknown, document: LoadedDocument): Located<RawObject> | string {
    if (isRawObject(value) && typeof value["$ref"] !== "string") return { value, document };
    let current: Located = { value, document };
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      if (!isRawObject(current.value)) return "an object is expected here";
      const { $ref } = current.value;
      if (typeof $ref !== "string") return current as Located<RawObject>;
      const next = this.follow($ref, current.document);
      if (typeof next === "string") return next;
      current = next;
    }
    return "its references lead in a circle";
  }

  /** The object that `resolve` finds, or one without members. */
  resolveOrNothing(value: unknown, document: LoadedDocument): RawObject {
    const found = this.resolve(value, document);
    return typeof found === "string" ? NOTHING : found.value;
  }

  /** Follows one step from a schema that is only a `$ref`. Any other schema is returned as it is. */
  resolveRoot(value: unknown, document: LoadedDocument): Located {
    const $ref = isRawObject(value) && Object.keys(value).length === 1 ? value["$ref"] : undefined;
    const found = typeof $ref === "string" ? this.follow($ref, document) : undefined;
    return found === undefined || typeof found === "string" ? { value, document } : found;
  }

  /** Finds `$anchor`, `$dynamicAnchor` and `$id`. Few documents have any, so the index is built on first use. */
  #findAnchor(document: LoadedDocument, name: string): object | undefined {
    let anchors = this.#anchors.get(document);
    if (anchors === undefined) this.#anchors.set(document, (anchors = anchorsOf(document.root)));
    return anchors.get(name);
  }
}

/** A reference's URL without its fragment, or the reference itself if it cannot be resolved. */
export function absoluteUrl(address: string, base: string | undefined): string {
  try {
    const url = new URL(address, base);
    url.hash = "";
    return url.href;
  } catch {
    return address;
  }
}

/** A document's address as others may see it: without user name, password and query, which may be secrets. */
export function shownLocation(location: string): string;
export function shownLocation(location: string | undefined): string | undefined;
export function shownLocation(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return location;
  const url = new URL(location);
  url.username = url.password = url.search = url.hash = "";
  return url.href;
}

function anchorsOf(root: unknown): Map<string, object> {
  const anchors = new Map<string, object>();
  const seen = new Set<unknown>([root]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    const { $anchor, $dynamicAnchor, $id } = value as RawObject;
    for (const name of [$anchor, $dynamicAnchor, $id]) {
      if (typeof name === "string" && !anchors.has(name)) anchors.set(name, value);
    }
    for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
  }
  return anchors;
}
