/** Generated code for sites: what is generated together becomes one unit, whose functions call each other by name. */
import { generateFunction } from "../engine/generate-function.ts";
import { setOwn } from "./plain.ts";
import type { Site } from "./site.ts";
import { putUnder, tallyFilled, tallyStripped } from "./tally.ts";

/** The sites that are generated together: all that can be reached without a choice. */
export interface SiteUnit {
  readonly names: Map<Site, string>;
  /** The sites where there is nothing to do. */
  readonly trivial: Set<Site>;
  readonly functions: string[];
  /** The values that the code uses, as `x`. */
  readonly externals: unknown[];
}

export function createUnit(): SiteUnit {
  return { names: new Map(), trivial: new Set(), functions: [], externals: [] };
}

/** Runs the source of the functions. */
export function compileUnit({ names, trivial, functions, externals: x }: SiteUnit): Map<Site, unknown> {
  const sites = [...names].filter(([site]) => !trivial.has(site));
  const code = `${functions.join("\n")}\nreturn [${sites.map(([, name]) => name).join()}];`;
  const given = {
    x,
    set: setOwn,
    strip: tallyStripped,
    fill: tallyFilled,
    under: putUnder,
    hasOwn: Object.hasOwn,
    symbolsOf: Object.getOwnPropertySymbols,
    prototypeOf: Object.getPrototypeOf,
    objectPrototype: Object.prototype,
    arrayPrototype: Array.prototype,
  };
  const compiled = generateFunction(given, code) as unknown[];
  return new Map(sites.map(([site], index) => [site, compiled[index]]));
}

/** Whether the code of a site is generated separately, when a value first gets there. The first site of a unit is not. */
export function isLeftForLater({ names }: SiteUnit, site: Site): boolean {
  return names.size > 0 && !names.has(site) && site.leadsOn;
}

interface SiteParts {
  /** The code for an object, and for an array; empty where there is nothing to do. */
  readonly object: (unit: SiteUnit, site: Site) => string;
  readonly array: (unit: SiteUnit, site: Site) => string;
  readonly parameters: string;
  /** What the function returns for everything else. */
  readonly otherwise: string;
}

/** The name of the function of a site without a choice; `undefined` if it has nothing to do. */
export function emitFunction(unit: SiteUnit, site: Site, parts: SiteParts): string | undefined {
  const name = nameFor(unit, site);
  const object = parts.object(unit, site);
  const array = parts.array(unit, site);
  if (object === "" && array === "") {
    unit.trivial.add(site);
    return undefined;
  }
  const leave = `return ${parts.otherwise}`;
  const body = `if(typeof v!=="object"||v===null)${leave};if(Array.isArray(v)){${array}${leave}}${object}${leave}`;
  unit.functions.push(`function ${name}(${parts.parameters}){${body}}`);
  return name;
}

/** Reserves the name of a site's function before its code exists, so that a recursive schema finds it. */
export function nameFor(unit: SiteUnit, site: Site): string {
  const name = `s${unit.names.size}`;
  unit.names.set(site, name);
  return name;
}

export function external(unit: SiteUnit, value: unknown): string {
  unit.externals.push(value);
  return `x[${unit.externals.length - 1}]`;
}

/** An expression for whether an object lacks the property, or has it as `undefined`. */
export function emitLack(object: string, name: string): string {
  const literal = toLiteral(name);
  const inherited = name in Object.prototype ? `!hasOwn(${object},${literal})||` : "";
  return `${inherited}${object}[${literal}]===undefined`;
}

/** Expressions for whether `v`, an object or an array, is not plain. `toJSON` first: V8 then knows the prototype for free. */
export const isForeignObject = 'typeof v.toJSON==="function"||prototypeOf(v)!==objectPrototype&&prototypeOf(v)!==null';
export const isForeignArray = 'typeof v.toJSON==="function"||prototypeOf(v)!==arrayPrototype';

/** A name that represents all undeclared names. */
export function unusedName(names: ReadonlyMap<string, unknown>): string {
  let name = "";
  while (names.has(name)) name += "_";
  return name;
}

/** A JavaScript string literal. JSON's is one too, except for two line separators in older engines. */
export function toLiteral(text: string): string {
  return JSON.stringify(text)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
