import { useState } from "preact/hooks";
import { isObject } from "../../json/json-path.ts";
import { DataTree } from "./data-tree.tsx";

interface ImportReportViewProps {
  readonly report: unknown;
  readonly source: string;
}

const MOST_ROWS = 200;

/** What an import kept, changed and left out. A report of another shape is shown as data. */
export function ImportReportView({ report, source }: ImportReportViewProps) {
  const [isOpen, setOpen] = useState(false);
  const quarantined = listIn(report, "quarantined");
  const findings = listIn(report, "findings");
  const isKnown = isObject(report) && (Array.isArray(report["findings"]) || Array.isArray(report["quarantined"]));
  const words = isKnown
    ? `Import report: ${countIn(report, "quarantined")} quarantined, ${countIn(report, "findings")} findings`
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
        <p class="hint">Everything was taken as it stands.</p>
      )}
      {isOpen && isKnown && quarantined.length + findings.length > 0 && (
        <table>
          <caption class="sr-only">Findings in {source}</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Where</th>
              <th scope="col">Why</th>
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

/** The server cuts long lists, and says how long they were. */
function countIn(report: unknown, name: string): string {
  const counts = isObject(report) ? report["counts"] : undefined;
  const count = isObject(counts) && typeof counts[name] === "number" ? counts[name] : listIn(report, name).length;
  return count.toLocaleString("en");
}

function listIn(report: unknown, name: string): Array<Readonly<Record<string, unknown>>> {
  const list = isObject(report) ? report[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
