import type { ComparedSide } from "./compare/schema-node.ts";
import { compareOperation, hasSameSchemas } from "./compare-operation.ts";
import type { OperationVersion } from "./compare-operation.ts";
import { resolveComponent } from "./lock-file.ts";
import type { LockedOperation, LockedSource } from "./lock-file.ts";
import { toOperationChange } from "./operation-change.ts";
import type { OperationChange } from "./operation-change.ts";

/** Bounds the search for renames: each added operation is compared with this many removed ones, or fewer. */
const MOST_PAIRS = 5000;

/** How the operations of a source differ from those that were accepted, by name. */
export function* compareSources(before: LockedSource, after: LockedSource): Generator<OperationChange> {
  const removed = new Map(Object.entries(before.operations).filter(([name]) => !Object.hasOwn(after.operations, name)));
  const sides = { before: sideOf(before), after: sideOf(after) };
  for (const [name, current] of Object.entries(after.operations)) {
    const old = Object.hasOwn(before.operations, name) ? before.operations[name] : undefined;
    const { digest } = current;
    if (old === undefined) {
      const from = findRenamed(current, removed, sides);
      if (from !== undefined) removed.delete(from);
      const change =
        from === undefined ? ADDED : ({ change: "renamed", verdict: "breaking", before: from, after: name } as const);
      yield toOperationChange(name, [change], digest);
    } else if (old.digest !== digest) {
      const changes = compareOperation(
        { operation: old, side: sides.before },
        { operation: current, side: sides.after },
      );
      yield toOperationChange(name, changes.length > 0 ? changes : UNSEEN, digest);
    }
  }
  for (const name of removed.keys()) yield toOperationChange(name, [{ change: "removed", verdict: "breaking" }]);
}

const ADDED = { change: "added", verdict: "compatible" } as const;
/** The digests differ, although everything that is compared is the same. */
const UNSEEN = [{ change: "text changed", verdict: "look", why: "something that is not compared" }] as const;

export function sideOf(source: LockedSource): ComparedSide {
  return { resolve: (ref) => resolveComponent(source, ref) };
}

/**
 * A removed operation with the same schemas. Schemas that say next to nothing fit too many operations to prove that it
 * is the same.
 */
function findRenamed(
  current: LockedOperation,
  removed: ReadonlyMap<string, LockedOperation>,
  sides: { readonly before: ComparedSide; readonly after: ComparedSide },
): string | undefined {
  const version: OperationVersion = { operation: current, side: sides.after };
  let count = 0;
  for (const [name, old] of removed) {
    if (old.digest === current.digest) return name;
    if (++count > MOST_PAIRS / Math.max(1, removed.size) || old.kind !== current.kind || !isTelling(current)) continue;
    if (hasSameSchemas({ operation: old, side: sides.before }, version)) return name;
  }
  return undefined;
}

function isTelling({ input, output }: LockedOperation): boolean {
  const members = input["properties"];
  return (
    "$ref" in input ||
    "$ref" in output ||
    (typeof members === "object" && members !== null && Object.keys(members).length > 0)
  );
}
