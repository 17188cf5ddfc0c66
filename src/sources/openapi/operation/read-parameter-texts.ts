import type { ParameterText } from "../../../shared/parameter-texts.ts";
import type { DocumentReferences } from "../document/document-references.ts";
import { NOTHING, isRawObject, ownList, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { PathOperation } from "./read-paths.ts";

const MOST_TEXTS = 200;

/** Names and descriptions of the parameters and of the body's properties, as a document has them. */
export function readParameterTexts(
  { operation, pathItem, document }: PathOperation,
  references: DocumentReferences,
): ParameterText[] {
  const resolved = (value: unknown): RawObject => references.resolveOrNothing(value, document);
  const texts = new Map<string, string>();
  const add = (name: string | undefined, description: string | undefined): void => {
    if (name !== undefined && texts.size < MOST_TEXTS && !texts.get(name)) texts.set(name, description ?? "");
  };
  const addProperties = (schema: unknown): void => {
    const properties = ownObject(resolved(schema), "properties") ?? NOTHING;
    for (const [name, property] of Object.entries(properties))
      add(name, isRawObject(property) ? ownText(property, "description") : undefined);
  };
  for (const given of [...ownList(operation, "parameters"), ...ownList(pathItem, "parameters")]) {
    const parameter = resolved(given);
    if (parameter["in"] === "body") addProperties(parameter["schema"]);
    else add(ownText(parameter, "name"), ownText(parameter, "description"));
  }
  const content = ownObject(resolved(operation["requestBody"]), "content") ?? NOTHING;
  for (const media of Object.values(content)) addProperties(resolved(media)["schema"]);
  return Array.from(texts, ([name, description]) => ({ name, description }));
}
