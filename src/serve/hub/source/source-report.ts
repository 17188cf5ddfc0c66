import type { OpenedSource } from "./connector.ts";
import type { RegisteredOperations } from "./registered-operations.ts";
import type { SourceReport } from "./source-status.ts";

/** A document of thousands of operations may have thousands of findings: a page shows the first of them. */
const MOST_SHOWN = 100;

export function toReport(operations: RegisteredOperations, opened: OpenedSource): SourceReport {
  const own = opened.report?.() ?? { quarantined: [], findings: [] };
  const quarantined = [...operations.quarantined, ...own.quarantined];
  const findings = [...operations.findings, ...own.findings];
  const counts = { quarantined: quarantined.length, findings: findings.length };
  const sizes = [counted(operations.size, "operation"), `${counts.quarantined} quarantined`];
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
