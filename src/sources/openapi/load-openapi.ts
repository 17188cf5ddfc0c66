/** Imports documents from files and from the web. */
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { AddressReach } from "../../shared/address-reach.ts";
import { sha256 } from "../../shared/sha256.ts";
import { absoluteUrl, shownLocation } from "./document/document-references.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import { importDocument } from "./import-openapi.ts";
import type { ImportedDocument } from "./import-openapi.ts";
import type { ImportOptions, OpenAPIFS } from "./options/import-options.ts";
import type { ImportedOperation } from "./imported-operation.ts";
import { loadReferences } from "./document/load-references.ts";
import type { OpenAPISpec } from "./options/openapi-document.ts";
import { largestText, parseDocument, tooLong } from "./document/parse-document.ts";
import { isRawObject, ownText } from "./document/raw-object.ts";
import { fetchText, nodeFiles, readFileWithin } from "./document/read-source.ts";

type Config = HTTPServiceConfig & ImportOptions;

/** Imports a JSON or YAML document from a file. Without `fs` it uses Node's file system. */
export async function importOpenAPIFile(path: string, config: Config, fs?: OpenAPIFS): Promise<ImportedDocument> {
  const location = config.location ?? fileLocation(path, fs);
  const text = await readDocumentFile(path, fs);
  if (text.length > largestText(config.maxBytes)) throw tooLong(path, largestText(config.maxBytes));
  const document = await parseDocument(text, { ...config, location: path });
  const load = (url: string, base: string): Promise<string> =>
    fs === undefined ? readFileWithin(url, base) : fs.readFile(decodeURIComponent(new URL(url).pathname));
  return withRevision(await importLoaded(document, { ...config, location }, load), text, config);
}

/** Imports the JSON or YAML document at a URL. The request carries none of the config's credentials. */
export async function importOpenAPIUrl(url: string, config: Config): Promise<ImportedDocument> {
  const { text, url: finalUrl, reach } = await fetchText(url, config);
  const document = await parseDocument(text, { ...config, location: shownLocation(url) });
  const load = async (address: string): Promise<string> =>
    (await fetchText(address, config, { redirected: false })).text;
  const imported = await importLoaded(document, { ...config, location: config.location ?? finalUrl, reach }, load);
  return withRevision(imported, text, config);
}

/** Other documents may change without this one. */
function withRevision(imported: ImportedDocument, text: string, config: Config): ImportedDocument {
  const isAlone = config.references === undefined && config.documents === undefined;
  return config.revision === true && isAlone ? { ...imported, revision: sha256(text) } : imported;
}

/**
 * The operations of a document in a file.
 *
 * @example
 * registry.registerAll(await FromOpenAPIFile("pets.yaml", { namespace: "pets", baseUrl: "https://pets.example" }));
 */
export async function FromOpenAPIFile(path: string, config: Config, fs?: OpenAPIFS): Promise<ImportedOperation[]> {
  return (await importOpenAPIFile(path, config, fs)).operations;
}

/** The operations of the document at a URL. */
export async function FromOpenAPIUrl(url: string, config: Config): Promise<ImportedOperation[]> {
  return (await importOpenAPIUrl(url, config)).operations;
}

async function importLoaded(
  document: unknown,
  config: Config & { readonly location: string; readonly reach?: AddressReach },
  loadByDefault: (url: string, base: string) => Promise<string>,
): Promise<ImportedDocument> {
  const { references, location, maxBytes, signal } = config;
  if (references === undefined) return importDocument(document as OpenAPISpec, config);
  const base = baseUrl(references.base, location);
  const load = references.load ?? ((url: string) => loadByDefault(url, base));
  // As in the import, references start from the document's own `$self`.
  const self = isRawObject(document) ? ownText(document, "$self") : undefined;
  const from = self === undefined ? location : absoluteUrl(self, location);
  const { documents, findings } = await loadReferences(document, from, { base, load, maxBytes, signal });
  const all = { ...config.documents, ...documents };
  const imported = importDocument(document as OpenAPISpec, { ...config, documents: all });
  for (const finding of findings) imported.report.addFinding(finding);
  return imported;
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

async function readDocumentFile(path: string, fs: OpenAPIFS | undefined): Promise<string> {
  try {
    return await (fs === undefined ? nodeFiles().fs.readFile(path, "utf8") : fs.readFile(path));
  } catch (cause) {
    const isMissing = (cause as { code?: unknown }).code === "ENOENT";
    const why = isMissing ? "there is no such file" : messageOf(cause);
    const message = `The document ${path} cannot be read: ${why}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}
