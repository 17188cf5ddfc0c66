/** The pairs of path and method in a document. */
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { ImportFinding, ImportReport } from "../options/import-report.ts";
import { NOTHING, isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { namespaceOf } from "./own-extension.ts";
import type { NamespaceChoice } from "./own-extension.ts";

export interface PathOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly pathItem: RawObject;
  readonly operation: RawObject;
  readonly document: LoadedDocument;
  /** What a document of this library says about the operation: see `own-extension.ts`. */
  readonly own: RawObject | undefined;
  readonly namespace: string;
  /** The name that the document gives the operation, if any. */
  readonly operationId: string | undefined;
}

/** The members of a path item that are operations, in the order in which they are imported. */
const METHODS = new Map(
  ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map((name, order) => [
    name,
    { method: name.toUpperCase(), order },
  ]),
);

interface PathsReading {
  readonly root: RawObject;
  readonly document: LoadedDocument;
  readonly references: DocumentReferences;
  readonly report: ImportReport;
  readonly config: NamespaceChoice;
}

export interface ReadPaths {
  readonly operations: readonly PathOperation[];
  /** The paths that can be read. */
  readonly paths: readonly string[];
}

/** Quarantines every entry that cannot be an operation. */
export function readPaths(reading: PathsReading): ReadPaths {
  const { root, document, references, report, config } = reading;
  const operations: PathOperation[] = [];
  const paths: string[] = [];
  for (const [path, item] of Object.entries(ownObject(root, "paths") ?? {})) {
    if (path.startsWith("x-")) continue;
    const resolved = references.resolve(item, document);
    if (!path.startsWith("/")) {
      report.addQuarantined({ method: "*", path, reason: "a path must begin with a slash" });
    } else if (typeof resolved === "string") {
      report.addQuarantined({ method: "*", path, reason: `the path cannot be read: ${resolved}` });
    } else {
      paths.push(path);
      // A path item may have operations in addition to its $ref. They take precedence.
      const isMerged = isRawObject(item) && item !== resolved.value;
      const pathItem = isMerged ? { ...resolved.value, ...item } : resolved.value;
      const here = isMerged ? new Set(methodsOf(item).map(({ operation }) => operation)) : undefined;
      for (const { method, operation } of methodsOf(pathItem)) {
        if (!isRawObject(operation)) {
          report.addQuarantined({ method, path, reason: "an operation must be an object" });
          continue;
        }
        const own = ownObject(operation, "x-operation");
        operations.push({
          method,
          path,
          pathItem,
          operation,
          document: here?.has(operation) === true ? document : resolved.document,
          own,
          namespace: own === undefined ? config.namespace : namespaceOf(own, config),
          operationId: nameInDocument(operation, own),
        });
      }
    }
  }
  return { operations, paths };
}

interface FoundMethod {
  readonly method: string;
  readonly operation: unknown;
  readonly order: number;
}

/**
 * Goes through the members that are there: asking thousands of small objects for nine names took a third of an import.
 */
function methodsOf(pathItem: RawObject): FoundMethod[] {
  const found: FoundMethod[] = [];
  for (const key of Object.keys(pathItem)) {
    const known = METHODS.get(key);
    if (known !== undefined) found.push({ method: known.method, operation: pathItem[key], order: known.order });
  }
  if (found.length > 1) found.sort((one, other) => one.order - other.order);
  const additional = Object.entries(ownObject(pathItem, "additionalOperations") ?? NOTHING);
  for (const [method, operation] of additional) found.push({ method, operation, order: METHODS.size });
  return found;
}

function nameInDocument(operation: RawObject, own: RawObject | undefined): string | undefined {
  const id = own && ownText(own, "id");
  return id === undefined ? ownText(operation, "operationId") : id.slice(id.lastIndexOf(".") + 1);
}

/** Paths that differ only in the names of their parameters are one address. All of them can still be called. */
export function findEquivalentPaths(paths: readonly string[]): ImportFinding[] {
  const templates = new Map<string, string>();
  const findings: ImportFinding[] = [];
  for (const path of paths) {
    if (!path.includes("{")) continue;
    const template = path.replaceAll(/\{[^{}]*\}/g, "{}");
    const other = templates.get(template);
    const why = `it is the same address as ${other}, and both are kept`;
    if (other === undefined) templates.set(template, path);
    else findings.push({ kind: "repaired", where: path, why });
  }
  return findings;
}
