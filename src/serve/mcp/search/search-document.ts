import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isSchemaObject } from "../../../schema/types/scope.ts";
import { jsonSchemaOf } from "../../../schema/standard/json-schema-of.ts";
import type { AnySchema } from "../../../schema/types/static.ts";

/** What is searched of an operation. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly namespace: string;
  readonly tags: string;
  readonly path: string;
  readonly description: string;
  readonly parameters: string;
}

/** Characters of each field; the first sentences of a text say what it is about. */
const LONGEST_FIELD = 1000;
const MOST_PARAMETERS = 50;
const LONGEST_PARAMETER = 120;

export function searchDocument(spec: OperationSpec): SearchDocument {
  const { name, namespace, title = "", description, tags = [], metadata } = spec;
  const path = metadata?.["path"];
  return {
    id: operationId(spec),
    name,
    namespace,
    title: title.slice(0, LONGEST_FIELD),
    tags: tags.join(" ").slice(0, LONGEST_FIELD),
    // Names the parameters in it too.
    path: typeof path === "string" ? path.slice(0, LONGEST_FIELD) : "",
    description: description.slice(0, LONGEST_FIELD),
    parameters: parametersOf(spec).slice(0, LONGEST_FIELD),
  };
}

/**
 * Names and descriptions of the input's properties, where they are there to be read. Imported operations build their
 * schemas when they are asked for: about a millisecond each, and memory for good, which no search is worth; they tell
 * the names of their parameters in `metadata.parameters`.
 */
function parametersOf(spec: OperationSpec): string {
  const inputSchema: unknown = Object.getOwnPropertyDescriptor(spec, "inputSchema")?.value;
  if (inputSchema === undefined) {
    const names = spec.metadata?.["parameters"];
    return Array.isArray(names) ? names.slice(0, MOST_PARAMETERS).join(" ") : "";
  }
  const { properties } = jsonSchemaOf(inputSchema as AnySchema, "input") as { readonly properties?: unknown };
  if (!isSchemaObject(properties)) return "";
  const words: string[] = [];
  for (const name of Object.keys(properties).slice(0, MOST_PARAMETERS)) {
    const property = properties[name];
    const description = isSchemaObject(property) ? property["description"] : undefined;
    words.push(name, typeof description === "string" ? description.slice(0, LONGEST_PARAMETER) : "");
  }
  return words.join(" ");
}
