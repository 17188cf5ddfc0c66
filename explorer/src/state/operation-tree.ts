/** Operations by namespace, and the visible rows of that tree. */
import type { ListedOperation } from "../api/contract.ts";

/** A larger tree, or a larger namespace in it, stays closed at first. */
const MOST_OPEN_ROWS = 60;

export interface Namespace {
  readonly path: string;
  readonly name: string;
  readonly children: Map<string, Namespace>;
  readonly operations: ListedOperation[];
  count: number;
}

export type TreeRow = {
  readonly key: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
} & (
  | {
      readonly kind: "namespace";
      readonly path: string;
      readonly name: string;
      readonly count: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: "operation"; readonly operation: ListedOperation }
);

export function buildTree(operations: readonly ListedOperation[]): Namespace {
  const root = newNamespace("", "");
  for (const operation of operations) {
    let namespace = root;
    namespace.count++;
    for (const name of operation.namespace.split(".")) {
      const path = namespace.path === "" ? name : `${namespace.path}.${name}`;
      const next = namespace.children.get(name) ?? newNamespace(path, name);
      namespace.children.set(name, next);
      next.count++;
      namespace = next;
    }
    namespace.operations.push(operation);
  }
  return root;
}

function newNamespace(path: string, name: string): Namespace {
  return { path, name, children: new Map(), operations: [], count: 0 };
}

/** The rows from top to bottom. Namespaces come before operations, both sorted by name. */
export function visibleRows(root: Namespace, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (namespace: Namespace, level: number): void => {
    const children = [...namespace.children.values()].sort(byName);
    const siblings = children.length + namespace.operations.length;
    children.forEach((child, index) => {
      const isOpen = open.has(child.path);
      const { path, name, count } = child;
      rows.push({
        key: `${path}.`,
        kind: "namespace",
        level,
        position: index + 1,
        siblings,
        path,
        name,
        count,
        isOpen,
      });
      if (isOpen) add(child, level + 1);
    });
    [...namespace.operations].sort(byName).forEach((operation, index) => {
      const position = children.length + index + 1;
      rows.push({ key: operation.id, kind: "operation", level, position, siblings, operation });
    });
  };
  add(root, 1);
  return rows;
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

/** The namespaces around an operation, outermost first. */
export function namespacesAround(id: string): string[] {
  const names = id.split(".").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("."));
}

/** The namespaces that are open at first: all of them in a small tree, none in a large one. */
export function openAtFirst(root: Namespace): Set<string> {
  const open = new Set<string>();
  if (root.count > MOST_OPEN_ROWS && root.children.size > 1) return open;
  const openAll = (namespace: Namespace): void => {
    for (const child of namespace.children.values()) {
      open.add(child.path);
      if (child.count <= MOST_OPEN_ROWS) openAll(child);
    }
  };
  openAll(root);
  return open;
}
