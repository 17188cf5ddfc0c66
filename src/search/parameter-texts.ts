import type { OperationSpec } from "../operation/operation-spec.ts";
import { parameterTextsOf } from "../shared/parameter-texts.ts";
import type { ParameterText } from "../shared/parameter-texts.ts";
import { jsonSchemaOf } from "../schema/standard/json-schema-of.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import type { AnySchema } from "../schema/types/static.ts";

const MOST_PARAMETERS = 200;

/** Names and descriptions of what an operation takes, without building a schema. */
export function parameterTexts(spec: OperationSpec): readonly ParameterText[] {
  const told = parameterTextsOf(spec);
  if (told !== undefined) return told;
  // A getter builds the schema, which takes about a millisecond, and memory that is never freed.
  const inputSchema: unknown = Object.getOwnPropertyDescriptor(spec, "inputSchema")?.value;
  if (inputSchema !== undefined) return propertyTexts(jsonSchemaOf(inputSchema as AnySchema, "input"));
  const names = spec.metadata?.["parameters"];
  return Array.isArray(names) ? names.map((name) => ({ name: String(name), description: "" })) : [];
}

function propertyTexts(schema: unknown): ParameterText[] {
  const properties = isSchemaObject(schema) ? schema["properties"] : undefined;
  if (!isSchemaObject(properties)) return [];
  return Object.keys(properties)
    .slice(0, MOST_PARAMETERS)
    .map((name) => {
      const property = properties[name];
      const description = isSchemaObject(property) ? property["description"] : undefined;
      return { name, description: typeof description === "string" ? description : "" };
    });
}
