/**
 * The overlay of a schema: whether normalising would leave a fitting value as it is, and it is written as it is.
 *
 * Each decided site gets generated code, a `switch` over the known names of an object. The code behind a choice is
 * generated separately, when a value first takes it, which keeps the code small.
 */
import type { Check } from "../engine/engine.ts";
import { mayGenerateCode } from "../engine/generate-function.ts";
import { arrayPlanOf } from "./array-plan.ts";
import { asWritten, staysAsItIs } from "./as-written.ts";
import { chooserOf } from "./choose.ts";
import { describesContainers } from "./described.ts";
import { jsonType, possibleTypes } from "./json-type.ts";
import { objectPlanOf } from "./object-plan.ts";
import { EndlessDefaults, rewriteAll } from "./rewrite.ts";
import { partsOf, reaches } from "./schema-node.ts";
import {
  compileUnit,
  createUnit,
  emitFunction,
  emitLack,
  external,
  isForeignArray,
  isForeignObject,
  isLeftForLater,
  nameFor,
  toLiteral,
  unusedName,
} from "./site-code.ts";
import type { SiteUnit } from "./site-code.ts";
import { decide } from "./site.ts";
import type { Choice, Site } from "./site.ts";

/** The same answers without generated code, for places whose security policy forbids it. */
export function interpretedOverlay(site: Site): Check {
  return (value) => isWritten(site, value) && isUnchanged(site, value);
}

/** Whether a value is written as it is, as far as a schema describes it. */
function isWritten(site: Site, value: unknown): boolean {
  return Object.is(asWritten(site, value), value);
}

function isUnchanged(site: Site, value: unknown): boolean {
  try {
    return Object.is(rewriteAll(site, value, { fits: true }), value);
  } catch (error) {
    if (error instanceof EndlessDefaults) return false;
    throw error;
  }
}

const alwaysExact: Check = () => true;

export function generatedOverlay(site: Site): Check {
  site.overlay ??= mayGenerateCode() ? createOverlay(site) : interpretedOverlay(site);
  return site.overlay;
}

function createOverlay(site: Site): Check {
  if (site.isOpaque || !site.isJudged) return alwaysExact;
  if (site.pending !== undefined) return choiceOverlay(site, site.pending);
  const unit = createUnit();
  if (emit(unit, site) !== undefined) {
    for (const [each, compiled] of compileUnit(unit)) each.overlay = compiled as Check;
  }
  return site.overlay ?? alwaysExact;
}

function choiceOverlay(site: Site, choice: Choice): Check {
  const { chooseFitting, checks } = chooserOf(choice);
  const single: (Check | undefined)[] = [];
  return (value) => {
    if (checks(value) && !isWritten(site, value)) return false;
    const outcome = chooseFitting(value);
    const first = outcome[0];
    if (first === undefined) return true;
    if (outcome.length > 1) return generatedOverlay(decide(site, outcome))(value);
    return (single[first] ??= generatedOverlay(decide(site, outcome)))(value);
  };
}

/** What is neither an object nor an array is written as it is, except for a function that has a `toJSON`. */
const otherwise = 'typeof v!=="function"||typeof v.toJSON!=="function"';

/** The name of the site's function, or `undefined` if there is nothing to check. */
function emit(unit: SiteUnit, site: Site): string | undefined {
  if (isLeftForLater(unit, site)) {
    const slot = { isExact: (value: unknown): boolean => (slot.isExact = generatedOverlay(site))(value) };
    return `${external(unit, slot)}.isExact`;
  }
  if (site.isOpaque || !site.isJudged || unit.trivial.has(site)) return undefined;
  const known = unit.names.get(site);
  if (known !== undefined) return known;
  if (site.overlay !== undefined) return external(unit, site.overlay);
  if (site.pending !== undefined) return emitChoice(unit, site, site.pending);
  return emitFunction(unit, site, { object: emitObject, array: emitArray, parameters: "v", otherwise });
}

/** Generated code looks up the discriminator. Each branch is generated when a value first takes it. */
function emitChoice(unit: SiteUnit, site: Site, choice: Choice): string {
  const general = external(unit, generatedOverlay(site));
  const { discriminator } = chooserOf(choice);
  if (discriminator === undefined) return general;
  const name = nameFor(unit, site);
  const cases = [...discriminator.branchOf].map(([constant, outcome]) => {
    const slot = {
      isExact: (value: unknown): boolean => (slot.isExact = generatedOverlay(decide(site, outcome)))(value),
    };
    return `case ${toLiteral(constant)}:return ${external(unit, slot)}.isExact(v);`;
  });
  const isObject = 'typeof v==="object"&&v!==null&&!Array.isArray(v)';
  const lookUp = `switch(v[${toLiteral(discriminator.key)}]){${cases.join("")}}`;
  unit.functions.push(`function ${name}(v){if(${isObject})${lookUp}return ${general}(v)}`);
  return name;
}

function emitArray(unit: SiteUnit, site: Site): string {
  if (!mayBe(site, jsonType.array)) return "";
  const foreign = `if(${isForeignArray})return ${emitStays(unit, site)};`;
  const plan = arrayPlanOf(site);
  if (plan === undefined) return foreign;
  const prefix = plan.prefix.map((element, index) => {
    const check = emit(unit, element);
    return check === undefined ? "" : `if(v.length>${index}&&!${check}(v[${index}]))${differs}`;
  });
  const check = emit(unit, plan.rest);
  const rest = check && `for(let i=${plan.prefix.length};i<v.length;i++)if(!${check}(v[i]))${differs}`;
  return foreign + prefix.join("") + (rest ?? "");
}

const differs = "return false;";

/** An expression for whether an array or object that is not plain is left as it is. */
function emitStays(unit: SiteUnit, site: Site): string {
  return `${external(unit, (value: object) => staysAsItIs(site, value))}(v)`;
}

/** Whether a value that fits may be of this type. */
function mayBe({ inputs }: Site, type: number): boolean {
  return inputs.every(({ node }) => (possibleTypes(node) & type) !== 0);
}

function emitObject(unit: SiteUnit, site: Site): string {
  if (!mayBe(site, jsonType.object)) return "";
  const foreign = `if(${isForeignObject})return ${emitStays(unit, site)};`;
  const { names, defaults } = objectPlanOf(site);
  const checks = [...names].map(([name, child]) => ({ literal: toLiteral(name), name, check: emit(unit, child) }));
  const undeclared = emitUndeclared(unit, site);
  const absent = defaults.map(({ name }) => `if(${emitLack("v", name)})${differs}`);
  const visited = checks.filter(({ check }) => check !== undefined);
  if (undeclared === "" && visited.length === 0) return foreign + absent.join("");
  // Every declared name needs its own case, or it would count as undeclared.
  const plainNames = checks.filter(({ check }) => check === undefined && undeclared !== "");
  const known = plainNames.map(({ literal }) => `case ${literal}:`).join("") + (plainNames.length > 0 ? "break;" : "");
  const cases = visited.map(({ literal, check }) => `case ${literal}:if(!${check}(v[${literal}]))${differs}break;`);
  const other = undeclared === "" ? "" : `default:${undeclared}`;
  return `${foreign}for(const k in v)switch(k){${known}${cases.join("")}${other}}${absent.join("")}`;
}

/** Whether an undeclared property may have to be judged. */
function judgesUndeclared({ members }: Site): boolean {
  return members.some(({ node }) => {
    const { patterns, additional, unevaluated } = partsOf(node);
    const children = [...patterns.map(([, child]) => child), additional, unevaluated];
    return children.some((child) => child !== undefined && reaches(child, describesContainers));
  });
}

/** The code for an undeclared property; `""` if there is nothing to check. */
function emitUndeclared(unit: SiteUnit, site: Site): string {
  if (!site.canChange && !judgesUndeclared(site)) return "";
  const plan = objectPlanOf(site);
  if (plan.patterns.length === 0) {
    const child = plan.siteOfUndeclared(unusedName(plan.names));
    if (child === undefined) return differs;
    const check = emit(unit, child);
    return check === undefined ? "" : `if(!${check}(v[k]))${differs}`;
  }
  const isExact = (key: string, value: unknown): boolean => {
    const child = plan.siteOfUndeclared(key);
    return child !== undefined && generatedOverlay(child)(value);
  };
  return `if(!${external(unit, isExact)}(k,v[k]))${differs}`;
}
