import type { OperationShape, ParameterShape } from "../operation/operation-shape.ts";
import { badInput } from "./input-error.ts";
import { compileParameter, writeParameter } from "./serialise-parameter.ts";
import type { CompiledParameter, Input } from "./serialise-parameter.ts";
import { cannotCall } from "./server-url.ts";
import { encodeUnreserved } from "./wire-text.ts";

type Piece = string | CompiledParameter;

/** The URLs of one operation: its path is parsed once, and expanded for each call. */
export class URLTemplate {
  readonly #path: string;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #baseQuery: string;
  /** Literal text, and segments with placeholders. */
  readonly #segments: ReadonlyArray<string | readonly Piece[]>;
  /** The query in the path's own template. */
  readonly #templateQuery: readonly Piece[];
  readonly #query: readonly CompiledParameter[];

  constructor({ path, parameters }: Pick<OperationShape, "path" | "parameters">, base: URL) {
    const [template = "", templateQuery = ""] = (path.split("#", 1)[0] ?? "").split(/\?(.*)/s);
    this.#path = path;
    this.#origin = base.origin;
    this.#basePath = withoutTrailingSlashes(base.pathname);
    this.#baseQuery = base.search.slice(1);
    this.#segments = parseSegments(template.startsWith("/") ? template.slice(1) : template, parameters);
    this.#templateQuery = parsePieces(templateQuery, parameters);
    this.#query = parameters
      .filter((parameter) => parameter.in === "query" || parameter.in === "querystring")
      .map(compileParameter);
  }

  /** The URL for an input. Values can neither change which path it names nor add parameters. */
  expand(input: Input): URL {
    let address = this.#origin + this.#basePath;
    for (const segment of this.#segments) {
      address += typeof segment === "string" ? segment : expandSegment(segment, input);
    }
    const pairs = this.#baseQuery === "" ? [] : [this.#baseQuery];
    let templateQuery = "";
    for (const piece of this.#templateQuery) {
      // A value must not end the pair that contains it.
      templateQuery += typeof piece === "string" ? piece : (writeParameter(piece, input) ?? "").replaceAll("&", "%26");
    }
    if (templateQuery !== "") pairs.push(templateQuery);
    for (const parameter of this.#query) {
      const pair = writeParameter(parameter, input);
      if (pair !== undefined && pair !== "") pairs.push(pair);
    }
    const url = new URL(pairs.length === 0 ? address : `${address}?${pairs.join("&")}`);
    if (url.origin !== this.#origin || !url.pathname.startsWith(`${this.#basePath}/`)) {
      throw cannotCall(`The path ${this.#path} leaves ${this.#origin}${this.#basePath}.`);
    }
    return url;
  }
}

/** Adds a pair to a URL and leaves the rest of its query as it is. */
export function addQueryPair(url: URL, name: string, value: string): void {
  const pair = `${encodeUnreserved(name)}=${encodeUnreserved(value)}`;
  url.search = url.search === "" ? pair : `${url.search}&${pair}`;
}

/** A loop, because `/+$` takes quadratic time for a run of slashes in the middle. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function parseSegments(
  template: string,
  parameters: readonly ParameterShape[],
): ReadonlyArray<string | readonly Piece[]> {
  const segments: Array<string | readonly Piece[]> = [];
  let literal = "";
  for (const segment of template.split("/")) {
    const pieces = parsePieces(segment, parameters);
    literal += "/";
    if (pieces.every((piece) => typeof piece === "string")) literal += segment;
    else {
      segments.push(literal, pieces);
      literal = "";
    }
  }
  return literal === "" ? segments : [...segments, literal];
}

/** Literal text, and the parameters of the placeholders in between. */
function parsePieces(template: string, parameters: readonly ParameterShape[]): Piece[] {
  return template.split(/\{([^{}]*)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const parameter = parameters.find((each) => each.in === "path" && each.name === piece);
    if (parameter === undefined) throw cannotCall(`The document declares no parameter for {${piece}} in its path.`);
    return compileParameter(parameter);
  });
}

function expandSegment(pieces: readonly Piece[], input: Input): string {
  let segment = "";
  let inputName = "";
  for (const piece of pieces) {
    if (typeof piece === "string") segment += piece;
    else {
      segment += writeParameter(piece, input) ?? "";
      inputName = piece.inputName;
    }
  }
  // URL parsers read encoded dots as dots.
  if (segment === "" || /^(?:\.|%2e){1,2}$/i.test(segment)) {
    throw badInput(inputName, "as a part of a path it may not be empty, `.` or `..`");
  }
  return segment;
}
