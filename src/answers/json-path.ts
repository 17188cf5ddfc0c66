/** JSONPath (RFC 9535), as far as it takes time in proportion to the answer. */
import type * as json from "json-p3";
import type { JSONPathEnvironment, JSONPathQuery } from "json-p3";
import { CallError, messageOf } from "../errors/call-error.ts";
import { safePattern } from "../schema/patterns/safe-pattern.ts";
import { shorten } from "../shared/short-text.ts";

/** The name of a member, or the index of a row. */
export type PathStep = string | number;

/** A path that was read and checked. */
export interface CompiledPath {
  readonly source: string;
  /** The places of the parts that it finds. */
  locations(answer: unknown): Iterable<readonly PathStep[]>;
  /** Its beginnings, the shortest first: they show how far it leads. */
  readonly prefixes: readonly PathPrefix[];
}

export interface PathPrefix {
  readonly source: string;
  firstValues(answer: unknown, count: number): Array<{ readonly value: unknown }>;
}

type Library = typeof json;
type Segment = JSONPathQuery["segments"][number];
type JSONValue = Parameters<JSONPathQuery["query"]>[0];

/** Deeper answers are cut off long before. */
const MOST_LEVELS = 500;

let loading: Promise<{ readonly library: Library; readonly environment: JSONPathEnvironment }> | undefined;

export async function compilePath(source: string): Promise<CompiledPath> {
  const { library, environment } = await (loading ??= load());
  const query = compile(environment, source);
  const check = new PathCheck(library);
  const problem = check.problemOf(query.segments);
  if (problem !== undefined) throw refused(source, problem);
  return {
    source,
    *locations(answer) {
      for (const { location } of query.lazyQuery(answer as JSONValue)) yield location;
    },
    prefixes: query.segments.slice(0, -1).map((_, index) => {
      const prefix = new library.JSONPathQuery(environment, query.segments.slice(0, index + 1));
      return { source: prefix.toString(), firstValues: (answer, count) => firstOf(prefix, answer, count) };
    }),
  };
}

function firstOf(query: JSONPathQuery, answer: unknown, count: number): Array<{ readonly value: unknown }> {
  const found: Array<{ readonly value: unknown }> = [];
  for (const { value } of query.lazyQuery(answer as JSONValue)) {
    found.push({ value });
    if (found.length >= count) break;
  }
  return found;
}

function compile(environment: JSONPathEnvironment, source: string): JSONPathQuery {
  try {
    return environment.compile(source);
  } catch (cause) {
    throw refused(source, messageOf(cause), cause);
  }
}

function refused(source: string, problem: string, cause?: unknown): CallError {
  const message = `${shorten(source, 200)} can't be used as a path: ${shorten(problem, 200)}. Give a JSON Pointer (/items/0) or JSONPath ($.items[*]['id','title']).`;
  return new CallError("VALIDATION_ERROR", message, undefined, { cause });
}

/** Loads the library on first use, because most answers are read without it. */
async function load(): Promise<{ readonly library: Library; readonly environment: JSONPathEnvironment }> {
  const library = await import("json-p3");
  const { JSONPathEnvironment, FunctionExpressionType } = library;
  const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: MOST_LEVELS });
  const types = {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
  };
  // The library's own functions run patterns natively, which can take forever.
  const matchBy = (toSource: (pattern: string) => string) => ({
    ...types,
    call: (text: unknown, pattern: unknown) =>
      typeof text === "string" && typeof pattern === "string" && safePattern(toSource(pattern))?.test(text) === true,
  });
  environment.functionRegister.set(
    "match",
    matchBy((pattern) => `^(?:${pattern})$`),
  );
  environment.functionRegister.set(
    "search",
    matchBy((pattern) => pattern),
  );
  return { library, environment };
}

/**
 * Finds what could visit a part of the answer again and again: each step of a path must lead to different parts. So a
 * path may go down any number of levels (`..`) once. It may name several members or rows, but no pattern beside them.
 * It may compare a row with nothing outside that row.
 */
class PathCheck {
  readonly #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  problemOf(segments: readonly Segment[], isInFilter = false): string | undefined {
    const descents = segments.filter((segment) => segment.toString().startsWith("..")).length;
    if (descents > (isInFilter ? 0 : 1)) return isInFilter ? "a filter may not have `..`" : "only one `..` is allowed";
    for (const { selectors } of segments) {
      const problem = this.#problemOfSelectors(selectors) ?? this.#problemOfFilters(selectors);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #problemOfSelectors(selectors: Segment["selectors"]): string | undefined {
    const { NameSelector, IndexSelector } = this.#library.jsonpath.selectors;
    if (selectors.length === 1) return undefined;
    const isPlain = selectors.every(
      (selector) => selector instanceof NameSelector || (selector instanceof IndexSelector && selector.index >= 0),
    );
    if (!isPlain) return "several selectors in one bracket may only be names and indexes from 0 on";
    const isEachOnce = new Set(selectors.map((selector) => selector.toString())).size === selectors.length;
    return isEachOnce ? undefined : "a bracket names something twice";
  }

  #problemOfFilters(selectors: Segment["selectors"]): string | undefined {
    const { FilterSelector } = this.#library.jsonpath.selectors;
    for (const selector of selectors) {
      const problem = selector instanceof FilterSelector ? this.#problemOfExpression(selector.expression) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #problemOfExpression(expression: unknown): string | undefined {
    const { RootQuery, RelativeQuery, PrefixExpression, InfixExpression, LogicalExpression, FunctionExtension } =
      this.#library.jsonpath.expressions;
    if (expression instanceof RootQuery) return "a filter compares with @, not with $";
    if (expression instanceof RelativeQuery) return this.problemOf(expression.path.segments, true);
    if (expression instanceof LogicalExpression) return this.#problemOfExpression(expression.expression);
    if (expression instanceof PrefixExpression) return this.#problemOfExpression(expression.right);
    if (expression instanceof InfixExpression)
      return this.#problemOfExpression(expression.left) ?? this.#problemOfExpression(expression.right);
    if (!(expression instanceof FunctionExtension)) return undefined;
    return expression.args
      .map((argument) => this.#problemOfExpression(argument))
      .find((problem) => problem !== undefined);
  }
}
