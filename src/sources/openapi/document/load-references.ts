/** Loads the other documents that a document's `$ref`s lead to, if they lie in the base that the config allows. */
import { messageOf } from "../../../errors/call-error.ts";
import { absoluteUrl } from "./document-references.ts";
import type { ImportFinding } from "../options/import-report.ts";
import { parseDocument } from "./parse-document.ts";
import type { RawObject } from "./raw-object.ts";

const MAX_DOCUMENTS = 200;

export interface LoadOptions {
  /** The folder, as a URL that ends with a slash. */
  readonly base: string;
  readonly load: (url: string) => Promise<string>;
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface LoadedReferences {
  readonly documents: Record<string, unknown>;
  /** The documents that were not loaded, and why. */
  readonly findings: readonly ImportFinding[];
}

export async function loadReferences(root: unknown, location: string, options: LoadOptions): Promise<LoadedReferences> {
  const loaded = new Map<string, unknown>([[location, root]]);
  const findings: ImportFinding[] = [];
  // The map grows during the iteration.
  for (const [from, document] of loaded) {
    for (const url of externalUrls(document, from)) {
      if (loaded.has(url)) continue;
      const outcome = await loadOne(url, loaded.size, options);
      loaded.set(url, "document" in outcome ? outcome.document : undefined);
      if ("why" in outcome) findings.push({ kind: "left out", where: `document ${url}`, why: outcome.why });
    }
  }
  loaded.delete(location);
  const found = [...loaded].filter(([, document]) => document !== undefined);
  return { documents: Object.fromEntries(found), findings };
}

async function loadOne(
  url: string,
  count: number,
  { base, load, maxBytes, signal }: LoadOptions,
): Promise<{ readonly document: unknown } | { readonly why: string }> {
  if (!url.startsWith(base)) return { why: `it lies outside ${base}` };
  // `URL` does not read an encoded slash as a slash, but a loader that decodes the path would leave the base.
  if (/%2f|%5c|%00/i.test(url)) return { why: "its path contains an encoded slash, which could lead out of the base" };
  if (count > MAX_DOCUMENTS) return { why: `the references lead to more than ${String(MAX_DOCUMENTS)} documents` };
  try {
    return { document: await parseDocument(await load(url), { location: url, maxBytes, signal }) };
  } catch (thrown) {
    signal?.throwIfAborted();
    return { why: messageOf(thrown) };
  }
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
