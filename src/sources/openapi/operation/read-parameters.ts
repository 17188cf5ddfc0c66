/** Parameters: those of the path and the operation, with `$ref`s followed, defaults filled in and names settled. */
import type { Located } from "../document/document-references.ts";
import { isFramingHeader } from "./header-text.ts";
import { note, QuarantineError } from "./operation-reading.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type { ParameterLocation, ParameterShape, ParameterStyle } from "./operation-shape.ts";
import { inputNames } from "./parameter-names.ts";
import type { PlacedName } from "./parameter-names.ts";
import { isRawObject, ownList, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { readCollectionFormat } from "./swagger-parameters.ts";

const STYLES: Readonly<Record<ParameterLocation, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** Headers that OpenAPI sets by other means, and says to ignore as parameters. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** What Swagger 2.0 has among the parameters; `read-body.ts` reads them. */
const BODY_LOCATIONS = new Set<unknown>(["body", "formData"]);

/** No honest operation has more. */
const MAX_PARAMETERS = 1000;

export function readParameters(reading: OperationReading, hasBody: boolean): ParameterSource[] {
  const own = parametersOf(reading, reading.operation);
  const inherited = parametersOf(reading, reading.pathItem).filter((parameter) => !holds(own, parameter.value));
  const all = inherited.length === 0 ? own : [...inherited, ...own];
  if (all.length > MAX_PARAMETERS) {
    throw new QuarantineError(`it has more than ${MAX_PARAMETERS.toLocaleString("en")} parameters`);
  }
  const inPath = templateNames(reading.path);
  const usable = all.filter(({ value }) => isUsable(reading, value, inPath));
  addMissing(reading, usable, inPath);
  const names = inputNames(
    usable.map(({ value }) => value as unknown as PlacedName),
    hasBody,
  );
  return usable.map(({ value, document }, index) => toSource(reading, { value, document, inputName: names[index]! }));
}

/** Lists, and no maps by name: they are short, and there are thousands of them. */
function parametersOf(reading: OperationReading, owner: RawObject): Located<RawObject>[] {
  const parameters: Located<RawObject>[] = [];
  for (const item of ownList(owner, "parameters")) {
    if (parameters.length > MAX_PARAMETERS) break;
    const parameter = resolveParameter(reading, item);
    if (!holds(parameters, parameter.value)) parameters.push(parameter);
    else note(reading, nameOf(parameter.value), { kind: "left out", why: "it is declared twice" });
  }
  return parameters;
}

function holds(parameters: readonly Located<RawObject>[], { name, in: place }: RawObject): boolean {
  return parameters.some(({ value }) => value["name"] === name && value["in"] === place);
}

function toSource(
  reading: OperationReading,
  { value, document, inputName }: Located<RawObject> & { readonly inputName: string },
): ParameterSource {
  const known = reading.shared.parameters.get(value);
  if (known?.shape.inputName === inputName) return known;
  const before = reading.findings.length;
  const source = { raw: value, document, shape: shapeOf(reading, value, inputName) };
  // What was repaired is told of each operation.
  if (reading.findings.length === before) reading.shared.parameters.set(value, source);
  return source;
}

function resolveParameter(reading: OperationReading, item: unknown): Located<RawObject> {
  const resolved = reading.references.resolve(item, reading.document);
  if (typeof resolved === "string") throw new QuarantineError(`a parameter can't be read: ${resolved}`);
  return resolved;
}

function nameOf(parameter: RawObject): string {
  return `${String(parameter["in"])} parameter ${JSON.stringify(parameter["name"]) ?? "without a name"}`;
}

function isUsable(reading: OperationReading, parameter: RawObject, inPath: readonly string[]): boolean {
  const problem = problemWith(reading, parameter, inPath);
  if (problem === undefined) return !BODY_LOCATIONS.has(parameter["in"]);
  if (parameter["required"] === true && parameter["in"] !== "path" && problem.matters) {
    throw new QuarantineError(`the required ${nameOf(parameter)} can't be sent: ${problem.why}`);
  }
  note(reading, nameOf(parameter), { kind: "left out", why: problem.why });
  return false;
}

function problemWith(
  { version }: OperationReading,
  parameter: RawObject,
  inPath: readonly string[],
): { readonly why: string; readonly matters: boolean } | undefined {
  const name = ownText(parameter, "name");
  const location = parameter["in"];
  if (version === "2.0" && BODY_LOCATIONS.has(location)) return undefined;
  if (name === undefined) return { why: "it has no name", matters: true };
  if (typeof location !== "string" || !Object.hasOwn(STYLES, location)) {
    return { why: `there is no place ${JSON.stringify(location) ?? "given"} for a parameter`, matters: true };
  }
  if (location === "path" && !inPath.includes(name)) {
    return { why: "the path has no place for it", matters: false };
  }
  if (location === "header" && IGNORED_HEADERS.has(name.toLowerCase())) {
    return { why: "OpenAPI sets this header by other means (credentials, media types)", matters: false };
  }
  if (location === "header" && isFramingHeader(name)) {
    return { why: "this header is set by the connection alone", matters: false };
  }
  return undefined;
}

function templateNames(path: string): readonly string[] {
  if (!path.includes("{")) return [];
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
}

function addMissing(reading: OperationReading, parameters: Located<RawObject>[], inPath: readonly string[]): void {
  for (const name of inPath) {
    const value = { name, in: "path", required: true, schema: { type: "string" }, type: "string" };
    if (holds(parameters, value)) continue;
    const why = "the path names it, but it is not declared: taken as text";
    note(reading, nameOf(value), { kind: "repaired", why });
    parameters.push({ value, document: reading.document });
  }
}

function shapeOf(reading: OperationReading, raw: RawObject, inputName: string): ParameterShape {
  const location = raw["in"] as ParameterLocation;
  const required = location === "path" || raw["required"] === true;
  const name = raw["name"] as string;
  const common = { name, in: location, inputName, required };
  if (reading.version === "2.0") {
    return { ...common, ...readCollectionFormat(reading, raw, location), allowReserved: false };
  }
  const style = styleOf(reading, raw, location);
  const explode = typeof raw["explode"] === "boolean" ? raw["explode"] : style === "form" || style === "cookie";
  const mediaType = contentType(raw);
  const shape = { ...common, style, explode, allowReserved: raw["allowReserved"] === true };
  return mediaType === undefined ? shape : { ...shape, mediaType };
}

function styleOf(reading: OperationReading, raw: RawObject, location: ParameterLocation): ParameterStyle {
  const allowed = STYLES[location];
  const given = raw["style"];
  const known = allowed.find((style) => style === given);
  if (given !== undefined && known === undefined) {
    const why = `a ${location} parameter has no style ${JSON.stringify(given)}: sent as ${JSON.stringify(allowed[0])}`;
    note(reading, nameOf(raw), { kind: "repaired", why });
  }
  return known ?? allowed[0]!;
}

function contentType(raw: RawObject): string | undefined {
  const content = ownObject(raw, "content");
  return content === undefined ? undefined : Object.keys(content)[0];
}

/** The schema that an OpenAPI 3 parameter carries, itself or in its `content`. */
export function parameterSchema(raw: RawObject): unknown {
  const content = ownObject(raw, "content");
  const [media] = content === undefined ? [] : Object.values(content);
  return raw["schema"] ?? (isRawObject(media) ? media["schema"] : undefined);
}
