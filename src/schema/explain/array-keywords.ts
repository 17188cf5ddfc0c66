/** Keywords of arrays. */
import { counted } from "../../shared/short-text.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeValue } from "./describe-value.ts";
import type { Explanation, KeywordSpot } from "./explanation.ts";
import { addError, explainUnlessFits, isDone, ofMember, passes } from "./explanation.ts";
import { keywordCheck } from "./explained-root.ts";
import { findMisfits } from "./find-misfits.ts";
import type { Keywords } from "./keywords.ts";
import { schemaList } from "./keywords.ts";
import { isSchema } from "../types/scope.ts";
import { keywordFits } from "./leaf-keywords.ts";

/** Finding equal items compares hashes of whole items. Beyond this many items the error names no indices. */
const ITEMS_SEARCHED_FOR_TWINS = 1_000;

export function explainArray(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const { value } = spot;
  if (!Array.isArray(value)) return;
  explainLength(explanation, spot, schema);
  explainItems(explanation, spot, schema);
  explainContains(explanation, spot, schema);
  if (schema.uniqueItems === true) explainTwins(explanation, spot, value);
}

function explainLength(explanation: Explanation, spot: KeywordSpot, { minItems, maxItems }: Keywords): void {
  const { length } = spot.value as unknown[];
  if (typeof minItems === "number" && length < minItems) {
    addError(explanation, spot, { keyword: "minItems", expected: `at least ${counted(minItems, "item")}` });
  }
  if (typeof maxItems === "number" && length > maxItems) {
    addError(explanation, spot, { keyword: "maxItems", expected: `at most ${counted(maxItems, "item")}` });
  }
}

function explainItems(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const prefix = schemaList(schema.prefixItems) ?? [];
  explainTuple(explanation, spot, { schemas: prefix, keyword: "prefixItems" });
  const to = (spot.value as unknown[]).length;
  if (isSchema(schema.items)) {
    findMisfits(explanation, spot, { schema: schema.items, step: "items", keys: { from: prefix.length, to } });
    return;
  }
  const tuple = schemaList(schema.items);
  if (tuple === undefined) return;
  explainTuple(explanation, spot, { schemas: tuple, keyword: "items" });
  if (!isSchema(schema.additionalItems)) return;
  const keys = { from: tuple.length, to };
  findMisfits(explanation, spot, { schema: schema.additionalItems, step: "additionalItems", keys });
}

function explainTuple(
  explanation: Explanation,
  spot: KeywordSpot,
  { schemas, keyword }: { schemas: Exclude<ReturnType<typeof schemaList>, undefined>; keyword: string },
): void {
  const { length } = spot.value as unknown[];
  for (const [index, schema] of schemas.slice(0, length).entries()) {
    if (isDone(explanation)) return;
    explainUnlessFits(explanation, ofMember(spot, { schema, step: `${keyword}/${index}` }, index));
  }
}

function explainContains(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  if (!isSchema(schema.contains) || keywordFits(explanation, spot, ["contains", "minContains", "maxContains"])) return;
  const { minContains, maxContains } = schema;
  const least = `at least ${counted(typeof minContains === "number" ? minContains : 1, "item")}`;
  const most = typeof maxContains === "number" ? ` and at most ${counted(maxContains, "item")}` : "";
  const expected = `${least}${most} like: ${describeSchema(schema.contains)}`;
  addError(explanation, spot, { keyword: "contains", expected });
}

function explainTwins(explanation: Explanation, spot: KeywordSpot, items: readonly unknown[]): void {
  const check = keywordCheck(explanation.root, { schema: spot.schema, scope: spot.inner }, ["uniqueItems"]);
  if (passes(check, items)) return;
  const twins = items.length <= ITEMS_SEARCHED_FOR_TWINS ? findTwins(check, items) : undefined;
  const finding = { keyword: "uniqueItems", expected: "unique items" } as const;
  if (twins === undefined) {
    addError(explanation, spot, { ...finding, message: "holds equal items; all must be different" });
    return;
  }
  const [first, second] = twins;
  const message = `is equal to item ${first}; all items must be different`;
  addError(explanation, spot, { ...finding, message, received: describeValue(items[second]), member: second });
}

/** The first item that equals an earlier one, as the engine itself defines equality. */
function findTwins(check: (value: unknown) => boolean, items: readonly unknown[]): [number, number] | undefined {
  let [unique, withTwins] = [0, items.length];
  while (withTwins - unique > 1) {
    const middle = (unique + withTwins) >> 1;
    if (passes(check, items.slice(0, middle))) unique = middle;
    else withTwins = middle;
  }
  const second = withTwins - 1;
  const first = items.findIndex((item) => !passes(check, [item, items[second]]));
  return first >= 0 && first < second ? [first, second] : undefined;
}
