/** Operations by namespace, and below that by tag or path; and the visible rows of that tree. */
import type { ListedOperation } from "../api/contract.ts";
import { shortNames } from "./short-names.ts";

/** A larger tree, or a larger group in it, stays closed at first. */
const MOST_OPEN_ROWS = 60;
/** A namespace with fewer operations is not divided: all of them are visible at once. */
const FEWEST_TO_DIVIDE = 12;

/** What divides the operations of a namespace: their first tag, their path, or nothing. */
export const groupings = ["tag", "path", "name"] as const;
export type Grouping = (typeof groupings)[number];

export interface OperationGroup {
  /** `github`, and below it `github#issues` for a tag, `github/repos` for a path. */
  readonly path: string;
  readonly name: string;
  readonly children: Map<string, OperationGroup>;
  operations: ListedOperation[];
  count: number;
}

export interface OperationTree {
  readonly root: OperationGroup;
  /** The text of an operation's row. */
  readonly labelOf: (operation: ListedOperation) => string;
}

export type TreeRow = {
  readonly key: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
} & (
  | {
      readonly kind: "group";
      readonly path: string;
      readonly name: string;
      readonly count: number;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "operation";
      readonly operation: ListedOperation;
      readonly label: string;
      /** The label to show if the text is too long for its row. No two rows beside each other have the same label. */
      readonly short: string | undefined;
    }
);

export function buildTree(operations: readonly ListedOperation[], grouping: Grouping = "name"): OperationTree {
  const root = newGroup("", "");
  for (const operation of operations) {
    let group = root;
    for (const name of operation.namespace.split(".")) {
      group.count++;
      group = childOf(group, name, group.path === "" ? name : `${group.path}.${name}`);
    }
    group.count++;
    group.operations.push(operation);
  }
  const divide = { tag: divideByTag, path: divideByPath, name: undefined }[grouping];
  if (divide !== undefined) divideAll(root, divide);
  return { root, labelOf: grouping === "path" ? ({ name, path }) => path ?? name : ({ name }) => name };
}

function newGroup(path: string, name: string): OperationGroup {
  return { path, name, children: new Map(), operations: [], count: 0 };
}

/** Keyed by path: a tag may have the name of a namespace beside it. */
function childOf(group: OperationGroup, name: string, path: string): OperationGroup {
  let child = group.children.get(path);
  if (child === undefined) group.children.set(path, (child = newGroup(path, name)));
  return child;
}

function divideAll(group: OperationGroup, divide: (group: OperationGroup) => void): void {
  for (const child of group.children.values()) divideAll(child, divide);
  if (group.operations.length >= FEWEST_TO_DIVIDE) divide(group);
}

function divideByTag(group: OperationGroup): void {
  const tags = new Set(group.operations.map(({ tags: [tag] = [] }) => tag));
  if (tags.size < 2) return;
  moveInto(
    group,
    ({ tags: [tag] = [] }) => tag,
    (tag) => `${group.path}#${tag}`,
  );
}

/** By the first segment in which the paths of the namespace differ. */
function divideByPath(group: OperationGroup): void {
  const paths = group.operations.flatMap(({ path }) => (path === undefined ? [] : [path.split("/").slice(1)]));
  const shared = sharedSegments(paths);
  const nameOf = ({ path }: ListedOperation): string | undefined => {
    const segments = path?.split("/").slice(1, shared + 2);
    return segments === undefined ? undefined : `/${segments.join("/")}`;
  };
  if (new Set(group.operations.map(nameOf)).size > 1) moveInto(group, nameOf, (name) => `${group.path}${name}`);
}

/**
 * How many segments all paths begin with. The last segment of a path never counts: it distinguishes the path from
 * others.
 */
function sharedSegments(paths: ReadonlyArray<readonly string[]>): number {
  const [first = []] = paths;
  let shared = 0;
  while (paths.every((path) => shared < path.length - 1 && path[shared] === first[shared]) && paths.length > 0)
    shared++;
  return shared;
}

/** Moves operations into groups below this one; those without a name stay. */
function moveInto(
  group: OperationGroup,
  nameOf: (operation: ListedOperation) => string | undefined,
  pathOf: (name: string) => string,
): void {
  const { operations } = group;
  group.operations = [];
  for (const operation of operations) {
    const name = nameOf(operation);
    const target = name === undefined ? group : childOf(group, name, pathOf(name));
    target.operations.push(operation);
    if (target !== group) target.count++;
  }
}

/** The rows from top to bottom. Groups come before operations, both sorted by name. */
export function visibleRows({ root, labelOf }: OperationTree, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (group: OperationGroup, level: number): void => {
    const children = [...group.children.values()].sort((one, other) => inOrder(one.name, other.name));
    const siblings = children.length + group.operations.length;
    children.forEach((child, index) => {
      const isOpen = open.has(child.path);
      const { path, name, count } = child;
      rows.push({ key: `${path}.`, kind: "group", level, position: index + 1, siblings, path, name, count, isOpen });
      if (isOpen) add(child, level + 1);
    });
    const labelled = group.operations.map((operation) => ({ operation, label: labelOf(operation) }));
    labelled.sort((one, other) => inOrder(one.label, other.label));
    const short = shortNames([...new Set(labelled.map(({ label }) => label))], roomAt(level));
    labelled.forEach(({ operation, label }, index) => {
      const position = children.length + index + 1;
      const { id: key } = operation;
      rows.push({ key, kind: "operation", level, position, siblings, operation, label, short: short.get(label) });
    });
  };
  add(root, 1);
  return rows;
}

/** How many characters of a name fit into a row. */
function roomAt(level: number): number {
  return Math.max(16, 30 - 2 * level);
}

function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The groups around an operation, outermost first. */
export function groupsAround({ root }: OperationTree, { id, namespace }: ListedOperation): string[] {
  const names = namespace.split(".");
  const paths = names.map((_, index) => names.slice(0, index + 1).join("."));
  let group: OperationGroup | undefined = root;
  for (const path of paths) group = group?.children.get(path);
  const within = [...(group?.children.values() ?? [])].find(({ operations }) =>
    operations.some((one) => one.id === id),
  );
  return within === undefined ? paths : [...paths, within.path];
}

/** The groups that are open at first: all of them in a small tree, none in a large one. */
export function openAtFirst({ root }: OperationTree): Set<string> {
  const open = new Set<string>();
  if (root.count > MOST_OPEN_ROWS && root.children.size > 1) return open;
  const openAll = (group: OperationGroup): void => {
    for (const child of group.children.values()) {
      if (group !== root && child.count > MOST_OPEN_ROWS) continue;
      open.add(child.path);
      if (child.count <= MOST_OPEN_ROWS) openAll(child);
    }
  };
  openAll(root);
  return open;
}
