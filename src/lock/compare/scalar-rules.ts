/** What a schema demands of numbers and texts. */
import { safePattern } from "../../schema/patterns/safe-pattern.ts";
import { isSameJSON } from "../../shared/json/is-same-json.ts";
import { shorten } from "../../shared/short-text.ts";
import { every, fromTest, no, unknown, FITS } from "./answer.ts";
import type { FitAnswer } from "./answer.ts";
import type { Rule } from "./rule.ts";
import type { NodeKeywords } from "./schema-node.ts";
import { finiteValues, kindOf, kindsOf, valuesOf } from "./value-case.ts";
import type { ValueCase, CaseKind } from "./value-case.ts";

const LONGEST_SHOWN = 60;

export function shown(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value), LONGEST_SHOWN);
}

export const kindRule: Rule = (_comparison, values, { schema }, path) => {
  const allowed = kindsOf({ parts: [{ schema: { type: schema["type"] }, side: { resolve: () => undefined } }] });
  const surplus = [...kindsOf(values)].filter((kind) => !allowed.has(kind));
  return fromTest(
    surplus.length === 0,
    path,
    `may be ${surplus.map(nameOf).join(" or ")}, not only ${shown(schema["type"])}`,
  );
};

export const valueRule: Rule = (_comparison, values, { schema }, path) => {
  const allowed = valuesOf(schema) ?? [];
  const finite = finiteValues(values, kindsOf(values));
  if (finite === undefined) return no(path, `may be more than ${shown(allowed)}`);
  const surplus = finite.find((value) => !allowed.some((other) => isSameJSON(value, other)));
  return fromTest(surplus === undefined, path, `may be ${shown(surplus)}, which is none of ${shown(allowed)}`);
};

export const boundRule: Rule = (_comparison, values, { schema }, path) => {
  const kinds = kindsOf(values);
  if (!kinds.has("integer") && !kinds.has("fraction")) return FITS;
  return every(
    (["lower", "upper"] as const).flatMap((end) => {
      const wanted = boundOf([schema], end, false);
      if (wanted === undefined) return [];
      if (wanted === "unreadable") return [unknown(path, `has a bound that is not a number`)];
      const why = `may be ${end === "lower" ? "less" : "more"} than ${wanted.limit}`;
      const finite = finiteValues(values, kinds)?.filter((value) => typeof value === "number");
      if (finite !== undefined)
        return [
          fromTest(
            finite.every((value) => isInside(value, wanted, end)),
            path,
            why,
          ),
        ];
      const given = boundOf(
        values.parts.map((part) => part.schema),
        end,
        !kinds.has("fraction"),
      );
      if (given === undefined || given === "unreadable") return [no(path, why)];
      const isTight = end === "lower" ? given.limit > wanted.limit : given.limit < wanted.limit;
      const isEqual = given.limit === wanted.limit && (given.isOpen || !wanted.isOpen);
      return [fromTest(isTight || isEqual, path, why)];
    }),
  );
};

interface Bound {
  readonly limit: number;
  /** The limit itself is outside. */
  readonly isOpen: boolean;
}

/** The tightest bound that these schemas set together. */
function boundOf(
  schemas: readonly NodeKeywords[],
  end: "lower" | "upper",
  isWhole: boolean,
): Bound | "unreadable" | undefined {
  const [closed, open] = end === "lower" ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"];
  let bound: Bound | undefined;
  for (const schema of schemas) {
    for (const keyword of [closed, open]) {
      const limit = schema[keyword];
      if (limit === undefined) continue;
      if (typeof limit !== "number") return "unreadable";
      const next = { limit, isOpen: keyword === open };
      if (bound === undefined || isTighter(next, bound, end)) bound = next;
    }
  }
  return bound !== undefined && isWhole ? wholeBound(bound, end) : bound;
}

function isTighter(one: Bound, other: Bound, end: "lower" | "upper"): boolean {
  if (one.limit === other.limit) return one.isOpen && !other.isOpen;
  return end === "lower" ? one.limit > other.limit : one.limit < other.limit;
}

/** The first whole number inside, as a closed bound. */
function wholeBound({ limit, isOpen }: Bound, end: "lower" | "upper"): Bound {
  const whole = end === "lower" ? Math.ceil(limit) : Math.floor(limit);
  const step = isOpen && whole === limit ? (end === "lower" ? 1 : -1) : 0;
  return { limit: whole + step, isOpen: false };
}

function isInside(value: number, { limit, isOpen }: Bound, end: "lower" | "upper"): boolean {
  if (value === limit) return !isOpen;
  return end === "lower" ? value > limit : value < limit;
}

export const multipleRule: Rule = (_comparison, values, { schema }, path) => {
  const kinds = kindsOf(values);
  const wanted = schema["multipleOf"];
  if (!kinds.has("integer") && !kinds.has("fraction")) return FITS;
  const given = values.parts.map((part) => part.schema["multipleOf"]);
  const isMultiple = (factor: unknown): boolean =>
    factor === wanted || (isWhole(factor) && isWhole(wanted) && factor % wanted === 0);
  if (given.some(isMultiple) || (wanted === 1 && !kinds.has("fraction"))) return FITS;
  const why = `may be no multiple of ${shown(wanted)}`;
  return given.some((factor) => factor !== undefined) ? unknown(path, why) : no(path, why);
};

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export const lengthRule = countRule("string", "minLength", "maxLength", "characters");
export const itemCountRule = countRule("array", "minItems", "maxItems", "items");

/** A rule for a smallest and a largest count. */
export function countRule(
  kind: CaseKind,
  least: string,
  most: string,
  what: string,
  implied: (values: ValueCase) => { least?: number | undefined; most?: number | undefined } = () => ({}),
): Rule {
  return (_comparison, values, { schema }, path) => {
    const kinds = kindsOf(values);
    if (!kinds.has(kind)) return FITS;
    if (finiteValues(values, kinds)?.every((value) => fitsCount(value, kind, schema, { least, most })) === true)
      return FITS;
    const counts = (keyword: string): number[] =>
      values.parts.map((part) => part.schema[keyword]).filter((count) => typeof count === "number");
    const given = {
      least: Math.max(0, implied(values).least ?? 0, ...counts(least)),
      most: Math.min(implied(values).most ?? Infinity, ...counts(most)),
    };
    const [fewest = 0, highest = Infinity] = [numberIn(schema, least), numberIn(schema, most)];
    return every([
      fromTest(given.least >= fewest, path, `may have fewer than ${fewest} ${what}`),
      fromTest(given.most <= highest, path, `may have more than ${highest} ${what}`),
    ]);
  };
}

function numberIn(schema: NodeKeywords, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

function fitsCount(
  value: unknown,
  kind: CaseKind,
  schema: NodeKeywords,
  { least, most }: { least: string; most: string },
) {
  if (kindOf(value) !== kind || kind === "object") return kind !== "object";
  const count = kind === "string" ? Array.from(value as string).length : (value as unknown[]).length;
  return count >= (numberIn(schema, least) ?? 0) && count <= (numberIn(schema, most) ?? Infinity);
}

/** Texts that most patterns tell apart. */
const SAMPLES = ["", "a", "Z", "0", " ", "é", "-", "aaaaaaaa", "0000000000", "a b", "!?"];

export const patternRule: Rule = (_comparison, values, { schema }, path) => {
  const pattern = schema["pattern"];
  const kinds = kindsOf(values);
  if (!kinds.has("string") || values.parts.some((part) => part.schema["pattern"] === pattern)) return FITS;
  const why = `may not fit the pattern ${shown(pattern)}`;
  const test = typeof pattern === "string" ? safePattern(pattern) : undefined;
  if (test === undefined) return unknown(path, why);
  const finite = finiteValues(values, kinds)?.filter((value) => typeof value === "string");
  if (finite !== undefined)
    return fromTest(
      finite.every((value) => test.test(value)),
      path,
      why,
    );
  return isFreeText(values) && SAMPLES.some((text) => !test.test(text)) ? no(path, why) : unknown(path, why);
};

/** Programs differ in which formats they check, so another format proves nothing. */
export const formatRule: Rule = (_comparison, values, { schema }, path): FitAnswer => {
  const { format } = schema;
  const kinds = kindsOf(values);
  if (!["string", "integer", "fraction"].some((kind) => kinds.has(kind as CaseKind))) return FITS;
  if (values.parts.some((part) => part.schema["format"] === format)) return FITS;
  return unknown(path, `may not have the format ${shown(format)}`);
};

function isFreeText({ parts }: ValueCase): boolean {
  return !parts.some(({ schema }) =>
    ["pattern", "format", "minLength", "maxLength"].some((keyword) => keyword in schema),
  );
}

function nameOf(kind: CaseKind): string {
  return kind === "fraction" ? "a fraction" : kind;
}
