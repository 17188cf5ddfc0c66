/** The pairs of path and method in a document. */
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { ImportFinding, ImportReport } from "../options/import-report.ts";
import { NOTHING, isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { wantedName } from "./operation-names.ts";
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
  /** Its name, unless another operation has it. */
  readonly wantedName: string;
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
  /** The document that contains the paths. */
  readonly document: LoadedDocument;
  readonly references: DocumentReferences;
  readonly report: ImportReport;
  readonly config: NamespaceChoice;
}

export interface ReadPaths {
  readonly operations: PathOperation[];
  /** The paths that can be read. */
  readonly paths: string[];
}

/** Quarantines every entry that cannot be an operation. */
export function readPaths(reading: PathsReading): ReadPaths {
  const found: ReadPaths = { operations: [], paths: [] };
  const items = ownObject(reading.root, "paths") ?? NOTHING;
  // OpenAPI has no `$ref` here, but documents of many files use one.
  if (typeof items["$ref"] === "string") readReferredItems(reading, items, found);
  else readItems(reading, items, found);
  return found;
}

function readReferredItems(reading: PathsReading, items: RawObject, found: ReadPaths): void {
  const { $ref: _ref, ...own } = items;
  const target = reading.references.resolve(items, reading.document);
  if (typeof target === "string") {
    reading.report.addQuarantined({ method: "*", path: "*", reason: `the paths cannot be read: ${target}` });
  } else {
    const others = Object.entries(target.value).filter(([path]) => !Object.hasOwn(own, path));
    readItems({ ...reading, document: target.document }, Object.fromEntries(others), found);
  }
  readItems(reading, own, found);
}

function readItems(reading: PathsReading, items: RawObject, { operations, paths }: ReadPaths): void {
  const { document, references, report } = reading;
  const names = Object.keys(items);
  // By index, like all that runs for each operation: an iterator makes an object for each step, until V8 optimises it.
  for (let at = 0; at < names.length; at++) {
    const path = names[at]!;
    if (path.startsWith("x-")) continue;
    const item = items[path];
    const resolved = references.resolve(item, document);
    if (!path.startsWith("/")) {
      report.addQuarantined({ method: "*", path, reason: "a path must begin with a slash" });
    } else if (typeof resolved === "string") {
      report.addQuarantined({ method: "*", path, reason: `the path cannot be read: ${resolved}` });
    } else {
      paths.push(path);
      // A path item may have operations in addition to its $ref. They take precedence.
      const beside = isRawObject(item) && item !== resolved.value ? item : undefined;
      const pathItem = beside === undefined ? resolved.value : { ...resolved.value, ...beside };
      addOperations(reading, { path, pathItem, beside, document: resolved.document, operations });
    }
  }
}

interface PathReading extends Pick<PathOperation, "path" | "pathItem" | "document"> {
  /** The members beside a `$ref`. They are in the document of the path. */
  readonly beside: RawObject | undefined;
  /** Receives what is found. */
  readonly operations: PathOperation[];
}

function addOperations(reading: PathsReading, path: PathReading): void {
  const { pathItem } = path;
  const keys = methodsOf(pathItem);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    addOperation(reading, path, { key, method: METHODS.get(key)!.method, operation: pathItem[key] });
  }
  const key = "additionalOperations";
  const additional = ownObject(pathItem, key);
  if (additional === undefined) return;
  for (const [method, operation] of Object.entries(additional)) addOperation(reading, path, { key, method, operation });
}

/** The keys that are methods. Asking thousands of small objects for nine names each took a third of an import. */
function methodsOf(pathItem: RawObject): string[] {
  const keys = Object.keys(pathItem);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    const known = METHODS.get(key);
    if (known === undefined) continue;
    let place = count++;
    for (; place > 0 && METHODS.get(keys[place - 1]!)!.order > known.order; place--) keys[place] = keys[place - 1]!;
    keys[place] = key;
  }
  keys.length = count;
  return keys;
}

interface FoundMethod {
  /** The member of the path item that it was found in. */
  readonly key: string;
  readonly method: string;
  readonly operation: unknown;
}

function addOperation(
  { config, document: outer, report }: PathsReading,
  { path, pathItem, document, beside, operations }: PathReading,
  { key, method, operation }: FoundMethod,
): void {
  if (!isRawObject(operation)) {
    report.addQuarantined({ method, path, reason: "an operation must be an object" });
    return;
  }
  const own = ownObject(operation, "x-operation");
  const operationId = nameInDocument(operation, own);
  operations.push({
    method,
    path,
    pathItem,
    operation,
    document: beside !== undefined && Object.hasOwn(beside, key) ? outer : document,
    own,
    namespace: own === undefined ? config.namespace : namespaceOf(own, config),
    operationId,
    wantedName: wantedName(method, path, operationId),
  });
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
