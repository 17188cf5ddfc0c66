import { useState } from "preact/hooks";
import { formatCount } from "../../data/format.ts";
import { isObject, listOf } from "../../json/json-path.ts";
import { DataTree } from "./data-tree.tsx";

interface ImportReportViewProps {
  readonly report: unknown;
  readonly source: string;
}

const MOST_ROWS = 200;

/** What an import changed and left out. A report of unknown shape is shown as data. */
export function ImportReportView({ report, source }: ImportReportViewProps) {
  const [isOpen, setOpen] = useState(false);
  const quarantined = listIn(report, "quarantined");
  const findings = listIn(report, "findings");
  const isKnown = isObject(report) && (Array.isArray(report["findings"]) || Array.isArray(report["quarantined"]));
  const words = isKnown
    ? `Import report: ${countIn(report, "quarantined").toLocaleString("en")} quarantined, ${formatCount(countIn(report, "findings"), "finding")}`
    : "Import report";
  return (
    <details class="report" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {isOpen &&
        !isKnown &&
        (typeof report === "string" ? (
          <pre class="code-block" tabIndex={0}>
            {report}
          </pre>
        ) : (
          <DataTree value={report} label={`Report of ${source}`} />
        ))}
      {isOpen && isKnown && quarantined.length + findings.length === 0 && (
        <p class="hint">Everything was imported unchanged.</p>
      )}
      {isOpen && isKnown && quarantined.length + findings.length > 0 && (
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
            {quarantined.slice(0, MOST_ROWS).map((item, index) => (
              <tr key={`q${String(index)}`}>
                <td>quarantined</td>
                <td class="mono">{`${text(item["method"])} ${text(item["path"])}`.trim() || text(item["id"])}</td>
                <td>{text(item["reason"])}</td>
              </tr>
            ))}
            {findings.slice(0, MOST_ROWS).map((item, index) => (
              <tr key={`f${String(index)}`}>
                <td>{text(item["kind"])}</td>
                <td class="mono">{text(item["where"])}</td>
                <td>{text(item["why"])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

/** The server shortens long lists and reports their original length. */
function countIn(report: unknown, name: string): number {
  const counts = isObject(report) ? report["counts"] : undefined;
  return isObject(counts) && typeof counts[name] === "number" ? counts[name] : listIn(report, name).length;
}

function listIn(report: unknown, name: string): Array<Readonly<Record<string, unknown>>> {
  return listOf(isObject(report) ? report[name] : undefined).filter(isObject);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
