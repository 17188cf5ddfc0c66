/**
 * A site: all schemas that apply at one location of a value, merged.
 *
 * `allOf` and `$ref` are followed when the site is made. What depends on the value (a union's branch, `if`,
 * `dependentSchemas`) is a pending choice; deciding it gives the next site. A site without a pending choice says all
 * there is to say about an object's names and an array's elements.
 */
import type { Check } from "../engine/engine.ts";
import { partsOf, reaches } from "./schema-node.ts";
import type { ConditionPart, SchemaGraph, SchemaNode, UnionPart } from "./schema-node.ts";

/**
 * How far a schema's word counts. `test` (an `if`) only names properties; `names` (`then`, `else`, `dependentSchemas`,
 * one of several matching branches) declares and names them; `full` also gives defaults and upcasts.
 */
export const role = { test: 0, names: 1, full: 2 } as const;
export type Role = (typeof role)[keyof typeof role];

export interface Applied {
  readonly node: SchemaNode;
  readonly role: Role;
}

export interface UnionChoice {
  readonly kind: "union";
  readonly id: string;
  readonly role: Role;
  readonly union: UnionPart;
}

export interface ConditionChoice {
  readonly kind: "condition";
  readonly id: string;
  readonly role: Role;
  readonly condition: ConditionPart;
}

export interface DependentChoice {
  readonly kind: "dependent";
  readonly id: string;
  readonly role: Role;
  readonly key: string;
  readonly node: SchemaNode;
}

export type Choice = UnionChoice | ConditionChoice | DependentChoice;

/** Indices of a union's branches; for the other two `[0]` when they hold and `[1]` when they don't. */
export type Outcome = readonly number[];

export interface Site {
  readonly table: SiteTable;
  /** The schemas as they were found at the location. */
  readonly inputs: readonly Applied[];
  /** The same with everything that applies in place. */
  readonly members: readonly Applied[];
  readonly decisions: ReadonlyMap<string, Outcome>;
  readonly pending: Choice | undefined;
  /** Nothing is known about what applies here: leave the value alone. */
  readonly isOpaque: boolean;
  /** Could a value that fits be changed here or below? */
  readonly canChange: boolean;
  readonly next: Map<number | string, Site>;
  /** Would normalising leave a value that fits as it is? Made on first use. */
  overlay?: Check;
}

export interface SiteTable {
  readonly graph: SchemaGraph;
  readonly strip: boolean;
  readonly sites: Map<string, Site>;
  hasDynamicRefs?: boolean;
}

export function createSiteTable(graph: SchemaGraph, strip: boolean): SiteTable {
  return { graph, strip, sites: new Map() };
}

/** The site of a set of schemas: the same object for the same set. */
export function siteOf(table: SiteTable, applied: readonly Applied[]): Site {
  const inputs = strongest(applied);
  const key = inputs.map((input) => `${input.node.id}:${input.role}`).join(" ");
  let site = table.sites.get(key);
  if (site === undefined) table.sites.set(key, (site = buildSite(table, inputs, new Map())));
  return site;
}

/** Each set of branches that match together is a site of its own: 2^n of them, for whoever sends the data to fill. */
const maxOutcomes = 256;

/** The site after the pending choice. */
export function decide(site: Site, outcome: Outcome): Site {
  const first = outcome[0];
  const key = outcome.length === 1 && first !== undefined ? first : outcome.join();
  let next = site.next.get(key);
  if (next === undefined) {
    if (outcome.length > 1 && site.next.size >= maxOutcomes) return { ...site, isOpaque: true, overlay: () => true };
    const decisions = new Map(site.decisions);
    if (site.pending !== undefined) decisions.set(site.pending.id, outcome);
    site.next.set(key, (next = buildSite(site.table, site.inputs, decisions)));
  }
  return next;
}

/** All that applies in place to a value for which these choices were made, beginning with `inputs`. */
export function closureOf(
  inputs: readonly Applied[],
  decisions: ReadonlyMap<string, Outcome>,
): { members: Applied[]; pending: Choice | undefined } {
  const members: Applied[] = [];
  const seen = new Set<SchemaNode>();
  const waiting = new Map<Role, SchemaNode[]>();
  for (const each of [role.full, role.names, role.test]) waiting.set(each, []);
  for (const input of inputs) waiting.get(input.role)?.push(input.node);
  let pending: Choice | undefined;
  // The strongest first: a schema that applies twice counts with its stronger role.
  for (const [current, nodes] of waiting) {
    for (const node of nodes) {
      if (seen.has(node)) continue;
      seen.add(node);
      members.push({ node, role: current });
      nodes.push(...partsOf(node).always);
      for (const choice of choicesOf(node, current)) {
        const outcome = decisions.get(choice.id);
        if (outcome === undefined) pending ??= choice;
        else for (const added of consequences(choice, outcome)) waiting.get(added.role)?.push(added.node);
      }
    }
  }
  return { members, pending };
}

function buildSite(table: SiteTable, inputs: readonly Applied[], decisions: ReadonlyMap<string, Outcome>): Site {
  const { members, pending } = closureOf(inputs, decisions);
  const changes = table.strip ? declaresProperties : declaresDefault;
  return {
    table,
    inputs,
    members,
    decisions,
    pending,
    isOpaque: members.some(({ node }) => partsOf(node).isOpaque) || (pending !== undefined && hasDynamicRefs(table)),
    canChange: inputs.some(({ node }) => reaches(node, changes)),
    next: new Map(),
  };
}

function declaresProperties(node: SchemaNode): boolean {
  return partsOf(node).properties !== undefined;
}

function declaresDefault(node: SchemaNode): boolean {
  return typeof node.schema === "object" && Object.hasOwn(node.schema, "default");
}

function strongest(applied: readonly Applied[]): Applied[] {
  const roles = new Map<SchemaNode, Role>();
  for (const { node, role: given } of applied) {
    if ((roles.get(node) ?? -1) < given) roles.set(node, given);
  }
  return [...roles].map(([node, given]) => ({ node, role: given })).sort((a, b) => a.node.id - b.node.id);
}

function choicesOf(node: SchemaNode, current: Role): Choice[] {
  const { condition, dependents, unions } = partsOf(node);
  const choices: Choice[] = [];
  if (condition !== undefined) choices.push({ kind: "condition", id: `${node.id} if`, role: current, condition });
  for (const [index, [key, dependent]] of dependents.entries()) {
    choices.push({ kind: "dependent", id: `${node.id} dependent ${index}`, role: current, key, node: dependent });
  }
  for (const union of unions) {
    choices.push({ kind: "union", id: `${node.id} ${union.keyword}`, role: current, union });
  }
  return choices;
}

function consequences(choice: Choice, outcome: Outcome): Applied[] {
  const weaker = atMost(choice.role, role.names);
  if (choice.kind === "union") {
    const given = outcome.length > 1 ? weaker : choice.role;
    return present(outcome.map((index) => choice.union.branches[index])).map((node) => ({ node, role: given }));
  }
  const holds = outcome[0] === 0;
  if (choice.kind === "dependent") return holds ? [{ node: choice.node, role: weaker }] : [];
  const { test, whenMet, otherwise } = choice.condition;
  const consequence = present([holds ? whenMet : otherwise]).map((node) => ({ node, role: weaker }));
  return holds ? [...consequence, { node: test, role: role.test }] : consequence;
}

function atMost(given: Role, limit: Role): Role {
  return given < limit ? given : limit;
}

function present(nodes: readonly (SchemaNode | undefined)[]): SchemaNode[] {
  return nodes.filter((node) => node !== undefined);
}

/**
 * A dynamic reference means something else in each place it is reached from, but a branch is compiled once. So where
 * the document has one anywhere, no choice is trusted.
 */
function hasDynamicRefs(table: SiteTable): boolean {
  table.hasDynamicRefs ??= mentions(table.graph.root, ["$dynamicRef", "$recursiveRef"]);
  return table.hasDynamicRefs;
}

function mentions(root: unknown, keywords: readonly string[]): boolean {
  const seen = new Set<unknown>([root]);
  for (const item of seen) {
    if (typeof item !== "object" || item === null) continue;
    if (keywords.some((name) => Object.hasOwn(item, name))) return true;
    for (const value of Object.values(item)) seen.add(value);
  }
  return false;
}
