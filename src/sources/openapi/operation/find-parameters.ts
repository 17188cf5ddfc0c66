/** The parameters of an operation that can be sent, with `$ref`s resolved. The others are noted and left out. */
import type { Located } from "../document/document-references.ts";
import { textOf } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { FRAMING_HEADERS } from "./header-text.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading } from "./operation-reading.ts";
import type { ParameterLocation, ParameterStyle } from "./operation-shape.ts";
import { noteCollectionFormat } from "./swagger-parameters.ts";

/** The styles of a location. The first is its default. */
const STYLES: ReadonlyMap<unknown, readonly ParameterStyle[]> = new Map<ParameterLocation, readonly ParameterStyle[]>([
  ["path", ["simple", "label", "matrix"]],
  ["query", ["form", "spaceDelimited", "pipeDelimited", "deepObject"]],
  ["querystring", ["form"]],
  ["header", ["simple"]],
  ["cookie", ["form", "cookie"]],
]);

/** Headers that OpenAPI sets by other means, and tells importers to ignore as parameters. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** More than this counts as an attack. */
export const MAX_PARAMETERS = 1000;

const NONE: readonly never[] = [];

export function findParameters(reading: OperationReading): Located<RawObject>[] {
  const own = declaredBy(reading, reading.operation);
  const inherited = declaredBy(reading, reading.pathItem).filter((parameter) => !holds(own, parameter.value));
  if (own.length + inherited.length > MAX_PARAMETERS) {
    throw new Error(`it has more than ${MAX_PARAMETERS.toLocaleString("en")} parameters`);
  }
  const inPath = templateNames(reading.path);
  const usable: Located<RawObject>[] = [];
  for (const list of [inherited, own]) {
    for (const parameter of list) if (isUsable(reading, parameter.value, inPath)) usable.push(parameter);
  }
  addMissing(reading, usable, inPath);
  const noteWriting = reading.version === "2.0" ? noteCollectionFormat : noteStyle;
  for (const { value } of usable) noteWriting(reading, value);
  return usable;
}

/** The style of an OpenAPI 3 parameter: its own, if its location has it, or else the default. */
export function parameterStyle(raw: RawObject): ParameterStyle {
  const allowed = STYLES.get(raw["in"])!;
  const given = raw["style"];
  return (given === undefined ? undefined : allowed.find((style) => style === given)) ?? allowed[0]!;
}

export function isParameterLocation(location: unknown): boolean {
  return STYLES.has(location);
}

/** Swagger 2.0 declares the body among the parameters. `find-body.ts` finds it. */
export function isInBody(parameter: RawObject): boolean {
  return parameter["in"] === "body" || parameter["in"] === "formData";
}

/** Uses lists, not maps by name, because the lists are short and there are thousands of them. */
function declaredBy(reading: OperationReading, owner: RawObject): readonly Located<RawObject>[] {
  const declared = owner["parameters"];
  if (!Array.isArray(declared) || declared.length === 0) return NONE;
  const parameters: Located<RawObject>[] = [];
  for (const item of declared as readonly unknown[]) {
    if (parameters.length > MAX_PARAMETERS) break;
    const parameter = reading.references.resolve(item, reading.document);
    if (typeof parameter === "string") throw new Error(`a parameter cannot be read: ${parameter}`);
    if (!holds(parameters, parameter.value)) parameters.push(parameter);
    else note(reading, nameOf(parameter.value), { kind: "left out", why: "it is declared twice" });
  }
  return parameters;
}

function holds(parameters: readonly Located<RawObject>[], { name, in: location }: RawObject): boolean {
  for (const { value } of parameters) if (value["name"] === name && value["in"] === location) return true;
  return false;
}

function nameOf(parameter: RawObject): string {
  return `${String(parameter["in"])} parameter ${JSON.stringify(parameter["name"]) ?? "without a name"}`;
}

function isUsable(reading: OperationReading, parameter: RawObject, inPath: readonly string[]): boolean {
  if (reading.version === "2.0" && isInBody(parameter)) return false;
  const problem = problemWith(parameter, inPath);
  if (problem === undefined) return true;
  if (parameter["required"] === true && parameter["in"] !== "path" && problem.matters) {
    throw new Error(`the required ${nameOf(parameter)} cannot be sent: ${problem.why}`);
  }
  note(reading, nameOf(parameter), { kind: "left out", why: problem.why });
  return false;
}

function problemWith(
  parameter: RawObject,
  inPath: readonly string[],
): { readonly why: string; readonly matters: boolean } | undefined {
  const name = textOf(parameter["name"]);
  const location = parameter["in"];
  if (name === undefined) return { why: "it has no name", matters: true };
  if (!STYLES.has(location)) {
    return { why: `there is no parameter location ${JSON.stringify(location) ?? "given"}`, matters: true };
  }
  if (location === "path" && !inPath.includes(name)) {
    return { why: "the path has no placeholder for it", matters: false };
  }
  if (location !== "header") return undefined;
  const header = name.toLowerCase();
  if (IGNORED_HEADERS.has(header)) {
    return { why: "OpenAPI sets this header by other means (credentials, media types)", matters: false };
  }
  return FRAMING_HEADERS.has(header) ? { why: "only the connection sets this header", matters: false } : undefined;
}

function noteStyle(reading: OperationReading, raw: RawObject): void {
  const given = raw["style"];
  if (given === undefined) return;
  const style = parameterStyle(raw);
  if (style === given) return;
  const location = String(raw["in"]);
  const why = `a ${location} parameter has no style ${JSON.stringify(given)}, so it is sent as ${JSON.stringify(style)}`;
  note(reading, nameOf(raw), { kind: "repaired", why });
}

/** The placeholders of a path: `id` in `/pets/{id}`. */
function templateNames(path: string): readonly string[] {
  let end = path.indexOf("}");
  if (end === -1) return NONE;
  const names: string[] = [];
  for (let after = 0; end !== -1; after = end + 1, end = path.indexOf("}", after)) {
    const start = path.lastIndexOf("{", end);
    if (start >= after) names.push(path.slice(start + 1, end));
  }
  return names;
}

function addMissing(reading: OperationReading, parameters: Located<RawObject>[], inPath: readonly string[]): void {
  for (const name of inPath) {
    if (parameters.some(({ value }) => value["name"] === name && value["in"] === "path")) continue;
    const value = { name, in: "path", required: true, schema: { type: "string" }, type: "string" };
    const why = "the path names it, but it is not declared, so it is read as text";
    note(reading, nameOf(value), { kind: "repaired", why });
    parameters.push({ value, document: reading.document });
  }
}
