/** Checks a value keyword by keyword, in the order that helps a reader most. */
import { shorten } from "../../shared/short-text.ts";
import { explainArray } from "./array-keywords.ts";
import { describeSchema } from "./describe-schema.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { addError, explainUnlessFits, fits, inPlace, passes, takeStep } from "./explanation.ts";
import { entered, refTarget } from "./follow-ref.ts";
import type { Keywords } from "./keywords.ts";
import { schemaList } from "./keywords.ts";
import { isSchema } from "../types/scope.ts";
import { explainChoice, explainNumber, explainString, explainType, keywordFits } from "./leaf-keywords.ts";
import { explainObject } from "./object-keywords.ts";
import { explainUnevaluated } from "./unevaluated-keywords.ts";
import { explainUnion } from "./union-keywords.ts";

const LONGEST_CUSTOM_MESSAGE = 120;

/** Adds an error for each keyword that refuses the value. Adds nothing if none does, or if the budget is spent. */
export function explainSchema(explanation: Explanation, spot: Spot): void {
  const { schema } = spot;
  if (!takeStep(explanation, spot) || schema === true) return;
  if (schema === false) {
    addError(explanation, spot, { keyword: "false", expected: "nothing", message: "is not allowed" });
    return;
  }
  const here = entered(spot, schema);
  const keywords: Keywords = schema;
  if (!explainType(explanation, here, keywords) || !explainChoice(explanation, here, keywords)) return;
  const before = explanation.errors.length;
  explainString(explanation, here, keywords);
  explainNumber(explanation, here, keywords);
  explainObject(explanation, here, keywords);
  explainArray(explanation, here, keywords);
  const target = refTarget(explanation, here);
  if (target !== undefined) explainUnlessFits(explanation, target);
  explainConditions(explanation, here, keywords);
  explainUnion(explanation, here, "oneOf");
  // The rest takes long to explain, and often says the same again.
  if (explanation.errors.length > before) return;
  explainUnion(explanation, here, "anyOf");
  explainDynamicRefs(explanation, here, keywords);
  explainRefinements(explanation, here, keywords);
  if (explanation.errors.length === before) explainUnevaluated(explanation, here, keywords);
}

function explainConditions(explanation: Explanation, spot: KeywordSpot, keywords: Keywords): void {
  for (const [index, schema] of (schemaList(keywords.allOf) ?? []).entries()) {
    explainUnlessFits(explanation, inPlace(spot, { schema, step: `allOf/${index}` }));
  }
  if (isSchema(keywords.if)) {
    const step = fits(explanation, inPlace(spot, { schema: keywords.if, step: "if" })) ? "then" : "else";
    const schema = keywords[step];
    if (isSchema(schema)) explainUnlessFits(explanation, inPlace(spot, { schema, step }));
  }
  if (isSchema(keywords.not) && fits(explanation, inPlace(spot, { schema: keywords.not, step: "not" }))) {
    addError(explanation, spot, { keyword: "not", expected: `anything but: ${describeSchema(keywords.not)}` });
  }
}

/** The target of these depends on the path to them. Only the engine knows it, so we only report its refusal. */
function explainDynamicRefs(explanation: Explanation, spot: KeywordSpot, keywords: Keywords): void {
  for (const keyword of ["$dynamicRef", "$recursiveRef"] as const) {
    const target = keywords[keyword];
    if (typeof target !== "string" || keywordFits(explanation, spot, [keyword])) continue;
    addError(explanation, spot, { keyword, expected: `a value that fits ${shorten(target, 60)}` });
  }
}

/** A custom check, added by `Type.Refine`. */
interface Refinement {
  readonly check: (value: unknown) => boolean;
  readonly error?: (value: unknown) => unknown;
}

function explainRefinements(explanation: Explanation, spot: KeywordSpot, keywords: Keywords): void {
  const refinements = keywords["~refine"];
  if (!Array.isArray(refinements)) return;
  for (const refinement of refinements as Refinement[]) {
    if (passes((value) => refinement.check(value), spot.value)) continue;
    const message = messageOf(refinement, spot.value);
    addError(explanation, spot, { keyword: "~refine", expected: "a value that passes a custom check", message });
  }
}

function messageOf(refinement: Refinement, value: unknown): string {
  try {
    const message = refinement.error?.(value);
    if (typeof message === "string" && message !== "") return shorten(message, LONGEST_CUSTOM_MESSAGE);
  } catch {
    // Use the general text.
  }
  return "does not pass a custom check";
}
