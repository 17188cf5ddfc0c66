/** `anyOf` and `oneOf`: finds the intended branch, and explains only that one. */
import type { ValueError } from "../types/value-error.ts";
import { describeAlternatives, describeChoices } from "./describe-schema.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { addError, explainMisfit, fits, inPlace, readMember } from "./explanation.ts";
import type { Keywords } from "./keywords.ts";
import { hasProperty, schemaList } from "./keywords.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { shorten } from "../../shared/short-text.ts";
import { choiceFinding } from "./leaf-keywords.ts";
import type { Branch } from "./union-branch.ts";
import { choicesOf, isRequired, mayBeOfType, readBranch, tagChoices, tagNames } from "./union-branch.ts";

const BRANCHES_TRIED = 12;
const ERRORS_PER_TRIAL = 4;
const STEPS_PER_TRIAL = 100;
const LONGEST_NAME = 40;

export function explainUnion(explanation: Explanation, spot: KeywordSpot, keyword: "anyOf" | "oneOf"): void {
  const schemas = schemaList((spot.schema as Keywords)[keyword]);
  if (schemas === undefined) return;
  const spots = schemas.map((schema, index) => inPlace(spot, { schema, step: `${keyword}/${index}` }));
  const fitting = spots.filter((branch) => fits(explanation, branch));
  if (fitting.length === 1 || (fitting.length > 0 && keyword === "anyOf")) return;
  if (fitting.length > 1) return addAmbiguity(explanation, spot, fitting);
  const branches = spots.map((branch) => readBranch(explanation, branch));
  if (explainMeantBranch(explanation, spot, branches)) return;
  addError(explanation, spot, { keyword, expected: describeAlternatives(schemas) });
}

function addAmbiguity(explanation: Explanation, spot: KeywordSpot, fitting: readonly Spot[]): void {
  const expected = "exactly one of the alternatives";
  const names = describeAlternatives(fitting.map((branch) => branch.schema));
  const tag = missingTag(
    spot.value,
    fitting.map((branch) => readBranch(explanation, branch)),
  );
  const hint = tag === undefined ? "" : `: ${shorten(tag.name, LONGEST_NAME)} tells which (${tag.choices})`;
  const message = `fits ${fitting.length} of the alternatives (${names}), but must fit exactly one${hint}`;
  addError(explanation, spot, { keyword: "oneOf", expected, message });
}

/** A property that the value lacks, and by which each branch could be chosen. */
function missingTag(
  value: unknown,
  branches: readonly Branch[],
): { readonly name: string; readonly choices: string } | undefined {
  if (!isRecord(value)) return undefined;
  for (const name of tagNames(branches)) {
    const choices = branches.map((branch) => tagChoices(branch, name));
    if (!hasProperty(value, name) && choices.every((list) => list !== undefined)) {
      return { name, choices: describeChoices(choices.flat()) };
    }
  }
  return undefined;
}

/** Explains the branch that the value was meant for. Returns `false` if that is unclear. */
function explainMeantBranch(explanation: Explanation, spot: KeywordSpot, branches: readonly Branch[]): boolean {
  const ofRightType = branches.filter((branch) => mayBeOfType(branch, spot.value));
  if (ofRightType.length === 0) return false;
  const choices = branches.map(choicesOf);
  if (choices.every((list) => list !== undefined)) {
    addError(explanation, spot, choiceFinding(choices.flat(), spot.value));
    return true;
  }
  const tagged = isRecord(spot.value) ? byTag(explanation, spot, ofRightType) : "no tag";
  if (tagged === "reported") return true;
  const candidates = tagged === "no tag" ? ofRightType.filter((branch) => choicesOf(branch) === undefined) : tagged;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    explainMisfit(explanation, only.spot);
    return true;
  }
  return explainClosest(explanation, candidates);
}

/** Looks for a property whose constant distinguishes the branches, as `kind` or `type` often does. */
function byTag(
  explanation: Explanation,
  spot: KeywordSpot,
  branches: readonly Branch[],
): readonly Branch[] | "reported" | "no tag" {
  const value = spot.value as object;
  for (const name of tagNames(branches)) {
    const tagged = branches.map((branch) => ({ branch, choices: tagChoices(branch, name) }));
    if (!hasProperty(value, name)) {
      if (!tagged.every(({ branch, choices }) => choices !== undefined && isRequired(branch, name))) continue;
      addMissingTag(explanation, spot, { name, choices: tagged.flatMap(({ choices }) => choices ?? []) });
      return "reported";
    }
    const tag = readMember(value, name);
    const matching = tagged.filter(({ choices }) => choices === undefined || choices.includes(tag));
    if (matching.length > 0 && matching.length < branches.length) return matching.map(({ branch }) => branch);
    if (matching.length > 0) continue;
    const choices = tagged.flatMap(({ choices }) => choices ?? []);
    addError(explanation, spot, { ...choiceFinding(choices, tag), member: name });
    return "reported";
  }
  return "no tag";
}

function addMissingTag(
  explanation: Explanation,
  spot: KeywordSpot,
  { name, choices }: { name: string; choices: readonly unknown[] },
): void {
  const expected = describeChoices(choices);
  const finding = { keyword: "required", expected, message: `is required (${expected})`, received: "nothing" } as const;
  addError(explanation, spot, { ...finding, member: name });
}

/** Tries each branch and reports the errors of the one that is clearly closest. */
function explainClosest(explanation: Explanation, branches: readonly Branch[]): boolean {
  const trials = branches.slice(0, BRANCHES_TRIED).map(({ spot }) => tryBranch(explanation, spot));
  trials.sort((left, right) => left.distance - right.distance);
  const [best, next] = trials;
  if (best === undefined || (next !== undefined && next.distance === best.distance)) return false;
  explanation.errors.push(...best.errors.slice(0, explanation.limit - explanation.errors.length));
  return best.errors.length > 0;
}

/** Keywords that report a member, but mean that the object has the wrong shape. */
const SHAPE_KEYWORDS = new Set(["required", "additionalProperties", "unevaluatedProperties", "dependentRequired"]);

/** An error at the level of the union counts more than one further down, where the shape is right. */
function tryBranch(explanation: Explanation, spot: Spot): { errors: readonly ValueError[]; distance: number } {
  const { budget } = explanation;
  const steps = Math.min(STEPS_PER_TRIAL, budget.steps);
  const attempt: Explanation = { ...explanation, budget: { ...budget, steps }, errors: [], limit: ERRORS_PER_TRIAL };
  explainMisfit(attempt, spot);
  budget.steps -= steps - Math.max(attempt.budget.steps, 0);
  budget.members = attempt.budget.members;
  budget.compilations = attempt.budget.compilations;
  const level = spot.path.split("/").length;
  let distance = 0;
  for (const error of attempt.errors) {
    const depth = error.path.split("/").length - level - (SHAPE_KEYWORDS.has(error.keyword) ? 1 : 0);
    distance += 1 / 2 ** depth;
  }
  return { errors: attempt.errors, distance };
}
