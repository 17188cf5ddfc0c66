/** The shapes of an operation's parameters: defaults filled in, and input names chosen. */
import type { Located } from "../document/document-references.ts";
import { isRawObject, ownObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { findParameters, parameterStyle } from "./find-parameters.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type { ParameterLocation, ParameterShape } from "./operation-shape.ts";
import { readCollectionFormat } from "./swagger-parameters.ts";

export function readParameters(reading: OperationReading, hasBody: boolean): ParameterSource[] {
  const found = findParameters(reading);
  const names = inputNames(found, hasBody);
  return found.map(({ value, document }, index) => ({
    raw: value,
    document,
    shape: shapeOf(reading, value, names[index]!),
  }));
}

/**
 * The names of parameters in the input. A parameter keeps its own name, unless two share it, or it is `body` and there
 * is a body, or it is `__proto__`. Then it becomes `in_name`, such as `query_id`.
 */
function inputNames(parameters: readonly Located<RawObject>[], hasBody: boolean): readonly string[] {
  const all = parameters.map(({ value }) => value["name"] as string);
  const isClear = (name: string): boolean =>
    name !== "__proto__" && !(hasBody && name === "body") && all.indexOf(name) === all.lastIndexOf(name);
  if (all.every(isClear)) return all;
  const taken = new Set([...all.filter(isClear), "body"]);
  return parameters.map(({ value }, index) => {
    const name = all[index]!;
    if (isClear(name)) return name;
    let distinct = `${String(value["in"])}_${name}`;
    while (taken.has(distinct)) distinct += "_";
    taken.add(distinct);
    return distinct;
  });
}

function shapeOf({ version }: OperationReading, raw: RawObject, inputName: string): ParameterShape {
  const location = raw["in"] as ParameterLocation;
  const required = location === "path" || raw["required"] === true;
  const name = raw["name"] as string;
  const common = { name, in: location, inputName, required };
  if (version === "2.0") return { ...common, ...readCollectionFormat(raw, location), allowReserved: false };
  const style = parameterStyle(raw);
  const explode = typeof raw["explode"] === "boolean" ? raw["explode"] : style === "form" || style === "cookie";
  const mediaType = contentType(raw);
  const shape = { ...common, style, explode, allowReserved: raw["allowReserved"] === true };
  return mediaType === undefined ? shape : { ...shape, mediaType };
}

function contentType(raw: RawObject): string | undefined {
  const content = ownObject(raw, "content");
  return content === undefined ? undefined : Object.keys(content)[0];
}

/** The schema of an OpenAPI 3 parameter, its own or that of its `content`. */
export function parameterSchema(raw: RawObject): unknown {
  const content = ownObject(raw, "content");
  const [media] = content === undefined ? [] : Object.values(content);
  return raw["schema"] ?? (isRawObject(media) ? media["schema"] : undefined);
}
