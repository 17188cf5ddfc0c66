/** Which properties a decided site names, which schemas apply to each of them, and their defaults. */
import { getOrMake } from "../../shared/get-or-make.ts";
import { definitionName } from "../types/lazy-definitions.ts";
import type { LazyDefinitions } from "../types/lazy-definitions.ts";
import { isSchemaObject } from "../types/scope.ts";
import { fitsByTypeAlone } from "./assertions.ts";
import { keyword, partsOf, fitsNode } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import { closureOf, role, siteOf } from "./site.ts";
import type { Applied, Site } from "./site.ts";

export interface DeclaredDefault {
  readonly name: string;
  readonly value: unknown;
  readonly site: Site;
}

interface ObjectPlan {
  /** The properties that some schema declares. */
  readonly names: ReadonlyMap<string, Site>;
  readonly defaults: readonly DeclaredDefault[];
  /** The patterns of `patternProperties`. Which of them match decides what applies to an undeclared property. */
  readonly patterns: readonly RegExp[];
  /** The site of an undeclared property; `undefined` if the property is to be stripped. */
  readonly siteOfUndeclared: (name: string) => Site | undefined;
}

const plans = new WeakMap<Site, ObjectPlan>();

export function objectPlanOf(site: Site): ObjectPlan {
  return getOrMake(plans, site, createObjectPlan);
}

function createObjectPlan(site: Site): ObjectPlan {
  const { members, table } = site;
  const declares = members.some((member) => member.role !== role.test && partsOf(member.node).properties !== undefined);
  const about = indexMembers(members);
  const names = new Map<string, Site>();
  for (const name of about.byName.keys()) names.set(name, siteOf(table, applicable(site, name, about).inputs));
  const patterns = members.flatMap(({ node }) => partsOf(node).patterns.map(([pattern]) => pattern));
  const resolve = (name: string): Site | undefined => {
    const { inputs, isNamed } = applicable(site, name, about);
    return isNamed || !declares || !table.strip ? siteOf(table, inputs) : undefined;
  };
  let defaults: readonly DeclaredDefault[] | undefined;
  return {
    names,
    get defaults() {
      return (defaults ??= [...names].flatMap(([name, child]) =>
        declaredDefault(about.byName.get(name) ?? [], name, child),
      ));
    },
    patterns,
    siteOfUndeclared: patterns.length === 0 ? lookUpOnce(resolve) : lookUpByPatterns(patterns, resolve),
  };
}

/** The members that say something about a property. A site may have thousands, and most declare only a few names. */
interface MemberIndex {
  /** Those that declare it. */
  readonly byName: ReadonlyMap<string, readonly IndexedMember[]>;
  /** Those that may say something about any property. */
  readonly general: readonly IndexedMember[];
}

interface IndexedMember extends Applied {
  readonly at: number;
}

function indexMembers(members: readonly Applied[]): MemberIndex {
  const byName = new Map<string, IndexedMember[]>();
  const general: IndexedMember[] = [];
  for (const [at, { node, role: given }] of members.entries()) {
    const member = { node, role: given, at };
    const { properties, patterns, additional, unevaluated } = partsOf(node);
    for (const name of properties?.keys() ?? []) {
      const declaring = byName.get(name);
      if (declaring === undefined) byName.set(name, [member]);
      else declaring.push(member);
    }
    if (patterns.length > 0 || additional !== undefined || unevaluated !== undefined) general.push(member);
  }
  return { byName, general };
}

/** The members that say something about a property, in the order of the site. */
function membersAbout(name: string, { byName, general }: MemberIndex): readonly IndexedMember[] {
  const declaring = byName.get(name) ?? [];
  if (general.length === 0) return declaring;
  if (declaring.length === 0) return general;
  return [...new Set([...declaring, ...general])].toSorted((one, other) => one.at - other.at);
}

type LookUp = (name: string) => Site | undefined;

/** Without patterns, all undeclared names are equivalent. */
function lookUpOnce(resolve: LookUp): LookUp {
  let known: { readonly site: Site | undefined } | undefined;
  return (name) => (known ??= { site: resolve(name) }).site;
}

/** Undeclared names that match the same patterns are equivalent, so the memo stays small for any names. */
function lookUpByPatterns(patterns: readonly RegExp[], resolve: LookUp): LookUp {
  const known = new Map<string, Site | undefined>();
  return (name) => {
    const matched = patterns.map((pattern) => (pattern.test(name) ? "1" : "0")).join("");
    if (!known.has(matched)) known.set(matched, resolve(name));
    return known.get(matched);
  };
}

/** The schemas that apply to a property, and whether one of them names or allows it. */
function applicable(site: Site, name: string, about: MemberIndex): { inputs: Applied[]; isNamed: boolean } {
  const inputs: Applied[] = [];
  let isNamed = false;
  const add = (member: Applied, node: SchemaNode): void => void inputs.push({ node, role: member.role });
  for (const member of membersAbout(name, about)) {
    const { additional, unevaluated } = partsOf(member.node);
    const named = namedBy(member.node, name);
    for (const node of named) add(member, node);
    isNamed ||= named.length > 0;
    if (named.length === 0 && additional !== undefined) {
      add(member, additional);
      isNamed ||= additional.schema !== false;
    } else if (unevaluated !== undefined && !isEvaluatedWithin(site, member, name)) {
      add(member, unevaluated);
      isNamed ||= unevaluated.schema !== false;
    }
  }
  return { inputs, isNamed };
}

/** The schemas that `properties` and `patternProperties` of one schema apply to a property. */
function namedBy(node: SchemaNode, name: string): SchemaNode[] {
  const { properties, patterns } = partsOf(node);
  const declared = properties?.get(name);
  const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, value]) => value);
  return declared === undefined ? matching : [declared, ...matching];
}

/** `unevaluatedProperties` sees its own schema and the schemas that apply in place below it, not those around it. */
function isEvaluatedWithin(site: Site, member: Applied, name: string): boolean {
  return closureOf([member], site.decisions).members.some(({ node }) => {
    const { additional, unevaluated } = partsOf(node);
    if (additional !== undefined || namedBy(node, name).length > 0) return true;
    return node !== member.node && unevaluated !== undefined;
  });
}

function declaredDefault(declaring: readonly Applied[], name: string, child: Site): DeclaredDefault[] {
  if (!declaring.some((member) => member.role === role.full)) return [];
  if (!mayDefault(child)) return [];
  for (const member of child.members) {
    if (member.role !== role.full) continue;
    const value = keyword(member.node, "default");
    if (value !== undefined && fitsItsOwnSchema(child, value)) return [{ name, value, site: child }];
  }
  return [];
}

/** Whether a schema may have a default here, found out without making definitions on demand. */
function mayDefault({ table: { definitions }, inputs }: Site): boolean {
  return definitions === undefined || inputs.some(({ node }) => schemaMayDefault(node.schema, definitions));
}

function schemaMayDefault(schema: unknown, definitions: LazyDefinitions): boolean {
  if (!isSchemaObject(schema)) return false;
  const { default: value, $ref, allOf } = schema;
  if (value !== undefined) return true;
  const name = typeof $ref === "string" ? definitionName($ref) : undefined;
  if (name !== undefined && definitions.mayDefault(name)) return true;
  return Array.isArray(allOf) && allOf.some((part) => schemaMayDefault(part, definitions));
}

function fitsItsOwnSchema(child: Site, value: unknown): boolean {
  try {
    return child.inputs.every(({ node }) => isSimplyTyped(node, value) || fitsNode(node, value));
  } catch (error) {
    // A schema that leads back to itself in place.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Saves most defaults from needing their own compiled check. */
function isSimplyTyped({ schema }: SchemaNode, value: unknown): boolean {
  return typeof schema === "object" && fitsByTypeAlone(schema, value);
}
