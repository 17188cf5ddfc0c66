/**
 * One pass of normalising over a value that fits, by generated code: strips and fills defaults. A value that fits needs
 * no upcast and no attempt to repair a union, so this is all that most results ever need.
 *
 * Like the pass of `rewrite.ts`, it never changes its input and shares unchanged parts with the output.
 */
import { mayGenerateCode } from "../engine/generate-function.ts";
import { arrayPlanOf } from "./array-plan.ts";
import { chooserOf } from "./choose.ts";
import { tallyDifference } from "./difference.ts";
import { objectPlanOf } from "./object-plan.ts";
import { cloneData } from "./plain.ts";
import { rewriteAll } from "./rewrite.ts";
import {
  compileUnit,
  createUnit,
  emitFunction,
  emitLack,
  external,
  isForeignArray,
  isForeignObject,
  isLeftForLater,
  toLiteral,
  unusedName,
} from "./site-code.ts";
import type { SiteUnit } from "./site-code.ts";
import { decide } from "./site.ts";
import type { Choice, FittingRewrite, Site } from "./site.ts";
import type { Tally } from "./tally.ts";

const keep: FittingRewrite = (value) => value;

export function generatedRewrite(site: Site): FittingRewrite {
  site.rewrite ??= mayGenerateCode() ? createRewrite(site) : interpretedRewrite(site);
  return site.rewrite;
}

function createRewrite(site: Site): FittingRewrite {
  if (isTrivial(site)) return keep;
  if (site.pending !== undefined) return choiceRewrite(site, site.pending);
  const unit = createUnit();
  if (emit(unit, site) !== undefined) {
    for (const [each, compiled] of compileUnit(unit)) each.rewrite = compiled as FittingRewrite;
  }
  return site.rewrite ?? keep;
}

function interpretedRewrite(site: Site): FittingRewrite {
  return (value, tally) => {
    const result = rewriteAll(site, value, { fits: true });
    tallyDifference(value, result, tally);
    return result;
  };
}

function isTrivial(site: Site): boolean {
  return site.isOpaque || site.inputs.length === 0 || !site.canChange;
}

/** The code behind a choice is generated separately, when a value first takes it. */
function choiceRewrite(site: Site, choice: Choice): FittingRewrite {
  const { chooseFitting } = chooserOf(choice);
  return (value, tally) => {
    const outcome = chooseFitting(value);
    return outcome.length === 0 ? value : generatedRewrite(decide(site, outcome))(value, tally);
  };
}

/** The name of the site's function, or `undefined` if a fitting value stays as it is. */
function emit(unit: SiteUnit, site: Site): string | undefined {
  if (isLeftForLater(unit, site)) {
    const slot = {
      rewrite: (value: unknown, tally: Tally): unknown => (slot.rewrite = generatedRewrite(site))(value, tally),
    };
    return `${external(unit, slot)}.rewrite`;
  }
  if (isTrivial(site) || unit.trivial.has(site)) return undefined;
  const known = unit.names.get(site);
  if (known !== undefined) return known;
  if (site.rewrite !== undefined || site.pending !== undefined) return external(unit, generatedRewrite(site));
  return emitFunction(unit, site, { object: emitObject, array: emitArray, parameters: "v,t", otherwise: "v" });
}

/** `NaN` differs from itself, but that is not a change. */
const changed = "a!==b&&a===a";

/** Code that rewrites `b`, the value of that name or index, into `a`, and puts the notes about it below it. */
function emitChild(rewrite: string, name: string): string {
  return `const p=t.notes.length,a=${rewrite}(b,t);if(t.notes.length>p)under(t.notes,p,${name});`;
}

function emitElement(rewrite: string): string {
  return `{const b=v[i];${emitChild(rewrite, "i")}if(${changed})(c??=v.slice())[i]=a}`;
}

function emitArray(unit: SiteUnit, site: Site): string {
  const plan = arrayPlanOf(site);
  if (plan === undefined) return "";
  const parts = plan.prefix.map((each, index) => {
    const rewrite = emit(unit, each);
    return rewrite === undefined ? "" : `if(v.length>${index}){const i=${index};${emitElement(rewrite)}}`;
  });
  const rest = emit(unit, plan.rest);
  if (rest !== undefined) parts.push(`for(let i=${plan.prefix.length};i<v.length;i++)${emitElement(rest)}`);
  const code = parts.join("");
  return code && `if(${isForeignArray})return v;let c;${code}return c??v;`;
}

/**
 * Copies the object property by property, in its own order. Objects without the usual prototype, with a `toJSON` or
 * with symbols are rare, and take the slow way.
 */
function emitObject(unit: SiteUnit, site: Site): string {
  const { names, defaults } = objectPlanOf(site);
  const undeclared = emitUndeclared(unit, site);
  const declared = [...names].map(([name, child]) => ({ name, rewrite: emit(unit, child) }));
  const isUntouched = undeclared === copyUndeclared && declared.every(({ rewrite }) => rewrite === undefined);
  if (isUntouched && defaults.length === 0) return "";
  const cases = declared.map(({ name, rewrite }) => `case ${toLiteral(name)}:${emitProperty(name, rewrite)}break;`);
  const missing = defaults.map(({ name, value, site: child }) => {
    const create = external(unit, () => rewriteAll(child, cloneData(value), { fits: true }));
    return `if(${emitLack("c", name)}){n=true;fill(t,${toLiteral(name)});set(c,${toLiteral(name)},${create}())}`;
  });
  const slow = external(unit, interpretedRewrite(site));
  return (
    `if(${isForeignObject}||prototypeOf(v)===null||symbolsOf(v).length>0)return ${slow}(v,t);const c={};let n=false;` +
    `for(const k in v)switch(k){${cases.join("")}default:${undeclared}}${missing.join("")}return n?c:v;`
  );
}

function emitProperty(name: string, rewrite: string | undefined): string {
  const literal = toLiteral(name);
  // An assignment to `__proto__` would change the prototype.
  const assign = (value: string): string =>
    name === "__proto__" ? `set(c,${literal},${value});` : `c[${literal}]=${value};`;
  if (rewrite === undefined) return assign(`v[${literal}]`);
  return `{const b=v[${literal}];${emitChild(rewrite, literal)}${assign("a")}if(${changed})n=true}`;
}

const copyUndeclared = "set(c,k,v[k]);";
const stripUndeclared = "n=true;strip(t,k);";

function emitUndeclared(unit: SiteUnit, site: Site): string {
  const plan = objectPlanOf(site);
  if (plan.patterns.length === 0) {
    const child = plan.siteOfUndeclared(unusedName(plan.names));
    if (child === undefined) return stripUndeclared;
    const rewrite = emit(unit, child);
    return rewrite === undefined ? copyUndeclared : emitUnnamed(rewrite);
  }
  const siteOfName = external(unit, (name: string): FittingRewrite | undefined => {
    const child = plan.siteOfUndeclared(name);
    return child && generatedRewrite(child);
  });
  return `{const r=${siteOfName}(k);if(r===undefined){${stripUndeclared}}else ${emitUnnamed("r")}}`;
}

function emitUnnamed(rewrite: string): string {
  return `{const b=v[k];${emitChild(rewrite, "k")}set(c,k,a);if(${changed})n=true}`;
}
