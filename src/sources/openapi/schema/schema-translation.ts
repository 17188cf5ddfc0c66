/** What a translation of one of the document's schemas needs to know, and what it finds out. */
import type { PatternBudget } from "../../../schema/patterns/safe-pattern.ts";
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { ImportFinding } from "../options/import-report.ts";
import type { RawObject } from "../document/raw-object.ts";

/** Which way the values go: what is `readOnly` is not asked for in a request, what is `writeOnly` not in a response. */
export type SchemaDirection = "request" | "response";

/** The `$defs` name of a reference's target, or a boolean schema, or why there is none. */
export type SchemaReference = { readonly name: string } | { readonly schema: boolean } | { readonly missing: string };

export interface SchemaTranslation {
  readonly document: LoadedDocument;
  readonly references: DocumentReferences;
  readonly direction: SchemaDirection;
  /** OpenAPI 3.0 and Swagger 2.0: what stands beside a `$ref` does not count. */
  readonly ignoresRefSiblings: boolean;
  /** Leaves patterns alone, whatever they cost. */
  readonly trustsPatterns: boolean;
  /** What judging patterns may still cost. */
  readonly patternBudget: PatternBudget;
  /** What the findings call the whole: `schema Pet`. */
  readonly where: string;
  /** Enclosing schemas with `$defs` of their own, the innermost last: many documents refer to those as `#/$defs/…`. */
  readonly enclosing: RawObject[];
  readonly refer: (ref: string, translation: SchemaTranslation) => SchemaReference;
  readonly findings: ImportFinding[];
  /** Schema objects met. */
  nodes: number;
  /** Set when the other direction would give another result. */
  dependsOnDirection: boolean;
}

/** Where the walk stands: linked upwards, so that the text is made only when there is something to say. */
export interface SchemaPlace {
  readonly parent: SchemaPlace | undefined;
  readonly key: string;
  readonly level: number;
}

export function placeBelow(parent: SchemaPlace, key: string | number): SchemaPlace {
  return { parent, key: String(key), level: parent.level + 1 };
}

/** A JSON pointer (RFC 6901) from the start of the walk. */
export function pointerTo(place: SchemaPlace): string {
  const keys: string[] = [];
  for (let current = place; current.parent !== undefined; current = current.parent) {
    keys.push(`/${current.key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
  return keys.toReversed().join("");
}

/** Findings beyond this number say nothing new. */
const MAX_FINDINGS = 100;

export function addFinding(
  { findings, where }: SchemaTranslation,
  place: SchemaPlace,
  { kind, why }: Pick<ImportFinding, "kind" | "why">,
): void {
  if (findings.length >= MAX_FINDINGS) return;
  const pointer = pointerTo(place);
  findings.push({ kind, where: pointer === "" ? where : `${where} ${pointer}`, why });
}
