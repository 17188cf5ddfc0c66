import { sha256 } from "../shared/sha256.ts";
import { shorten } from "../shared/short-text.ts";
import type { LockedSource } from "./lock-file.ts";
import { toOperationChange } from "./operation-change.ts";
import type { OperationChange } from "./operation-change.ts";

/** Stands for what a source tells models wherever a change is named. No operation has such a name. */
export const INSTRUCTIONS = "(instructions)";

/** Characters of one source: a model reads them with every conversation. */
const LONGEST_TEXT = 4000;

/** The part of a source's instructions that models receive. Undefined if there is none. */
export function readInstructions(given: string | undefined): string | undefined {
  const text = shorten((given ?? "").trim(), LONGEST_TEXT);
  return text === "" ? undefined : text;
}

/** How a source's instructions differ from those that were accepted. */
export function compareInstructions(
  { instructions: before }: Pick<LockedSource, "instructions">,
  after: string | undefined,
): OperationChange | undefined {
  if (before === after) return undefined;
  const change = { change: "text changed", verdict: "look", before: before ?? "", after: after ?? "" } as const;
  return toOperationChange(INSTRUCTIONS, [change], after === undefined ? undefined : sha256(after));
}
