/**
 * Loads documents from files and from the web, with the documents that they refer to. This module is loaded with the
 * first of them: a program whose documents are already parsed needs neither files, URLs nor YAML. It must not import
 * code that reads a document's operations: a bundler that makes one file would then keep that code in every program
 * (ADR 54).
 */
import { CallError, messageOf } from "../../../errors/call-error.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ImportOptions, OpenAPIFS } from "../options/import-options.ts";
import { absoluteUrl, shownLocation } from "./document-references.ts";
import { loadReferences } from "./load-references.ts";
import { largestText, parseDocument, tooLong } from "./parse-document.ts";
import { isRawObject, ownText } from "./raw-object.ts";
import { fetchText, nodeFiles, readFileWithin } from "./read-source.ts";

export type LoadConfig = HTTPServiceConfig & ImportOptions;

/** A document, and how it is to be imported. */
export interface DocumentToImport {
  readonly document: unknown;
  /** The given config, with the document's location and the documents that it refers to. */
  readonly config: LoadConfig & {
    readonly location: string;
    readonly reach?: AddressReach | undefined;
    /** The documents that it refers to and that were not loaded, by URL, and why. */
    readonly notLoaded?: ReadonlyMap<string, string>;
  };
  /** A digest of the text, if the config asks for it. */
  readonly revision: string | undefined;
}

type LoadReference = (url: string, base: string) => Promise<string>;

/** Loads a JSON or YAML document from a file. Without `fs` it uses Node's file system. */
export async function loadFile(path: string, config: LoadConfig, fs?: OpenAPIFS): Promise<DocumentToImport> {
  const location = config.location ?? fileLocation(path, fs);
  const text = await readDocumentFile(path, fs);
  if (text.length > largestText(config.maxBytes)) throw tooLong(path, largestText(config.maxBytes));
  const document = await parseDocument(text, { ...config, location: path });
  const load: LoadReference = (url, base) =>
    fs === undefined ? readFileWithin(url, base) : fs.readFile(decodeURIComponent(new URL(url).pathname));
  const loaded = await withReferences(document, { ...config, location }, load);
  return { ...loaded, document, revision: revisionOf(text, config) };
}

/** Loads the JSON or YAML document at a URL. The request carries none of the config's credentials. */
export async function loadUrl(url: string, config: LoadConfig): Promise<DocumentToImport> {
  const { text, url: finalUrl, reach } = await fetchText(url, config);
  const document = await parseDocument(text, { ...config, location: shownLocation(url) });
  const load: LoadReference = async (address) => (await fetchText(address, config, { redirected: false })).text;
  const loaded = await withReferences(document, { ...config, location: config.location ?? finalUrl, reach }, load);
  return { ...loaded, document, revision: revisionOf(text, config) };
}

/** Undefined if there are other documents: they may change without this one. */
function revisionOf(text: string, config: LoadConfig): string | undefined {
  const isAlone = config.references === undefined && config.documents === undefined;
  return config.revision === true && isAlone ? sha256(text) : undefined;
}

async function withReferences(
  document: unknown,
  config: DocumentToImport["config"],
  loadByDefault: LoadReference,
): Promise<Pick<DocumentToImport, "config">> {
  const { references, location, maxBytes, limits, signal } = config;
  if (references === undefined) return { config };
  const base = baseUrl(references.base, location);
  const load = references.load ?? ((url: string) => loadByDefault(url, base));
  // As in the import, references start from the document's own `$self`.
  const self = isRawObject(document) ? ownText(document, "$self") : undefined;
  const from = self === undefined ? location : absoluteUrl(self, location);
  const bounds = { maxBytes, maxBytesTogether: references.maxBytes, limits };
  const { documents, notLoaded } = await loadReferences(document, from, { base, load, ...bounds, signal });
  return { config: { ...config, documents: { ...config.documents, ...documents }, notLoaded } };
}

/** A folder or URL as a URL that ends with a slash, so that `https://a.example/api` does not allow `…/apis`. */
function baseUrl(base: string, location: string): string {
  const folder = base.endsWith("/") ? base : `${base}/`;
  const isPath = !/^[a-z][a-z0-9+.-]+:/i.test(folder);
  try {
    if (!isPath || !location.startsWith("file:")) return new URL(folder, location).href;
    return nodeFiles().url.pathToFileURL(folder).href;
  } catch (cause) {
    const message = `references.base ${JSON.stringify(base)} is neither a URL nor a folder`;
    throw new CallError("VALIDATION_ERROR", message, undefined, { cause });
  }
}

function fileLocation(path: string, fs: OpenAPIFS | undefined): string {
  if (fs === undefined) return nodeFiles().url.pathToFileURL(path).href;
  return new URL(encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F"), "file:///").href;
}

const UNREADABLE: Readonly<Record<string, string>> = { ENOENT: "there is no such file", EISDIR: "it is a folder" };

async function readDocumentFile(path: string, fs: OpenAPIFS | undefined): Promise<string> {
  try {
    return await (fs === undefined ? nodeFiles().fs.readFile(path, "utf8") : fs.readFile(path));
  } catch (cause) {
    const why = UNREADABLE[String((cause as { code?: unknown }).code)] ?? messageOf(cause);
    const message = `The document ${path} cannot be read: ${why}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}
