import { counted } from "../../shared/short-text.ts";
import type { SourceReport } from "../../sources/source.ts";
import type { SourceSummary } from "./source-status.ts";

/** A document of thousands of operations may have thousands of findings: a page shows the first of them. */
const MOST_SHOWN = 100;

/** Sums up a source with this many callable operations. */
export function summariseReports(size: number, reports: readonly SourceReport[]): SourceSummary {
  const quarantined = reports.flatMap((report) => report.quarantined);
  const findings = reports.flatMap((report) => report.findings);
  const counts = { quarantined: quarantined.length, findings: findings.length };
  const sizes = [counted(size, "operation"), `${counts.quarantined} quarantined`];
  return {
    summary: [...sizes, counted(counts.findings, "finding")].join(", "),
    quarantined: quarantined.slice(0, MOST_SHOWN),
    findings: findings.slice(0, MOST_SHOWN),
    counts,
  };
}
