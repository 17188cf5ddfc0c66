import type { DocumentReferences } from "../document/document-references.ts";
import { NOTHING, isRawObject, ownList, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { isJSON } from "./media-type.ts";
import type { PathOperation } from "./read-paths.ts";

/** The document's first example of each parameter, by name, and of the body. */
export function readExamples(
  { operation, pathItem, document }: PathOperation,
  references: DocumentReferences,
): Readonly<Record<string, unknown>> {
  const resolved = (value: unknown): RawObject => references.resolveOrNothing(value, document);
  const exampleOf = (holder: RawObject): unknown => exampleIn(holder, resolved);
  const examples: Array<[string, unknown]> = [];
  for (const given of [...ownList(pathItem, "parameters"), ...ownList(operation, "parameters")]) {
    const parameter = resolved(given);
    const example = exampleOf(parameter);
    const name = ownText(parameter, "name");
    if (name !== undefined && example !== undefined) examples.push([name, example]);
  }
  const body = exampleOfContent(resolved(operation["requestBody"]), resolved);
  if (body !== undefined) examples.push(["body", body]);
  return Object.fromEntries(examples);
}

/** The document's first example of the data of a success. */
export function readOutputExample({ operation, document }: PathOperation, references: DocumentReferences): unknown {
  const resolved = (value: unknown): RawObject => references.resolveOrNothing(value, document);
  return Object.entries(ownObject(operation, "responses") ?? NOTHING)
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => exampleOfContent(resolved(response), resolved))
    .find((example) => example !== undefined);
}

type Resolve = (value: unknown) => RawObject;

/** The first JSON example of a body or an answer. */
function exampleOfContent(holder: RawObject, resolved: Resolve): unknown {
  return Object.entries(ownObject(holder, "content") ?? NOTHING)
    .map(([type, media]) => (isJSON(type) ? exampleIn(resolved(media), resolved) : undefined))
    .find((example) => example !== undefined);
}

/** OpenAPI's `example`, or the first of its named `examples`, which hold their values. */
function exampleIn(holder: RawObject, resolved: Resolve): unknown {
  if (holder["example"] !== undefined) return holder["example"];
  const named = Object.values(ownObject(holder, "examples") ?? NOTHING);
  return named
    .map((each) => (isRawObject(each) ? resolved(each)["value"] : undefined))
    .find((value) => value !== undefined);
}
