import type { DocumentReferences } from "../document/document-references.ts";
import { isRawObject, ownList, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { isJSON } from "./media-type.ts";
import type { PathOperation } from "./read-paths.ts";

const NOTHING: RawObject = {};

/** The examples that a document has of parameters, by their names, and of the body: the first of each. */
export function readExamples(
  { operation, pathItem, document }: PathOperation,
  references: DocumentReferences,
): Readonly<Record<string, unknown>> {
  const resolved = (value: unknown): RawObject => {
    const found = references.resolve(value, document);
    return typeof found === "string" ? NOTHING : found.value;
  };
  /** OpenAPI's `example`, or the first of its named `examples`, which hold their values. */
  const exampleOf = (holder: RawObject): unknown => {
    if (holder["example"] !== undefined) return holder["example"];
    const named = Object.values(ownObject(holder, "examples") ?? NOTHING);
    return named
      .map((each) => (isRawObject(each) ? resolved(each)["value"] : undefined))
      .find((value) => value !== undefined);
  };
  const examples: Array<[string, unknown]> = [];
  for (const given of [...ownList(pathItem, "parameters"), ...ownList(operation, "parameters")]) {
    const parameter = resolved(given);
    const example = exampleOf(parameter);
    const name = ownText(parameter, "name");
    if (name !== undefined && example !== undefined) examples.push([name, example]);
  }
  const content = ownObject(resolved(operation["requestBody"]), "content") ?? NOTHING;
  for (const [type, media] of Object.entries(content)) {
    const example = isJSON(type) ? exampleOf(resolved(media)) : undefined;
    if (example === undefined) continue;
    examples.push(["body", example]);
    break;
  }
  return Object.fromEntries(examples);
}
