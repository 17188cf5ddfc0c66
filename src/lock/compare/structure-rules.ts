/** What a schema demands of objects and arrays. */
import { safePattern } from "../../schema/patterns/safe-pattern.ts";
import { toPointerToken } from "../../shared/json/json-pointer.ts";
import { every, fromTest, no, unknown, FITS } from "./answer.ts";
import type { FitAnswer } from "./answer.ts";
import type { Rule } from "./rule.ts";
import { countRule, shown } from "./scalar-rules.ts";
import { listIn, namedIn } from "./schema-node.ts";
import type { FlatPart, NodeKeywords, ComparedNode } from "./schema-node.ts";
import { finiteValues, kindsOf, requiredOf } from "./value-case.ts";
import type { ValueCase } from "./value-case.ts";

/** Constants that are objects or arrays are not looked into. */
function isConstant(values: ValueCase): boolean {
  return finiteValues(values, kindsOf(values)) !== undefined;
}

export const requiredRule: Rule = (_comparison, values, { schema }, path) => {
  if (!kindsOf(values).has("object")) return FITS;
  const given = new Set(requiredOf(values));
  const missing = listIn(schema, "required").filter((name) => !given.has(String(name)));
  if (missing.length === 0) return FITS;
  const why = `may lack ${missing.map(shown).join(", ")}`;
  return isConstant(values) ? unknown(path, why) : no(path, why);
};

export const memberCountRule = countRule("object", "minProperties", "maxProperties", "members", (values) => ({
  least: new Set(requiredOf(values)).size,
  most: Math.min(
    ...values.parts.filter(isClosed).map(({ schema }) => Object.keys(namedIn(schema, "properties")).length),
  ),
}));

function isClosed({ schema }: FlatPart): boolean {
  return schema["additionalProperties"] === false && Object.keys(namedIn(schema, "patternProperties")).length === 0;
}

export const dependentRequiredRule: Rule = (_comparison, values, { schema }, path) => {
  if (!kindsOf(values).has("object")) return FITS;
  const given = new Set(requiredOf(values));
  return every(
    Object.entries(namedIn(schema, "dependentRequired")).map(([name, needed]) => {
      const names = Array.isArray(needed) ? needed : [];
      const isGiven = names.every((each) => given.has(String(each)));
      return isGiven ? FITS : unknown(path, `may have ${shown(name)} without ${shown(names)}`);
    }),
  );
};

export const memberRule: Rule = (comparison, values, part, path) => {
  if (!kindsOf(values).has("object")) return FITS;
  if (isConstant(values)) return unknown(path, "is a constant");
  const { schema, side } = part;
  const named = Object.entries(namedIn(schema, "properties"));
  const patterns = Object.entries(namedIn(schema, "patternProperties"));
  const offered = new Set(values.parts.flatMap((each) => Object.keys(namedIn(each.schema, "properties"))));
  const fits = (name: string, target: unknown): FitAnswer => {
    const at = `${path}/${toPointerToken(name)}`;
    const nodes = memberNodes(values, name);
    if (nodes.length > 0) return comparison.withinChild(nodes, { schema: target, side }, at);
    // No part says that the member is absent, and none says what it is.
    const isAny = comparison.withinChild([], { schema: target, side }, at).is === "yes";
    return isAny ? FITS : unknown(at, "is a member that only one version describes");
  };
  return every([
    ...named.map(([name, target]) => fits(name, target)),
    ...patterns.map(([pattern, target]) => patternFits(pattern, target)),
    ...("additionalProperties" in schema ? restFits(schema["additionalProperties"]) : []),
  ]);

  function patternFits(pattern: string, target: unknown): FitAnswer {
    const test = safePattern(pattern);
    if (test === undefined) return unknown(path, `has members by the pattern ${shown(pattern)}`);
    const matching = every([...offered].filter((name) => test.test(name)).map((name) => fits(name, target)));
    if (matching.is === "no" || values.parts.some(isClosed)) return matching;
    const nodes = values.parts.flatMap((each): ComparedNode[] => {
      const same = namedIn(each.schema, "patternProperties");
      if (Object.hasOwn(same, pattern)) return [{ schema: same[pattern], side: each.side }];
      const isPlain = Object.keys(same).length === 0 && "additionalProperties" in each.schema;
      return isPlain ? [{ schema: each.schema["additionalProperties"], side: each.side }] : [];
    });
    const at = `${path}/*`;
    if (nodes.length === 0)
      return every([matching, unknown(at, `is matched by the pattern ${shown(pattern)} in one version only`)]);
    return every([matching, comparison.withinChild(nodes, { schema: target, side }, at)]);
  }

  function restFits(target: unknown): FitAnswer[] {
    const tests = patterns.map(([pattern]) => safePattern(pattern));
    if (tests.includes(undefined)) return [unknown(path, "has members by a pattern that cannot be used")];
    const own = new Set(named.map(([name]) => name));
    const unnamed = [...offered].filter((name) => !own.has(name) && !tests.some((test) => test?.test(name) === true));
    const at = `${path}/*`;
    const foreign = values.parts.flatMap((each) =>
      Object.entries(namedIn(each.schema, "patternProperties"))
        .filter(([pattern]) => !patterns.some(([other]) => other === pattern))
        .map(([, matched]) =>
          comparison.withinChild([{ schema: matched, side: each.side }], { schema: target, side }, at),
        )
        .map((answer) => (answer.is === "no" ? unknown(answer.path, answer.why) : answer)),
    );
    const rest = values.parts
      .filter((each) => "additionalProperties" in each.schema)
      .map((each) => ({ schema: each.schema["additionalProperties"], side: each.side }));
    const open = target === false ? no(path, "may have members that are not named") : undefined;
    return [
      ...unnamed.map((name) => fits(name, target)),
      ...foreign,
      rest.length === 0 && open !== undefined ? open : comparison.withinChild(rest, { schema: target, side }, at),
    ];
  }
};

/** What a case says about a member: by its name, by a pattern, or as one of the rest. */
function memberNodes({ parts }: ValueCase, name: string): ComparedNode[] {
  return parts.flatMap(({ schema, side }) => {
    const members = namedIn(schema, "properties");
    const found = Object.hasOwn(members, name) ? [members[name]] : [];
    let isCertain = true;
    for (const [pattern, target] of Object.entries(namedIn(schema, "patternProperties"))) {
      const test = safePattern(pattern);
      if (test === undefined) isCertain = false;
      else if (test.test(name)) found.push(target);
    }
    if (found.length === 0 && isCertain && "additionalProperties" in schema) found.push(schema["additionalProperties"]);
    return found.map((each) => ({ schema: each, side }));
  });
}

export const itemRule: Rule = (comparison, values, part, path) => {
  if (!kindsOf(values).has("array")) return FITS;
  if (isConstant(values)) return unknown(path, "is a constant");
  const { side } = part;
  const wanted = itemsOf(part.schema);
  const given = values.parts.map((each) => ({ ...itemsOf(each.schema), side: each.side }));
  const most = Math.min(...values.parts.map((each) => numberOr(each.schema["maxItems"], Infinity)));
  const longest = Math.max(wanted.first.length, ...given.map(({ first }) => first.length));
  const nodesAt = (index: number): ComparedNode[] =>
    given.flatMap(({ first, rest, side: own }) => {
      const schema = index < first.length ? first[index] : rest;
      return schema === undefined ? [] : [{ schema, side: own }];
    });
  const answers: FitAnswer[] = [];
  for (let index = 0; index <= longest && index < most; index++) {
    const target = index < wanted.first.length ? wanted.first[index] : wanted.rest;
    const at = index < longest ? `${path}/${index}` : `${path}/*`;
    if (target !== undefined) answers.push(comparison.withinChild(nodesAt(index), { schema: target, side }, at));
  }
  return every(answers);
};

/** Up to draft 2019-09, `items` may be the list, and `additionalItems` the rest. */
function itemsOf(schema: NodeKeywords): { readonly first: readonly unknown[]; readonly rest: unknown } {
  const { items, prefixItems, additionalItems } = schema;
  if (Array.isArray(items)) return { first: items, rest: additionalItems };
  return { first: Array.isArray(prefixItems) ? prefixItems : [], rest: items };
}

export const uniqueRule: Rule = (_comparison, values, { schema }, path) => {
  if (schema["uniqueItems"] !== true || !kindsOf(values).has("array")) return FITS;
  const isUnique = values.parts.some(
    (each) => each.schema["uniqueItems"] === true || numberOr(each.schema["maxItems"], 2) < 2,
  );
  return fromTest(isUnique, path, "may hold the same item twice");
};

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
