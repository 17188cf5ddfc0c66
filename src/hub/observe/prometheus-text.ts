/** The text format of Prometheus, version 0.0.4. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export class PrometheusText {
  readonly #lines: string[] = [];
  #name = "";

  /** Starts a family of samples. */
  family(name: string, type: "counter" | "gauge" | "histogram", help: string): void {
    this.#name = name;
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }

  sample(labels: Readonly<Record<string, string>>, value: number, suffix = ""): void {
    const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escape(text)}"`);
    const shown = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
    this.#lines.push(`${this.#name}${suffix}${shown} ${value}`);
  }

  toString(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}

function escape(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
}
