/**
 * A site: all schemas that apply at one location of a value, merged.
 *
 * Making a site follows `allOf` and `$ref`. A keyword that depends on the value (a union, `if`, `dependentSchemas`) is a
 * pending choice, and deciding it gives the next site. A site without a pending choice knows everything about the names
 * of an object and the elements of an array.
 */
import { isContainer } from "../../shared/json/is-record.ts";
import type { Check } from "../engine/engine.ts";
import { lazyDefinitionsOf } from "../types/lazy-definitions.ts";
import type { LazyDefinitions } from "../types/lazy-definitions.ts";
import { describes, describesContainers } from "./described.ts";
import { partsOf, reaches } from "./schema-node.ts";
import type { ConditionPart, NodeGraph, SchemaNode, UnionPart } from "./schema-node.ts";
import type { Tally } from "./tally.ts";

/**
 * How much a schema decides. `test` (an `if`) only names properties. `names` (`then`, `else`, `dependentSchemas`, one of
 * several matching branches) declares and names them. `full` also gives defaults and upcasts.
 */
export const role = { test: 0, names: 1, full: 2 } as const;
export type Role = (typeof role)[keyof typeof role];

export interface Applied {
  readonly node: SchemaNode;
  readonly role: Role;
}

interface ChoiceOf<TKind extends string> {
  readonly kind: TKind;
  readonly id: string;
  readonly role: Role;
}

export type UnionChoice = ChoiceOf<"union"> & { readonly union: UnionPart };
export type ConditionChoice = ChoiceOf<"condition"> & { readonly condition: ConditionPart };
export type DependentChoice = ChoiceOf<"dependent"> & { readonly key: string; readonly node: SchemaNode };
export type Choice = UnionChoice | ConditionChoice | DependentChoice;

/** The indices of a union's branches. The other two kinds of choices have `[0]` if they hold and `[1]` if not. */
export type ChosenBranches = readonly number[];

/** Everything that requires reading the schemas is found out on first use. */
export class Site {
  readonly table: SiteTable;
  /** The schemas that were found at the location. */
  readonly inputs: readonly Applied[];
  readonly decisions: Decisions;
  readonly next = new Map<number | string, Site>();
  /** Whether normalising would leave a fitting value as it is. Made on first use. */
  overlay?: Check;
  /** One pass over a fitting value. Made on first use. */
  rewrite?: FittingRewrite;
  #closure: Closure | undefined;
  #isOpaque: boolean | undefined;
  #canChange: boolean | undefined;
  #isJudged: boolean | undefined;
  #isDescribed: boolean | undefined;
  #undecided: Site | undefined;

  constructor(table: SiteTable, inputs: readonly Applied[], decisions: Decisions) {
    this.table = table;
    this.inputs = inputs;
    this.decisions = decisions;
  }

  /** The inputs with everything that applies in place. */
  get members(): readonly Applied[] {
    return this.#readClosure().members;
  }

  get pending(): Choice | undefined {
    return this.#readClosure().pending;
  }

  /** It is not known what applies here, so the value stays as it is. */
  get isOpaque(): boolean {
    this.#isOpaque ??=
      this.members.some(({ node }) => partsOf(node).isOpaque) ||
      (this.pending !== undefined && hasDynamicRefs(this.table));
    return this.#isOpaque;
  }

  /** Whether a value that fits could be changed here or below. */
  get canChange(): boolean {
    const { strip, definitions } = this.table;
    const changes = strip ? declaresProperties : declaresDefault;
    // Looking behind a reference would make definitions that are made on demand. So assume that values can change.
    this.#canChange ??=
      (definitions !== undefined && this.inputs.some(({ node }) => reaches(node, refers))) ||
      this.inputs.some(({ node }) => reaches(node, changes));
    return this.#canChange;
  }

  /** Whether an object or array that fits is judged as it will be written, because a schema describes it. */
  get isJudged(): boolean {
    this.#isJudged ??= this.canChange || this.inputs.some(({ node }) => reaches(node, describesContainers));
    return this.#isJudged;
  }

  /** Whether a schema here says anything about values. */
  get isDescribed(): boolean {
    this.#isDescribed ??= this.isJudged || this.inputs.some(({ node }) => reaches(node, describes));
    return this.#isDescribed;
  }

  /** The same place with everything that applies after any decision: for what has to happen before one is made. */
  get undecided(): Site {
    this.#undecided ??= new Site(this.table, this.inputs, "all");
    return this.#undecided;
  }

  /** Whether examining the site would make definitions that no value has needed so far. */
  get leadsOn(): boolean {
    return this.table.definitions !== undefined && this.inputs.some(({ node }) => refers(node));
  }

  /** The same place, where the value stays as it is. */
  toOpaque(): Site {
    const site = new Site(this.table, this.inputs, this.decisions);
    site.#isOpaque = true;
    site.overlay = () => true;
    site.rewrite = (value) => value;
    return site;
  }

  #readClosure(): Closure {
    return (this.#closure ??= closureOf(this.inputs, this.decisions));
  }
}

interface Closure {
  readonly members: Applied[];
  readonly pending: Choice | undefined;
}

/** What was decided about each choice. `"all"`: every side of every choice applies. */
type Decisions = ReadonlyMap<string, ChosenBranches> | "all";

const REFERRING_KEYWORDS = ["$ref", "allOf", "anyOf", "oneOf", "if"];

function refers({ schema }: SchemaNode): boolean {
  return typeof schema === "object" && REFERRING_KEYWORDS.some((name) => Object.hasOwn(schema, name));
}

export type FittingRewrite = (value: unknown, tally: Tally) => unknown;

export interface SiteTable {
  readonly graph: NodeGraph;
  readonly strip: boolean;
  readonly sites: Map<string, Site>;
  /** Those of the root, if they are made on demand. */
  readonly definitions: LazyDefinitions | undefined;
  hasDynamicRefs?: boolean;
}

export function createSiteTable(graph: NodeGraph, strip: boolean): SiteTable {
  return { graph, strip, sites: new Map(), definitions: lazyDefinitionsOf(graph.root) };
}

/** The site of a set of schemas. The same set always gives the same object. */
export function siteOf(table: SiteTable, applied: readonly Applied[]): Site {
  const inputs = strongest(applied);
  const key = inputs.map((input) => `${input.node.id}:${input.role}`).join(" ");
  let site = table.sites.get(key);
  if (site === undefined) table.sites.set(key, (site = new Site(table, inputs, new Map())));
  return site;
}

/**
 * Each set of branches that match together is a separate site. There are 2^n sets, and hostile data could fill them
 * all.
 */
const maxOutcomes = 256;

/** The site after the pending choice. */
export function decide(site: Site, outcome: ChosenBranches): Site {
  const first = outcome[0];
  const key = outcome.length === 1 && first !== undefined ? first : outcome.join();
  let next = site.next.get(key);
  if (next === undefined) {
    if (outcome.length > 1 && site.next.size >= maxOutcomes) return site.toOpaque();
    const decisions = new Map(site.decisions === "all" ? [] : site.decisions);
    if (site.pending !== undefined) decisions.set(site.pending.id, outcome);
    site.next.set(key, (next = new Site(site.table, site.inputs, decisions)));
  }
  return next;
}

/** Everything that applies in place, starting from `inputs`, after these decisions. */
export function closureOf(inputs: readonly Applied[], decisions: Decisions): Closure {
  const members: Applied[] = [];
  const seen = new Set<SchemaNode>();
  const waiting = new Map<Role, SchemaNode[]>();
  for (const each of [role.full, role.names, role.test]) waiting.set(each, []);
  for (const input of inputs) waiting.get(input.role)?.push(input.node);
  let pending: Choice | undefined;
  // The strongest role comes first, because a schema that applies twice counts with its stronger role.
  for (const [current, nodes] of waiting) {
    for (const node of nodes) {
      if (seen.has(node)) continue;
      seen.add(node);
      members.push({ node, role: current });
      nodes.push(...partsOf(node).always);
      for (const choice of choicesOf(node, current)) {
        const outcomes = decisions === "all" ? outcomesOf(choice) : present([decisions.get(choice.id)]);
        if (outcomes.length === 0) pending ??= choice;
        for (const added of outcomes.flatMap((outcome) => consequences(choice, outcome))) {
          waiting.get(added.role)?.push(added.node);
        }
      }
    }
  }
  return { members, pending };
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

function consequences(choice: Choice, outcome: ChosenBranches): Applied[] {
  const weaker = choice.role === role.full ? role.names : choice.role;
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

function outcomesOf(choice: Choice): readonly ChosenBranches[] {
  return choice.kind === "union" ? [choice.union.branches.map((_, index) => index)] : [[0], [1]];
}

function present<T>(items: readonly (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}

/**
 * A dynamic reference means something else in each place that leads to it, but a branch is compiled once. So no choice
 * is trusted if the document has such a reference anywhere.
 */
function hasDynamicRefs(table: SiteTable): boolean {
  // Definitions that are made on demand have none.
  table.hasDynamicRefs ??=
    table.definitions === undefined && mentions(table.graph.root, ["$dynamicRef", "$recursiveRef"]);
  return table.hasDynamicRefs;
}

function mentions(root: unknown, keywords: readonly string[]): boolean {
  const seen = new Set<unknown>([root]);
  for (const item of seen) {
    if (!isContainer(item)) continue;
    if (keywords.some((name) => Object.hasOwn(item, name))) return true;
    for (const value of Object.values(item)) seen.add(value);
  }
  return false;
}
