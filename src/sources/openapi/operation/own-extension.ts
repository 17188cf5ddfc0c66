/** `x-operation`: what documents that this library serves say about an operation beyond OpenAPI. */
import { NAMESPACE_PATTERN } from "../../../operation/operation-id.ts";
import { isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ImportOptions } from "../options/import-options.ts";
import type { OwnInput } from "./operation-shape.ts";

const INPUTS: readonly unknown[] = ["body", "optional", "none"];

/**
 * How the input travels to an operation that this library serves: its whole input is the body, bytes are tagged, and
 * errors are problem details with codes. `undefined` for an operation that only carries an id.
 */
export function ownInput(operation: RawObject): OwnInput | undefined {
  const input = ownObject(operation, "x-operation")?.["input"];
  return INPUTS.includes(input) ? (input as OwnInput) : undefined;
}

/** What a config says about namespaces. */
export type NamespaceChoice = Pick<HTTPServiceConfig & ImportOptions, "namespace" | "namespaces">;

/** The namespace of an operation. A document cannot choose one outside the config's, unless the config allows it. */
export function namespaceOf(own: RawObject, { namespace, namespaces }: NamespaceChoice): string {
  const id = ownText(own, "id");
  const given = id === undefined ? "" : id.slice(0, Math.max(0, id.lastIndexOf(".")));
  if (given === "" || !new RegExp(NAMESPACE_PATTERN).test(given)) return namespace;
  if (namespaces === "document" || given === namespace || given.startsWith(`${namespace}.`)) return given;
  return `${namespace}.${given}`;
}

/** The name of an operation in the document: its id, if this library serves it. */
export function idInDocument(operation: RawObject): string | undefined {
  const own = ownObject(operation, "x-operation");
  return (own && ownText(own, "id")) ?? ownText(operation, "operationId");
}

/** A declared error, with its schema as the document has it. */
export interface OwnError {
  readonly description?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly schema: unknown;
}

export function ownErrors(operation: RawObject): Record<string, OwnError> | undefined {
  const declared = ownObject(ownObject(operation, "x-operation") ?? {}, "errorSchemas");
  if (declared === undefined) return undefined;
  const errors = Object.entries(declared).flatMap(([code, error]): [string, OwnError][] => {
    if (!isRawObject(error)) return [];
    const description = ownText(error, "description");
    const { httpStatus, schema } = error;
    const isStatus = Number.isInteger(httpStatus) && Number(httpStatus) >= 400 && Number(httpStatus) <= 599;
    const words = {
      ...(description !== undefined && { description }),
      ...(isStatus && { httpStatus: Number(httpStatus) }),
    };
    return [[code, { ...words, schema }]];
  });
  return Object.fromEntries(errors);
}

/** The members of a union. A document cannot express `undefined`, so its schema holds only the other members. */
export function choicesIn(branch: unknown): readonly unknown[] {
  if (!isRawObject(branch) || Object.keys(branch).length > 1 || !Array.isArray(branch["anyOf"])) return [branch];
  return branch["anyOf"];
}
