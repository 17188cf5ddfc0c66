/** Imports documents from files and from the web. */
import type { DocumentToImport, LoadConfig } from "./document/load-document.ts";
import { importDocument } from "./import-openapi.ts";
import type { ImportedDocument } from "./import-openapi.ts";
import type { ImportedOperation } from "./imported-operation.ts";
import type { OpenAPIFS } from "./options/import-options.ts";
import type { OpenAPISpec } from "./options/openapi-document.ts";

/** Imports a JSON or YAML document from a file. Without `fs` it uses Node's file system. */
export async function importOpenAPIFile(path: string, config: LoadConfig, fs?: OpenAPIFS): Promise<ImportedDocument> {
  const { loadFile } = await import("./document/load-document.ts");
  return importLoaded(await loadFile(path, config, fs));
}

/** Imports the JSON or YAML document at a URL. The request carries none of the config's credentials. */
export async function importOpenAPIUrl(url: string, config: LoadConfig): Promise<ImportedDocument> {
  const { loadUrl } = await import("./document/load-document.ts");
  return importLoaded(await loadUrl(url, config));
}

/**
 * The operations of a document in a file.
 *
 * @example
 * registry.registerAll(await FromOpenAPIFile("pets.yaml", { namespace: "pets", baseUrl: "https://pets.example" }));
 */
export async function FromOpenAPIFile(path: string, config: LoadConfig, fs?: OpenAPIFS): Promise<ImportedOperation[]> {
  return (await importOpenAPIFile(path, config, fs)).operations;
}

/** The operations of the document at a URL. */
export async function FromOpenAPIUrl(url: string, config: LoadConfig): Promise<ImportedOperation[]> {
  return (await importOpenAPIUrl(url, config)).operations;
}

function importLoaded({ document, config, revision }: DocumentToImport): ImportedDocument {
  const imported = importDocument(document as OpenAPISpec, config);
  return revision === undefined ? imported : { ...imported, revision };
}
