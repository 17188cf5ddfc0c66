/** `unevaluatedProperties` and `unevaluatedItems`: finds the members that no other keyword evaluates. */
import type { JSONSchema } from "../types/scope.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { addError, explainUnlessFits, fits, inPlace, isDone, ofMember } from "./explanation.ts";
import { entered, refTarget } from "./follow-ref.ts";
import type { Keywords } from "./keywords.ts";
import { hasProperty, schemaEntries, schemaList } from "./keywords.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { isSchema } from "../types/scope.ts";
import { addUnexpected, namesOf } from "./object-keywords.ts";

export function explainUnevaluated(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const { value } = spot;
  const { unevaluatedProperties, unevaluatedItems } = schema;
  if (isSchema(unevaluatedProperties) && isRecord(value)) {
    const tests = applying(explanation, spot).flatMap((other) => nameTests(other, other.schema === spot.schema));
    const keys = namesOf(spot).filter((key) => !tests.some((test) => test(key)));
    for (const key of keys) {
      if (isDone(explanation) || explanation.budget.members-- <= 0) return;
      explainLeftOver(explanation, spot, { key, schema: unevaluatedProperties });
    }
  }
  if (isSchema(unevaluatedItems) && Array.isArray(value)) {
    const tests = applying(explanation, spot).flatMap((other) => indexTests(explanation, other, spot.schema));
    for (let key = 0; key < value.length && !isDone(explanation); key++) {
      if (explanation.budget.members-- <= 0) return;
      if (!tests.some((test) => test(key))) explainLeftOver(explanation, spot, { key, schema: unevaluatedItems });
    }
  }
}

function explainLeftOver(
  explanation: Explanation,
  spot: KeywordSpot,
  { key, schema }: { key: string | number; schema: JSONSchema },
): void {
  const keyword = typeof key === "string" ? "unevaluatedProperties" : "unevaluatedItems";
  if (schema !== false) explainUnlessFits(explanation, ofMember(spot, { schema, step: keyword }, key));
  else if (typeof key === "string") addUnexpected(explanation, spot, { key, keyword, allowed: [] });
  else addError(explanation, spot, { keyword, expected: "no such item", message: "is not allowed", member: key });
}

/** The schema itself and all others that apply to the same value: their keywords evaluate its members. */
function applying(explanation: Explanation, spot: Spot): readonly KeywordSpot[] {
  const { schema } = spot;
  if (typeof schema === "boolean" || explanation.budget.steps-- <= 0) return [];
  const here = entered(spot, schema);
  const target = refTarget(explanation, here);
  const others = [...always(here, schema), ...whereFitting(explanation, here, schema)];
  if (target !== undefined) others.push(target);
  return [here, ...others.flatMap((other) => applying(explanation, other))];
}

function always(spot: KeywordSpot, keywords: Keywords): readonly Spot[] {
  const dependent = isRecord(spot.value) ? schemaEntries(keywords.dependentSchemas) : [];
  const present = dependent.filter(([name]) => hasProperty(spot.value as object, name)).map(([, schema]) => schema);
  return [...(schemaList(keywords.allOf) ?? []), ...present].map((schema) => inPlace(spot, { schema, step: "allOf" }));
}

function whereFitting(explanation: Explanation, spot: KeywordSpot, keywords: Keywords): readonly Spot[] {
  const branches = [...(schemaList(keywords.anyOf) ?? []), ...(schemaList(keywords.oneOf) ?? [])];
  const spots = branches.map((schema) => inPlace(spot, { schema, step: "anyOf" }));
  const fitting = spots.filter((branch) => fits(explanation, branch));
  if (!isSchema(keywords.if)) return fitting;
  const condition = inPlace(spot, { schema: keywords.if, step: "if" });
  const holds = fits(explanation, condition);
  const consequence = holds ? keywords.then : keywords.else;
  if (holds) fitting.push(condition);
  if (isSchema(consequence)) fitting.push(inPlace(spot, { schema: consequence, step: "then" }));
  return fitting;
}

type NameTest = (key: string) => boolean;

/** `isOwner` marks the schema whose `unevaluatedProperties` is being explained: that keyword evaluates nothing yet. */
function nameTests(spot: KeywordSpot, isOwner: boolean): readonly NameTest[] {
  const keywords: Keywords = spot.schema;
  if (isSchema(keywords.additionalProperties)) return [() => true];
  if (!isOwner && isSchema(keywords.unevaluatedProperties)) return [() => true];
  const names = new Set(schemaEntries(keywords.properties).map(([name]) => name));
  const patterns = schemaEntries(keywords.patternProperties).map(([pattern]) => new RegExp(pattern, "u"));
  return [(key) => names.has(key) || patterns.some((pattern) => pattern.test(key))];
}

type IndexTest = (index: number) => boolean;

function indexTests(explanation: Explanation, spot: KeywordSpot, owner: object): readonly IndexTest[] {
  const keywords: Keywords = spot.schema;
  const tuple = schemaList(keywords.items);
  if (isSchema(keywords.items) || (tuple !== undefined && isSchema(keywords.additionalItems))) return [() => true];
  if (spot.schema !== owner && isSchema(keywords.unevaluatedItems)) return [() => true];
  const { length } = tuple ?? schemaList(keywords.prefixItems) ?? [];
  const { contains } = keywords;
  if (!isSchema(contains)) return [(index) => index < length];
  const isContained = (index: number) =>
    fits(explanation, ofMember(spot, { schema: contains, step: "contains" }, index));
  return [(index) => index < length || isContained(index)];
}
