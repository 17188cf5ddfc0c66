/**
 * Decides which branch of a union, or which side of an `if`, applies to a value.
 *
 * A branch applies if the value fits it. Most branches are ruled out without a check: by a property with a constant
 * string, or by the JSON type.
 */
import { getOrMake } from "../../shared/get-or-make.ts";
import { describesContainers } from "./described.ts";
import { discriminate, findDiscriminator } from "./discriminator.ts";
import type { Discriminator } from "./discriminator.ts";
import { anyType, possibleTypes, typeOfValue } from "./json-type.ts";
import { partsOf, fitsNode, reaches } from "./schema-node.ts";
import type { SchemaNode, UnionPart } from "./schema-node.ts";
import type { Choice, ConditionChoice, DependentChoice, ChosenBranches, UnionChoice } from "./site.ts";

interface Chooser {
  /** The matching branches (none: an empty outcome), or whether a condition holds. */
  readonly choose: (value: unknown) => ChosenBranches;
  /** The same, with as few checks as possible, for a value that is known to fit. */
  readonly chooseFitting: (value: unknown) => ChosenBranches;
  /** The branches that a value might be made to fit if it fits none. */
  readonly repairable: (value: unknown) => ChosenBranches;
  readonly discriminator?: Discriminator | undefined;
  /** Whether `chooseFitting` checks the value. What is below may then decide, if it is written in another form. */
  readonly checks: (value: unknown) => boolean;
}

const choosers = new WeakMap<Choice, Chooser>();
const holds: ChosenBranches = [0];
const holdsNot: ChosenBranches = [1];

export function chooserOf(choice: Choice): Chooser {
  return getOrMake(choosers, choice, createChooser);
}

/** Whether the value fits the union as its keyword says: at least one branch, or exactly one. */
export function satisfies(union: UnionPart, value: unknown): boolean {
  if (union.keyword === "anyOf") return union.branches.some((branch) => fitsNode(branch, value));
  return union.branches.filter((branch) => fitsNode(branch, value)).length === 1;
}

function createChooser(choice: Choice): Chooser {
  if (choice.kind === "union") return unionChooser(choice);
  return choice.kind === "condition" ? conditionChooser(choice) : dependentChooser(choice);
}

function conditionChooser({ condition }: ConditionChoice): Chooser {
  const { test, whenMet, otherwise } = condition;
  const choose = (value: unknown): ChosenBranches => (fitsNode(test, value) ? holds : holdsNot);
  const isSilent = areSilent([test, whenMet, otherwise]);
  return { choose, chooseFitting: isSilent ? () => holdsNot : choose, repairable: () => [], checks: () => !isSilent };
}

function dependentChooser({ key, node }: DependentChoice): Chooser {
  const choose = (value: unknown): ChosenBranches =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key) ? holds : holdsNot;
  const chooseFitting = areSilent([node]) ? () => holdsNot : choose;
  return { choose, chooseFitting, repairable: () => [], checks: () => false };
}

function unionChooser({ union }: UnionChoice): Chooser {
  const { branches } = union;
  const all: ChosenBranches = branches.map((_, index) => index);
  const byType = candidatesByType(branches);
  const discriminator = findDiscriminator(branches);
  const byProperty = (value: unknown): ChosenBranches | undefined =>
    discriminator && discriminate(discriminator, value);
  const candidates = (value: unknown): ChosenBranches => byProperty(value) ?? byType[typeOfValue(value)] ?? all;
  const fits = (value: unknown) => (index: number) => {
    const branch = branches[index];
    return branch !== undefined && fitsNode(branch, value);
  };
  const chooseFitting = (value: unknown): ChosenBranches => {
    const possible = candidates(value);
    if (possible.length < 2) return possible;
    if (union.keyword === "anyOf") return possible.filter(fits(value));
    const match = possible.find(fits(value));
    return match === undefined ? [] : [match];
  };
  const isSilent = areSilent(branches);
  return {
    choose: (value) => candidates(value).filter(fits(value)),
    chooseFitting: isSilent ? () => holds : chooseFitting,
    checks: (value) => !isSilent && candidates(value).length > 1,
    // An upcast may change the type, but nothing turns one string into another.
    repairable: (value) => byProperty(value) ?? all,
    discriminator,
  };
}

/** The candidates, indexed by the bit of the type. */
function candidatesByType(branches: readonly SchemaNode[]): ChosenBranches[] {
  const types = branches.map((branch) => possibleTypes(branch));
  const possible = (bit: number): ChosenBranches => types.flatMap((type, index) => ((type & bit) === 0 ? [] : [index]));
  return Array.from({ length: anyType }, (_, bit) => possible(bit));
}

/** Whether the choice has no influence on which properties have a name, and on which elements are judged. */
function areSilent(nodes: readonly (SchemaNode | undefined)[]): boolean {
  return nodes.every((node) => node === undefined || !reaches(node, speaks));
}

function speaks(node: SchemaNode): boolean {
  const { properties, patterns, additional, unevaluated, isOpaque, prefix, rest, unevaluatedItems } = partsOf(node);
  if (properties !== undefined || patterns.length > 0 || additional !== undefined || unevaluated !== undefined)
    return true;
  const elements = [...prefix, rest, unevaluatedItems];
  return isOpaque || elements.some((element) => element !== undefined && reaches(element, describesContainers));
}
