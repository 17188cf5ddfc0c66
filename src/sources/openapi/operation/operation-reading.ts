import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { ImportFinding } from "../options/import-report.ts";
import type { ParameterShape } from "./operation-shape.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { PathOperation } from "./read-paths.ts";

/** One pair of path and method, while it is read. */
export interface OperationReading extends Omit<PathOperation, "wantedName">, DocumentReading {
  readonly findings: ImportFinding[];
}

/** Member by member: spreading them took a third of the time of an import with thousands of operations. */
export function readingOf(
  { root, version, references }: DocumentReading,
  { method, path, pathItem, operation, document, own, namespace, operationId }: PathOperation,
  findings: ImportFinding[],
): OperationReading {
  return {
    root,
    version,
    references,
    method,
    path,
    pathItem,
    operation,
    document,
    own,
    namespace,
    operationId,
    findings,
  };
}

/** The parts of a document that are needed to read its operations. */
export interface DocumentReading {
  readonly root: RawObject;
  readonly version: DocumentVersion;
  readonly references: DocumentReferences;
}

/** A parameter's shape, and the source of its schema, which is read later. */
export interface ParameterSource {
  readonly shape: ParameterShape;
  readonly raw: RawObject;
  readonly document: LoadedDocument;
}

export function note(
  { findings, method, path }: OperationReading,
  what: string,
  { kind, why }: Pick<ImportFinding, "kind" | "why">,
): void {
  findings.push({ kind, where: `${method} ${path}${what === "" ? "" : ` ${what}`}`, why });
}
