import type { CallNumbers, HourOfCalls } from "../../api/contract.ts";
import { formatCount, formatDuration } from "../../data/format.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { BarChart, LineChart } from "./charts.tsx";

interface HourViewProps {
  readonly hour: HourOfCalls;
  readonly inFlight: number;
}

/** The calls of the last hour, by minute and by operation. */
export function HourView({ hour: { total, minutes, operations }, inFlight }: HourViewProps) {
  if (total.calls + inFlight === 0) return <QuietHour />;
  const share = total.calls === 0 ? 0 : (100 * total.errors) / total.calls;
  return (
    <section class="home-section" aria-labelledby="hour">
      <h2 id="hour">The last hour</h2>
      <div class="tiles">
        <figure class="tile">
          <figcaption>
            <span class="tile-label">Calls</span>
            <strong>{total.calls.toLocaleString("en")}</strong>
            <span class="muted">{inFlight} in flight</span>
          </figcaption>
          <BarChart
            label={`Calls per minute: ${formatCount(total.calls, "call")} in the last hour.`}
            bars={minutes.map(({ calls }, index) => ({
              value: calls,
              title: `${minuteWords(index)}: ${formatCount(calls, "call")}`,
            }))}
          />
        </figure>
        <figure class="tile">
          <figcaption>
            <span class="tile-label">Errors</span>
            <strong>{total.errors.toLocaleString("en")}</strong>
            <span class="muted">{share.toFixed(share > 0 && share < 10 ? 1 : 0)} %</span>
          </figcaption>
          <BarChart
            class="errors"
            label={`Errors per minute: ${formatCount(total.errors, "error")} in the last hour.`}
            bars={minutes.map(({ errors }, index) => ({
              value: errors,
              title: `${minuteWords(index)}: ${formatCount(errors, "error")}`,
            }))}
          />
        </figure>
        <figure class="tile">
          <figcaption>
            <span class="tile-label">Latency, p50</span>
            <strong>{durationWords(total.p50)}</strong>
            <span class="muted">p99 {durationWords(total.p99)}</span>
          </figcaption>
          <LineChart
            label={`Latency by minute: half of all calls within ${durationWords(total.p50)}, 99 of 100 within ${durationWords(total.p99)}.`}
            lines={[
              { class: "p99", values: minutes.map(({ p99 }) => p99) },
              { class: "p50", values: minutes.map(({ p50 }) => p50) },
            ]}
          />
        </figure>
      </div>
      {operations.length > 0 && (
        <div class="numbers" tabIndex={0} role="group" aria-label="By operation">
          <table>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Calls</th>
                <th scope="col">Errors</th>
                <th scope="col">p50</th>
                <th scope="col">p99</th>
              </tr>
            </thead>
            <tbody>
              {operations.slice(0, 8).map(({ operationId, ...numbers }) => (
                <OperationRow key={operationId} operationId={operationId} numbers={numbers} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function QuietHour() {
  return (
    <section class="home-section" aria-labelledby="hour">
      <h2 id="hour">The last hour</h2>
      <p class="empty">No calls.</p>
    </section>
  );
}

function OperationRow({ operationId, numbers }: { readonly operationId: string; readonly numbers: CallNumbers }) {
  const { calls, errors, p50, p99 } = numbers;
  return (
    <tr>
      <th scope="row" class="mono">
        <a href={routeHash(routeOfOperation(operationId))} title={operationId}>
          {operationId}
        </a>
      </th>
      <td>{calls.toLocaleString("en")}</td>
      <td class={errors > 0 ? "has-errors" : undefined}>{errors.toLocaleString("en")}</td>
      <td>{durationWords(p50)}</td>
      <td>{durationWords(p99)}</td>
    </tr>
  );
}

function durationWords(ms: number | null): string {
  return ms === null ? "–" : formatDuration(ms);
}

function minuteWords(index: number): string {
  const ago = 59 - index;
  return ago === 0 ? "This minute" : `${formatCount(ago, "minute")} ago`;
}
