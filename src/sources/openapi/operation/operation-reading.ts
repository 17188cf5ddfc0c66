import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { ImportFinding } from "../options/import-report.ts";
import type { ParameterShape } from "./operation-shape.ts";
import type { RawObject } from "../document/raw-object.ts";

/** One pair of path and method, while it is read. */
export interface OperationReading {
  readonly method: string;
  readonly path: string;
  readonly operation: RawObject;
  readonly pathItem: RawObject;
  /** Where the operation stands. */
  readonly document: LoadedDocument;
  readonly root: RawObject;
  readonly version: DocumentVersion;
  readonly references: DocumentReferences;
  readonly findings: ImportFinding[];
  readonly shared: SharedParts;
}

/**
 * What was read of the document's shared parameters and responses, by object: in GitHub's document 3,153 references
 * name 390 of them.
 */
export interface SharedParts {
  readonly parameters: Map<RawObject, ParameterSource>;
  readonly responses: Map<RawObject, readonly ResponseContent[]>;
}

/** A parameter's shape, and where its schema is found when it is needed. */
export interface ParameterSource {
  readonly shape: ParameterShape;
  readonly raw: RawObject;
  readonly document: LoadedDocument;
}

export interface ResponseContent {
  readonly mediaType: string;
  readonly schema: unknown;
  /** OpenAPI 3.2: of each item of a stream. */
  readonly itemSchema?: unknown;
}

/** Thrown when an operation can't be imported; the message is the reason. */
export class QuarantineError extends Error {
  override readonly name = "QuarantineError";
}

export function note(
  { findings, method, path }: OperationReading,
  what: string,
  { kind, why }: Pick<ImportFinding, "kind" | "why">,
): void {
  findings.push({ kind, where: `${method} ${path}${what === "" ? "" : ` ${what}`}`, why });
}
