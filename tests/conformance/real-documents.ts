/** All available real OpenAPI documents: those from npm, and those in `../shared` if that exists. */
import { readFileSync } from "node:fs";
import { parseDocument } from "../../src/sources/openapi/document/parse-document.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import { documentFile, documentNames, ensureDocuments } from "../openapi-documents/documents.ts";
import { sharedDocuments } from "../openapi-documents/shared-documents.ts";
import { isLeftOut } from "../support/left-out.ts";

export interface RealDocument {
  readonly name: string;
  readonly document: OpenAPISpec;
}

export async function readRealDocuments(): Promise<RealDocument[]> {
  const files: Array<[name: string, file: string]> = [];
  if (isLeftOut("openapi-documents")) console.warn("LEFT OUT: the OpenAPI documents from npm.");
  else {
    await ensureDocuments();
    for (const name of documentNames) files.push([name, documentFile(name)]);
  }
  for (const { name, file } of sharedDocuments()) files.push([`shared/${name}`, file]);
  return Promise.all(
    files.map(async ([name, file]) => {
      const document = await parseDocument(readFileSync(file, "utf8"), { location: file });
      return { name, document: document as OpenAPISpec };
    }),
  );
}

/** Every text under the name `pattern`, and every name in `patternProperties`. */
export function patternsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (key === "pattern" && typeof item === "string") found.add(item);
    else if (key === "patternProperties") for (const pattern of Object.keys(item as object)) found.add(pattern);
    patternsIn(item, found);
  }
  return found;
}
