import type { ComponentChildren } from "preact";

/** Small charts of one hour, drawn by hand: a chart library would be larger than the rest of the page. */

const WIDTH = 240;
const HEIGHT = 56;

interface Bar {
  readonly value: number;
  readonly title: string;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly class?: string;
}

export function BarChart({ label, bars, class: name = "" }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <Chart label={label} class={name}>
      {bars.map(({ value, title }, index) => {
        // A single error among thousands of calls must be visible.
        const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
        return (
          <g key={String(index)}>
            <title>{title}</title>
            <rect class="hit" x={index * step} y={0} width={step} height={HEIGHT} />
            <rect class="column" x={index * step + 0.5} y={HEIGHT - height} width={step - 1} height={height} />
          </g>
        );
      })}
    </Chart>
  );
}

interface Line {
  readonly class: string;
  /** Null if there is nothing to show: the line has a gap there. */
  readonly values: ReadonlyArray<number | null>;
}

interface LineChartProps {
  readonly label: string;
  readonly lines: readonly Line[];
}

/** On a logarithmic scale: latencies on one hub differ by factors of thousands. */
export function LineChart({ label, lines }: LineChartProps) {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, most] = [Math.log(Math.max(0.1, Math.min(...known))), Math.log(Math.max(0.2, ...known))];
  const yOf = (value: number): number => {
    const part = most > least ? (Math.log(Math.max(0.1, value)) - least) / (most - least) : 0.5;
    return HEIGHT - 3 - part * (HEIGHT - 6);
  };
  return (
    <Chart label={label} class="lines">
      {lines.map(({ class: name, values }) => (
        <g key={name} class={name}>
          {stretchesOf(values).map((stretch) => (
            <polyline
              key={String(stretch[0]?.index)}
              points={stretch.map(({ index, value }) => `${xOf(index, values.length)},${yOf(value)}`).join(" ")}
            />
          ))}
        </g>
      ))}
    </Chart>
  );
}

interface Point {
  readonly index: number;
  readonly value: number;
}

/** The points between gaps. A single point becomes a short line, so that it is visible. */
function stretchesOf(values: ReadonlyArray<number | null>): Point[][] {
  const stretches: Point[][] = [];
  let wasKnown = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      if (!wasKnown) stretches.push([{ index: index - 0.3, value }]);
      stretches.at(-1)?.push({ index, value }, { index: index + 0.3, value });
    }
    wasKnown = value !== null;
  }
  return stretches;
}

function xOf(index: number, count: number): number {
  return Number((((index + 0.5) * WIDTH) / count).toFixed(1));
}

interface ChartProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

function Chart({ label, class: name, children }: ChartProps) {
  return (
    <>
      <svg
        class={`chart ${name}`}
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {children}
      </svg>
      <div class="chart-foot" aria-hidden="true">
        <span>1 h ago</span>
        <span>now</span>
      </div>
    </>
  );
}
