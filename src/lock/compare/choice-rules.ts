/** What a schema demands by choices: `anyOf`, `oneOf`, `not`. */
import { no, unknown, FITS } from "./answer.ts";
import type { Comparison, Rule } from "./rule.ts";
import { listIn } from "./schema-node.ts";
import type { FlatPart, ComparedNode } from "./schema-node.ts";
import { caseOf, mayShare } from "./value-case.ts";
import type { ValueCase } from "./value-case.ts";

export const anyOfRule: Rule = (comparison, values, part, path) =>
  choose(comparison, values, path, nodesIn(part, "anyOf"));

export const oneOfRule: Rule = (comparison, values, part, path) => {
  const choices = nodesIn(part, "oneOf");
  const isExclusive = (choice: ComparedNode): boolean =>
    choices.every((other) => other === choice || isApart(comparison, values, other, path));
  return choose(comparison, values, path, choices, isExclusive);
};

function choose(
  comparison: Comparison,
  values: ValueCase,
  path: string,
  choices: readonly ComparedNode[],
  isExclusive: (choice: ComparedNode) => boolean = () => true,
) {
  const near = choices.filter((choice) => mayShare(values, caseOf([choice]), 0));
  if (near.length === 0) return no(path, "fits none of the choices");
  const answers = near.map((choice) => comparison.caseWithin(values, choice, path));
  const fitting = near.filter((_choice, index) => answers[index]?.is === "yes");
  if (fitting.some(isExclusive)) return FITS;
  const [first] = answers;
  if (near.length === 1 && first !== undefined && first.is !== "yes") return first;
  const why = fitting.length > 0 ? "may fit several choices, where one is wanted" : "is covered by no single choice";
  return unknown(path, why);
}

export const notRule: Rule = (comparison, values, { schema, side }, path) => {
  const refused = { schema: schema["not"], side };
  if (isApart(comparison, values, refused, path)) return FITS;
  return unknown(path, "may be what is ruled out");
};

/** Whether no value of the case fits the other schema. */
function isApart(comparison: Comparison, values: ValueCase, other: ComparedNode, path: string): boolean {
  if (!mayShare(values, caseOf([other]), 0)) return true;
  return values.excluded.some((excluded) => comparison.within([other], excluded, path).is === "yes");
}

function nodesIn({ schema, side }: FlatPart, keyword: string): ComparedNode[] {
  return listIn(schema, keyword).map((choice) => ({ schema: choice, side }));
}
