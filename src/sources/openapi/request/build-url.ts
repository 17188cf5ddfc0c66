import type { OperationShape, ParameterShape } from "../operation/operation-shape.ts";
import { badInput } from "./bad-input.ts";
import { encodeUnreserved } from "./percent-encode.ts";
import { serialiseParameter } from "./serialise-parameter.ts";
import { cannotCall } from "./server-url.ts";

/** The input as an object, whatever was given. */
export type Input = Readonly<Record<string, unknown>>;

/** A property of the input itself, never one that it inherits. */
export function inputValue(input: Input, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

/** The URL of a request. Values cannot change which path it names, nor add parameters. */
export function buildUrl(shape: OperationShape, input: Input, base: URL): URL {
  const [template = "", templateQuery = ""] = (shape.path.split("#", 1)[0] ?? "").split(/\?(.*)/s);
  const basePath = withoutTrailingSlashes(base.pathname);
  const path = expandPath(template.startsWith("/") ? template : `/${template}`, shape.parameters, input);
  const fixedQuery = expandQuery(templateQuery, shape.parameters, input);
  const query = [base.search.slice(1), fixedQuery, ...queryPairs(shape.parameters, input)].filter(Boolean).join("&");
  const url = new URL(`${base.origin}${basePath}${path}${query === "" ? "" : `?${query}`}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${basePath}/`)) {
    throw cannotCall(`The path ${shape.path} leaves ${base.origin}${basePath}.`);
  }
  return url;
}

/** By hand: `/+$` takes the square of the length of a run in the middle. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Adds a pair to a URL without touching the rest of its query. */
export function addQueryPair(url: URL, name: string, value: string): void {
  const pair = `${encodeUnreserved(name)}=${encodeUnreserved(value)}`;
  url.search = url.search === "" ? pair : `${url.search}&${pair}`;
}

function expandPath(template: string, parameters: readonly ParameterShape[], input: Input): string {
  return template
    .split("/")
    .map((segment) => expandSegment(segment, parameters, input))
    .join("/");
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

function pathParameter(name: string, parameters: readonly ParameterShape[]): ParameterShape {
  const parameter = parameters.find((each) => each.in === "path" && each.name === name);
  if (parameter === undefined) throw cannotCall(`The document declares no parameter for {${name}} in its path.`);
  return parameter;
}

/** A path's template may have a query with placeholders of its own; a value ends no pair of it. */
function expandQuery(template: string, parameters: readonly ParameterShape[], input: Input): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const parameter = pathParameter(name, parameters);
    return (serialiseParameter(parameter, inputValue(input, parameter.inputName)) ?? "").replaceAll("&", "%26");
  });
}

function expandSegment(segment: string, parameters: readonly ParameterShape[], input: Input): string {
  let lastInputName: string | undefined;
  const expanded = segment.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const parameter = pathParameter(name, parameters);
    lastInputName = parameter.inputName;
    return serialiseParameter(parameter, inputValue(input, parameter.inputName)) ?? "";
  });
  if (lastInputName === undefined) return segment;
  // Encoded dots are dots to every URL parser.
  const shown = expanded.replace(/%2e/gi, ".");
  if (shown === "" || shown === "." || shown === "..") {
    throw badInput(lastInputName, "as a part of a path it may not be empty, `.` or `..`");
  }
  return expanded;
}

function queryPairs(parameters: readonly ParameterShape[], input: Input): string[] {
  return parameters
    .filter((parameter) => parameter.in === "query" || parameter.in === "querystring")
    .map((parameter) => serialiseParameter(parameter, inputValue(input, parameter.inputName)) ?? "");
}
