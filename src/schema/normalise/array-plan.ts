/** Which schemas of a decided site apply to each element of an array. */
import { partsOf } from "./schema-node.ts";
import { closureOf, siteOf } from "./site.ts";
import type { Applied, Site } from "./site.ts";

interface ArrayPlan {
  readonly prefix: readonly Site[];
  /** The elements after the prefix. */
  readonly rest: Site;
}

const plans = new WeakMap<Site, ArrayPlan | undefined>();

/** `undefined` if only a check of the elements could tell. The elements then stay as they are. */
export function arrayPlanOf(site: Site): ArrayPlan | undefined {
  if (!plans.has(site)) plans.set(site, createArrayPlan(site));
  return plans.get(site);
}

function createArrayPlan(site: Site): ArrayPlan | undefined {
  const parts = site.members.map((member) => partsOf(member.node));
  // An element that `contains` matches counts as evaluated.
  const isUncertain =
    parts.some((part) => part.unevaluatedItems !== undefined) && parts.some((part) => part.hasContains);
  if (isUncertain) return undefined;
  const length = Math.max(0, ...parts.map((part) => part.prefix.length));
  const at = (index: number): Site => siteOf(site.table, applicable(site, index));
  return { prefix: Array.from({ length }, (_, index) => at(index)), rest: at(length) };
}

function applicable(site: Site, index: number): Applied[] {
  const inputs: Applied[] = [];
  for (const { node, role } of site.members) {
    const { prefix, rest, unevaluatedItems } = partsOf(node);
    const own = prefix[index] ?? rest;
    if (own !== undefined) inputs.push({ node: own, role });
    else if (unevaluatedItems !== undefined && !isEvaluatedWithin(site, { node, role }, index)) {
      inputs.push({ node: unevaluatedItems, role });
    }
  }
  return inputs;
}

/** `unevaluatedItems` sees its own schema and the schemas that apply in place below it, not those around it. */
function isEvaluatedWithin(site: Site, member: Applied, index: number): boolean {
  return closureOf([member], site.decisions).members.some(({ node }) => {
    const { prefix, rest, unevaluatedItems } = partsOf(node);
    return (prefix[index] ?? rest) !== undefined || (node !== member.node && unevaluatedItems !== undefined);
  });
}
