import type { DocumentReferences, LoadedDocument } from "./document-references.ts";
import type { DocumentVersion } from "./document-version.ts";
import type { ImportFinding } from "./import-report.ts";
import type { RawObject } from "./raw-object.ts";

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
