/** The pairs of path and method in a document. */
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { ImportReport } from "../options/import-report.ts";
import { isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";

export interface PathOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly pathItem: RawObject;
  readonly operation: RawObject;
  readonly document: LoadedDocument;
  /** The name that the document gives the operation, if any. */
  readonly operationId: string | undefined;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map(
  (name) => [name, name.toUpperCase()] as const,
);

interface PathsReading {
  readonly root: RawObject;
  readonly document: LoadedDocument;
  readonly references: DocumentReferences;
  readonly report: ImportReport;
}

/** Quarantines every entry that cannot be an operation. */
export function readPaths(reading: PathsReading): PathOperation[] {
  const { root, document, references, report } = reading;
  const operations: PathOperation[] = [];
  const templates = new Map<string, string>();
  for (const [path, item] of Object.entries(ownObject(root, "paths") ?? {})) {
    if (path.startsWith("x-")) continue;
    const quarantine = (method: string, reason: string): void => report.addQuarantined({ method, path, reason });
    const resolved = references.resolve(item, document);
    if (!path.startsWith("/")) quarantine("*", "a path must begin with a slash");
    else if (typeof resolved === "string") quarantine("*", `the path cannot be read: ${resolved}`);
    else {
      noteEquivalent(report, templates, path);
      // A path item may have operations beside its $ref. They take precedence.
      const isMerged = isRawObject(item) && item !== resolved.value;
      const pathItem = isMerged ? { ...resolved.value, ...item } : resolved.value;
      const here = isMerged ? new Set(methodsOf(item).map(([, operation]) => operation)) : undefined;
      for (const [method, operation] of methodsOf(pathItem)) {
        if (!isRawObject(operation)) quarantine(method, "an operation must be an object");
        else {
          const operationId = nameInDocument(operation);
          const where = here?.has(operation) === true ? document : resolved.document;
          operations.push({ method, path, pathItem, operation, document: where, operationId });
        }
      }
    }
  }
  return operations;
}

function methodsOf(pathItem: RawObject): [method: string, operation: unknown][] {
  const methods: [method: string, operation: unknown][] = [];
  for (const [name, method] of METHODS) {
    if (pathItem[name] !== undefined) methods.push([method, pathItem[name]]);
  }
  const additional = ownObject(pathItem, "additionalOperations");
  return additional === undefined ? methods : [...methods, ...Object.entries(additional)];
}

function nameInDocument(operation: RawObject): string | undefined {
  const own = ownObject(operation, "x-operation");
  const id = own && ownText(own, "id");
  return id === undefined ? ownText(operation, "operationId") : id.slice(id.lastIndexOf(".") + 1);
}

/** Paths that differ only in the names of their parameters are one address. Both can still be called. */
function noteEquivalent(report: ImportReport, templates: Map<string, string>, path: string): void {
  if (!path.includes("{")) return;
  const template = path.replaceAll(/\{[^{}]*\}/g, "{}");
  const other = templates.get(template);
  if (other === undefined) templates.set(template, path);
  else
    report.addFinding({ kind: "repaired", where: path, why: `it is the same address as ${other}, and both are kept` });
}
