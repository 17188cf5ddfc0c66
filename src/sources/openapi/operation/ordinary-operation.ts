/**
 * A quick check of an operation, for an import of thousands. It separates operations that certainly can be called and
 * have only a plain result from those that need `checkOperation`. The findings of ordinary operations are made when the
 * report is read.
 */
import type { LoadedDocument } from "../document/document-references.ts";
import { isRawObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { MAX_PARAMETERS, isInBody, isParameterLocation } from "./find-parameters.ts";
import { streamFormat } from "./media-type.ts";
import type { DocumentReading } from "./operation-reading.ts";
import type { PathOperation } from "./read-paths.ts";

const ORDINARY_METHODS = new Set(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "QUERY"]);

/** Whether `checkOperation` would not throw and would find only a plain result. `false` also if that is not certain. */
export function isOrdinary(reading: DocumentReading, candidate: PathOperation): boolean {
  const { method, operation, pathItem, document } = candidate;
  const { requestBody, parameters } = operation;
  const shared = pathItem["parameters"];
  return (
    ORDINARY_METHODS.has(method) &&
    (requestBody === undefined || targetOf(reading, requestBody, document) !== undefined) &&
    (parameters === undefined || areNamed(reading, parameters, document)) &&
    (shared === undefined || areNamed(reading, shared, document)) &&
    answersPlainly(reading, operation, document)
  );
}

/** The object itself, or what it refers to. */
function targetOf({ references }: DocumentReading, value: unknown, document: LoadedDocument): RawObject | undefined {
  if (isRawObject(value) && value["$ref"] === undefined) return value;
  const target = references.resolve(value, document);
  return typeof target === "string" ? undefined : target.value;
}

/** Plain loops and comparisons: most imports go through thousands of parameters before the code is optimised. */
function areNamed({ references, version }: DocumentReading, parameters: unknown, document: LoadedDocument): boolean {
  if (!Array.isArray(parameters)) return true;
  // There are two such lists.
  if (parameters.length > MAX_PARAMETERS / 2) return false;
  for (let at = 0; at < parameters.length; at++) {
    let parameter = parameters[at] as RawObject | null;
    if (typeof parameter !== "object" || parameter === null) return false;
    if (parameter["$ref"] !== undefined) {
      const target = references.resolve(parameter, document);
      if (typeof target === "string") return false;
      parameter = target.value;
    }
    const { name, in: location } = parameter;
    if (typeof name !== "string" || name === "") return false;
    if (location === "query" || location === "path" || location === "header") continue;
    if (!isParameterLocation(location) && !(version === "2.0" && isInBody(parameter))) return false;
  }
  return true;
}

function answersPlainly(reading: DocumentReading, operation: RawObject, document: LoadedDocument): boolean {
  const { version, root } = reading;
  if (version === "2.0") {
    const { produces } = Array.isArray(operation["produces"]) ? operation : root;
    return !Array.isArray(produces) || produces.every(isPlain);
  }
  const { responses } = operation;
  if (!isRawObject(responses)) return true;
  const statuses = Object.keys(responses);
  for (let at = 0; at < statuses.length; at++) {
    const status = statuses[at]!;
    if (status.charCodeAt(0) !== 0x32 && status !== "default") continue;
    const content = targetOf(reading, responses[status], document)?.["content"];
    if (isRawObject(content) && !Object.keys(content).every(isPlain)) return false;
  }
  return true;
}

function isPlain(mediaType: unknown): boolean {
  return typeof mediaType === "string" && streamFormat(mediaType) === undefined;
}
