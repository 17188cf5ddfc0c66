/**
 * `compatible`: it is proven that no caller of the old version breaks. `breaking`: some do. `look`: a person must
 * decide.
 */
export type Verdict = "compatible" | "breaking" | "look";

/** How an operation differs from what was accepted. */
export type ChangeKind =
  | "added"
  | "removed"
  | "renamed"
  | "input narrowed"
  | "input widened"
  | "input changed"
  | "output narrowed"
  | "output widened"
  | "output changed"
  | "errors changed"
  | "kind changed"
  | "rights changed"
  | "address changed"
  | "text changed";

/** One difference. */
export interface Change {
  readonly change: ChangeKind;
  readonly verdict: Verdict;
  /** Where in the input or output: a JSON Pointer, with `*` for any item. */
  readonly path?: string | undefined;
  readonly why?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** All differences of one operation. */
export interface OperationChange {
  /** Its name within the source. */
  readonly operation: string;
  readonly verdict: Verdict;
  readonly changes: readonly Change[];
  /** The digest of what the source offers now; absent if it no longer offers it. */
  readonly digest?: string | undefined;
}

const WORST: readonly Verdict[] = ["breaking", "look", "compatible"];

export function toOperationChange(operation: string, changes: readonly Change[], digest?: string): OperationChange {
  const verdict = WORST.find((each) => changes.some((change) => change.verdict === each)) ?? "compatible";
  return { operation, verdict, changes, ...(digest === undefined ? {} : { digest }) };
}

/** Whether nothing but words has changed. */
export function isTextOnly({ changes }: OperationChange): boolean {
  return changes.every(({ change }) => change === "text changed");
}

/** One line for people. */
export function describeChange({ change, path = "", why, before, after }: Change): string {
  const place = path === "" ? "" : ` at ${path}`;
  if (why !== undefined) return `${change}${place}: ${why}`;
  return before === undefined || after === undefined ? `${change}${place}` : `${change}${place}: ${before} -> ${after}`;
}
