/** Finds a property of a union's branches whose value leaves at most one branch for an object. */
import { isRecord } from "../../shared/json/is-record.ts";
import { jsonType, possibleTypes } from "./json-type.ts";
import { keyword, partsOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import type { ChosenBranches } from "./site.ts";

export interface Discriminator {
  readonly key: string;
  readonly branchOf: ReadonlyMap<string, ChosenBranches>;
}

export function findDiscriminator(branches: readonly SchemaNode[]): Discriminator | undefined {
  const forObjects = branches.flatMap((branch, index) =>
    (possibleTypes(branch) & jsonType.object) === 0 ? [] : [{ index, constants: constantsOf(branch) }],
  );
  const [first, ...others] = forObjects;
  if (first === undefined || others.length === 0) return undefined;
  for (const key of first.constants.keys()) {
    const branchOf = new Map<string, ChosenBranches>();
    if (forObjects.every(({ constants, index }) => claim(branchOf, constants.get(key), [index]))) {
      return { key, branchOf };
    }
  }
  return undefined;
}

/** The branch that the value's discriminator names, or none; `undefined` if the value has no discriminator. */
export function discriminate({ key, branchOf }: Discriminator, value: unknown): ChosenBranches | undefined {
  if (!isRecord(value)) return undefined;
  const constant = value[key];
  return typeof constant === "string" ? (branchOf.get(constant) ?? []) : undefined;
}

/** Claims the constants for this branch. Returns `false` if it has none, or if another branch has one of them. */
function claim(
  branchOf: Map<string, ChosenBranches>,
  constants: readonly string[] | undefined,
  branch: ChosenBranches,
): boolean {
  if (constants === undefined || constants.some((constant) => branchOf.has(constant))) return false;
  for (const constant of constants) branchOf.set(constant, branch);
  return true;
}

/** The properties that, in every object that fits the branch, can only be one of a few strings. */
function constantsOf(branch: SchemaNode): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const node of inPlace(branch)) {
    for (const [key, property] of partsOf(node).properties ?? []) {
      const constants = stringsOf(property);
      if (constants !== undefined && !found.has(key)) found.set(key, constants);
    }
  }
  return found;
}

function stringsOf(property: SchemaNode): readonly string[] | undefined {
  for (const node of inPlace(property)) {
    const constant = keyword(node, "const");
    if (typeof constant === "string") return [constant];
    const values = keyword(node, "enum");
    if (Array.isArray(values) && values.every((value) => typeof value === "string")) return [...new Set(values)];
  }
  return undefined;
}

function inPlace(start: SchemaNode): Set<SchemaNode> {
  const nodes = new Set([start]);
  for (const node of nodes) for (const part of partsOf(node).always) nodes.add(part);
  return nodes;
}
