/** Keywords that ignore the members of a value: type, const, enum, limits of numbers and strings. */
import { describeChoices } from "./describe-schema.ts";
import { closestName } from "../../shared/closest-name.ts";
import { describeValue } from "./describe-value.ts";
import type { Explanation, Finding, KeywordSpot } from "./explanation.ts";
import { addError, passes } from "./explanation.ts";
import { keywordCheck } from "./explained-root.ts";
import type { Keywords } from "./keywords.ts";
import type { Keyword } from "../types/schema-keywords.ts";
import { typeNames } from "./keywords.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { counted, shorten } from "../../shared/short-text.ts";

const LONGEST_PATTERN = 60;
const LONGEST_TYPES = 100;

const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  bigint: (value) => typeof value === "bigint",
  boolean: (value) => typeof value === "boolean",
  function: (value) => typeof value === "function",
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isRecord,
  string: (value) => typeof value === "string",
  symbol: (value) => typeof value === "symbol",
  undefined: (value) => value === undefined,
  void: (value) => value === undefined,
};

/** Whether a value has one of the types. An unknown type accepts everything, as in the engine. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => !Object.hasOwn(TYPE_TESTS, type) || TYPE_TESTS[type]?.(value) === true);
}

/** Whether some keywords of the schema accept the value, according to the engine. */
export function keywordFits(explanation: Explanation, spot: KeywordSpot, keywords: readonly Keyword[]): boolean {
  return passes(keywordCheck(explanation.root, { schema: spot.schema, scope: spot.inner }, keywords), spot.value);
}

/** Reports a wrong type. Returns `false` if there is nothing more to say about the value. */
export function explainType(explanation: Explanation, spot: KeywordSpot, schema: Keywords): boolean {
  const types = typeNames(schema);
  if (types === undefined) return true;
  // Only the engine knows `constructor` types.
  const fit = types.includes("constructor") ? keywordFits(explanation, spot, ["type"]) : isOfType(spot.value, types);
  if (!fit) addError(explanation, spot, { keyword: "type", expected: shorten(types.join(" or "), LONGEST_TYPES) });
  return fit;
}

/** Reports a value that is not among the allowed ones. Returns `false` if there is nothing more to say about it. */
export function explainChoice(explanation: Explanation, spot: KeywordSpot, schema: Keywords): boolean {
  if ("const" in schema && !isChoice(explanation, spot, "const")) {
    addError(explanation, spot, { keyword: "const", expected: describeValue(schema.const) });
    return false;
  }
  if (!Array.isArray(schema.enum) || isChoice(explanation, spot, "enum")) return true;
  addError(explanation, spot, choiceFinding(schema.enum, spot.value));
  return false;
}

/** The error for a value that is not one of the choices. */
export function choiceFinding(choices: readonly unknown[], value: unknown): Finding {
  const expected = describeChoices(choices);
  const received = describeValue(value);
  const names = choices.filter((choice) => typeof choice === "string");
  const meant = typeof value === "string" ? closestName(value, names) : undefined;
  const hint = meant === undefined ? "" : ` (did you mean ${describeValue(meant)}?)`;
  return { keyword: "enum", expected, received, message: `expected ${expected}, received ${received}${hint}` };
}

function isChoice(explanation: Explanation, spot: KeywordSpot, keyword: "const" | "enum"): boolean {
  const { value } = spot;
  if (typeof value === "object" && value !== null) return keywordFits(explanation, spot, [keyword]);
  const schema: Keywords = spot.schema;
  return keyword === "const" ? value === schema.const : (schema.enum as unknown[]).some((choice) => choice === value);
}

const NUMBER_LIMITS = [
  ["minimum", ">=", (value, limit) => value >= limit],
  ["maximum", "<=", (value, limit) => value <= limit],
  ["exclusiveMinimum", ">", (value, limit) => value > limit],
  ["exclusiveMaximum", "<", (value, limit) => value < limit],
] as const satisfies [Keyword, string, (value: number | bigint, limit: number | bigint) => boolean][];

export function explainNumber(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const { value } = spot;
  if (!isNumeric(value)) return;
  for (const [keyword, sign, holds] of NUMBER_LIMITS) {
    const limit = schema[keyword];
    if (isNumeric(limit) && !holds(value, limit))
      addError(explanation, spot, { keyword, expected: `${sign} ${limit}` });
  }
  if (isNumeric(schema.multipleOf) && !keywordFits(explanation, spot, ["multipleOf"])) {
    addError(explanation, spot, { keyword: "multipleOf", expected: `a multiple of ${schema.multipleOf}` });
  }
}

/** For a schema, Infinity and NaN are not numbers. */
function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isFinite(value);
}

export function explainString(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  if (typeof spot.value !== "string") return;
  const report = (keyword: Keyword, expected: () => string) => {
    if (!keywordFits(explanation, spot, [keyword])) addError(explanation, spot, { keyword, expected: expected() });
  };
  const { minLength, maxLength, format, pattern } = schema;
  if (isNumeric(minLength)) report("minLength", () => `at least ${counted(Number(minLength), "character")}`);
  if (isNumeric(maxLength)) report("maxLength", () => `at most ${counted(Number(maxLength), "character")}`);
  if (typeof format === "string") report("format", () => `format ${shorten(format, LONGEST_PATTERN)}`);
  if (typeof pattern === "string" || pattern instanceof RegExp) {
    const source = typeof pattern === "string" ? pattern : pattern.source;
    report("pattern", () => `a string that matches /${shorten(source, LONGEST_PATTERN)}/`);
  }
}
