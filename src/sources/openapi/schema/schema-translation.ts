/** The state of translating one of the document's schemas: what the translation needs, and what it finds. */
import { toPointer } from "../../../shared/json/json-pointer.ts";
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { ImportFinding } from "../options/import-report.ts";
import type { RawObject } from "../document/raw-object.ts";

/** Which way values travel. A request does not require `readOnly` properties, and a response no `writeOnly` ones. */
export type MessageDirection = "request" | "response";

/** The `$defs` name of a reference's target, or a boolean schema, or the reason why there is no target. */
export type SchemaReference = { readonly name: string } | { readonly schema: boolean } | { readonly missing: string };

export interface SchemaTranslation {
  readonly document: LoadedDocument;
  readonly references: DocumentReferences;
  readonly direction: MessageDirection;
  /** OpenAPI 3.0 and Swagger 2.0 ignore keywords next to a `$ref`. */
  readonly ignoresRefSiblings: boolean;
  /** Keeps all patterns, however long they take to match. */
  readonly trustsPatterns: boolean;
  /** How findings name the whole schema: `schema Pet`. */
  readonly where: string;
  /** Enclosing schemas that have their own `$defs`, innermost last. Many documents refer to those as `#/$defs/…`. */
  readonly enclosing: RawObject[];
  /** `from`: the schema that has the reference. A child does not mean the list of children of its base. */
  readonly refer: (ref: string, translation: SchemaTranslation, from?: RawObject) => SchemaReference;
  readonly findings: ImportFinding[];
  /** The number of schema objects so far. */
  nodes: number;
  /** Whether the other direction would give another result. */
  dependsOnDirection: boolean;
}

/** The current path, linked upwards, so that its text is built only for a finding. */
export interface KeywordPath {
  readonly parent: KeywordPath | undefined;
  readonly key: string;
  readonly level: number;
}

export function pathBelow(parent: KeywordPath, key: string | number): KeywordPath {
  return { parent, key: String(key), level: parent.level + 1 };
}

/** The path as a JSON pointer. */
export function pointerOf(path: KeywordPath): string {
  const keys: string[] = [];
  for (let current = path; current.parent !== undefined; current = current.parent) keys.push(current.key);
  return toPointer(keys.toReversed());
}

/** More findings than this in one schema say nothing new. */
const MAX_FINDINGS = 100;

export function addFinding(
  { findings, where }: SchemaTranslation,
  path: KeywordPath,
  { kind, why }: Pick<ImportFinding, "kind" | "why">,
): void {
  if (findings.length >= MAX_FINDINGS) return;
  const pointer = pointerOf(path);
  findings.push({ kind, where: pointer === "" ? where : `${where} ${pointer}`, why });
}
