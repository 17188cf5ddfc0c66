/** Loads the other documents that a document's `$ref`s lead to, if they lie in the base that the config allows. */
import { messageOf } from "../../../errors/call-error.ts";
import type { HTTPLimits } from "../options/http-service-config.ts";
import { absoluteUrl } from "./document-references.ts";
import { parseDocument } from "./parse-document.ts";
import type { RawObject } from "./raw-object.ts";

/** For all documents together. */
const MAX_BYTES = 64 * 2 ** 20;
/** What a document counts at least, so that very many small ones reach the limit too. */
const LEAST_BYTES = 4096;

export interface LoadOptions {
  /** The folder, as a URL that ends with a slash. */
  readonly base: string;
  readonly load: (url: string) => Promise<string>;
  /** For one document. */
  readonly maxBytes: number | undefined;
  /** How many values one document may hold. */
  readonly limits: HTTPLimits | undefined;
  /** For all of them. */
  readonly maxBytesTogether: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface LoadedReferences {
  readonly documents: Record<string, unknown>;
  /** The documents that were not loaded, by URL, and why. */
  readonly notLoaded: ReadonlyMap<string, string>;
}

/** The limit for all documents together, and what is left of it. */
interface Budget {
  readonly limit: number;
  left: number;
}

export async function loadReferences(root: unknown, location: string, options: LoadOptions): Promise<LoadedReferences> {
  const loaded = new Map<string, unknown>([[location, root]]);
  const notLoaded = new Map<string, string>();
  const limit = options.maxBytesTogether ?? MAX_BYTES;
  const budget: Budget = { limit, left: limit };
  // The map grows during the iteration.
  for (const [from, document] of loaded) {
    for (const url of externalUrls(document, from)) {
      if (loaded.has(url) || notLoaded.has(url)) continue;
      const outcome = await loadOne(url, budget, options);
      if ("why" in outcome) notLoaded.set(url, outcome.why);
      else loaded.set(url, outcome.document);
    }
  }
  loaded.delete(location);
  return { documents: Object.fromEntries(loaded), notLoaded };
}

async function loadOne(
  url: string,
  budget: Budget,
  { base, load, maxBytes, limits, signal }: LoadOptions,
): Promise<{ readonly document: unknown } | { readonly why: string }> {
  if (!url.startsWith(base)) return { why: `it lies outside ${base}` };
  // `URL` does not read an encoded slash as a slash, but a loader that decodes the path would leave the base.
  if (/%2f|%5c|%00/i.test(url)) return { why: "its path contains an encoded slash, which could lead out of the base" };
  if (budget.left <= 0) return { why: tooMuch(budget) };
  try {
    const text = await load(url);
    budget.left -= Math.max(text.length, LEAST_BYTES);
    if (budget.left < 0) return { why: tooMuch(budget) };
    return { document: await parseDocument(text, { location: url, maxBytes, limits, signal }) };
  } catch (thrown) {
    signal?.throwIfAborted();
    return { why: messageOf(thrown) };
  }
}

function tooMuch({ limit }: Budget): string {
  return `the documents that the references lead to are larger than ${String(limit)} bytes together; raise "references.maxBytes" to load it`;
}

/** The URLs of all `$ref`s that leave the document, without fragments. */
function externalUrls(root: unknown, location: string): Set<string> {
  const urls = new Set<string>();
  const seen = new Set<unknown>([root]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    const { $ref } = value as RawObject;
    if (typeof $ref === "string" && !$ref.startsWith("#")) urls.add(absoluteUrl($ref, location));
    for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
  }
  urls.delete(location);
  return urls;
}
