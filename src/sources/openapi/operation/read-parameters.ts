/** Parameters of the path and the operation, with `$ref`s followed, defaults filled in and input names chosen. */
import type { Located } from "../document/document-references.ts";
import { FRAMING_HEADERS } from "./header-text.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type { ParameterLocation, ParameterShape, ParameterStyle } from "./operation-shape.ts";
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

/** Headers that OpenAPI sets by other means, and tells importers to ignore as parameters. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** Swagger 2.0 declares the body among the parameters. `read-body.ts` reads it. */
const BODY_LOCATIONS = new Set<unknown>(["body", "formData"]);

/** More is taken for an attack. */
const MAX_PARAMETERS = 1000;

export function readParameters(reading: OperationReading, hasBody: boolean): ParameterSource[] {
  const own = parametersOf(reading, reading.operation);
  const inherited = parametersOf(reading, reading.pathItem).filter((parameter) => !holds(own, parameter.value));
  const all = inherited.length === 0 ? own : [...inherited, ...own];
  if (all.length > MAX_PARAMETERS) {
    throw new Error(`it has more than ${MAX_PARAMETERS.toLocaleString("en")} parameters`);
  }
  const inPath = templateNames(reading.path);
  const usable = all.filter(({ value }) => isUsable(reading, value, inPath));
  addMissing(reading, usable, inPath);
  const names = inputNames(usable, hasBody);
  return usable.map(({ value, document }, index) => toSource(reading, { value, document, inputName: names[index]! }));
}

/**
 * The names of parameters in the input. A parameter keeps its own name, unless two share it, or it is `body` beside a
 * body, or it is `__proto__`. Then it is `in_name`, such as `query_id`.
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

/** Uses lists, not maps by name, because the lists are short and there are thousands of them. */
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

function holds(parameters: readonly Located<RawObject>[], { name, in: location }: RawObject): boolean {
  return parameters.some(({ value }) => value["name"] === name && value["in"] === location);
}

function toSource(
  reading: OperationReading,
  { value, document, inputName }: Located<RawObject> & { readonly inputName: string },
): ParameterSource {
  const known = reading.shared.parameters.get(value);
  if (known?.shape.inputName === inputName) return known;
  const before = reading.findings.length;
  const source = { raw: value, document, shape: shapeOf(reading, value, inputName) };
  // A parameter with a finding is not shared, because each operation reports its own findings.
  if (reading.findings.length === before) reading.shared.parameters.set(value, source);
  return source;
}

function resolveParameter(reading: OperationReading, item: unknown): Located<RawObject> {
  const resolved = reading.references.resolve(item, reading.document);
  if (typeof resolved === "string") throw new Error(`a parameter cannot be read: ${resolved}`);
  return resolved;
}

function nameOf(parameter: RawObject): string {
  return `${String(parameter["in"])} parameter ${JSON.stringify(parameter["name"]) ?? "without a name"}`;
}

function isUsable(reading: OperationReading, parameter: RawObject, inPath: readonly string[]): boolean {
  const problem = problemWith(reading, parameter, inPath);
  if (problem === undefined) return !BODY_LOCATIONS.has(parameter["in"]);
  if (parameter["required"] === true && parameter["in"] !== "path" && problem.matters) {
    throw new Error(`the required ${nameOf(parameter)} cannot be sent: ${problem.why}`);
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
    return { why: `there is no parameter location ${JSON.stringify(location) ?? "given"}`, matters: true };
  }
  if (location === "path" && !inPath.includes(name)) {
    return { why: "the path has no placeholder for it", matters: false };
  }
  if (location === "header" && IGNORED_HEADERS.has(name.toLowerCase())) {
    return { why: "OpenAPI sets this header by other means (credentials, media types)", matters: false };
  }
  if (location === "header" && FRAMING_HEADERS.has(name.toLowerCase())) {
    return { why: "only the connection sets this header", matters: false };
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
    const why = "the path names it, but it is not declared, so it is read as text";
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
    const why = `a ${location} parameter has no style ${JSON.stringify(given)}, so it is sent as ${JSON.stringify(allowed[0])}`;
    note(reading, nameOf(raw), { kind: "repaired", why });
  }
  return known ?? allowed[0]!;
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
