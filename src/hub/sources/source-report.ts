import type { OpenedSource } from "./connector.ts";
import type { RegisteredOperations } from "./registered-operations.ts";
import type { SourceFinding, SourceQuarantined, SourceReport } from "./source-status.ts";

interface SourceProblems {
  readonly quarantined: readonly SourceQuarantined[];
  readonly findings: readonly SourceFinding[];
}

/** A document of thousands of operations may have thousands of findings: a page shows the first of them. */
const MOST_SHOWN = 100;

export function toReport(operations: RegisteredOperations, opened: OpenedSource): SourceReport {
  const own = opened.report?.() ?? { quarantined: [], findings: [] };
  return describeSource(operations.size, {
    quarantined: [...operations.quarantined, ...own.quarantined],
    findings: [...operations.findings, ...own.findings],
  });
}

/** Of a source of which so many operations can be called. */
export function describeSource(size: number, { quarantined, findings }: SourceProblems): SourceReport {
  const counts = { quarantined: quarantined.length, findings: findings.length };
  const sizes = [counted(size, "operation"), `${counts.quarantined} quarantined`];
  const summary = [...sizes, counted(counts.findings, "finding")].join(", ");
  return {
    summary,
    quarantined: quarantined.slice(0, MOST_SHOWN),
    findings: findings.slice(0, MOST_SHOWN),
    counts,
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
