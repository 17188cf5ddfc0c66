/** Where a cell may differ from the others, and why. Nothing else may. */
import type { CaseName } from "./cases.ts";
import type { Outcome } from "./outcome.ts";
import type { SourceName } from "./stage.ts";
import type { InterfaceName } from "./interfaces.ts";

export interface Difference {
  readonly when: CaseName;
  /** Absent: all. */
  readonly source?: SourceName;
  readonly interface?: InterfaceName;
  readonly why: string;
  readonly outcome: Outcome;
}

export const DIFFERENCES: readonly Difference[] = [];

/** The most specific one comes first in the list. */
export function differenceIn(
  when: CaseName,
  source: SourceName,
  door: InterfaceName,
): Difference | undefined {
  return DIFFERENCES.find(
    (each) =>
      each.when === when &&
      (each.source === undefined || each.source === source) &&
      (each.interface === undefined || each.interface === door),
  );
}
