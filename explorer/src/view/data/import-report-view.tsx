import type { SourceStatus } from "../../api/contract.ts";
import { formatCount } from "../../data/format.ts";

interface ImportReportViewProps {
  readonly report: NonNullable<SourceStatus["report"]>;
  readonly source: string;
}

/** What an import changed and left out. The hub cuts long lists; the counts are those of the whole lists. */
export function ImportReportView({ report, source }: ImportReportViewProps) {
  const { quarantined, findings, counts } = report;
  return (
    <details class="report">
      <summary>
        {`Import report: ${counts.quarantined.toLocaleString("en")} quarantined, ${formatCount(counts.findings, "finding")}`}
      </summary>
      {quarantined.length + findings.length === 0 ? (
        <p class="hint">Everything was imported unchanged.</p>
      ) : (
        <table>
          <caption class="sr-only">Findings in {source}</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Location</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {quarantined.map(({ id, method = "", path = "", reason }, index) => (
              <tr key={`q${String(index)}`}>
                <td>quarantined</td>
                <td class="mono">{`${method} ${path}`.trim() || id}</td>
                <td>{reason}</td>
              </tr>
            ))}
            {findings.map(({ kind, where, why }, index) => (
              <tr key={`f${String(index)}`}>
                <td>{kind}</td>
                <td class="mono">{where}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
