import type { TerminalStreams } from "./terminal-streams.ts";
import { createStyle, hasColours } from "./style.ts";
import type { Style } from "./style.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_WIDTH = 80;

/** The standard streams. Data goes to `out`, everything else to `err`. */
export class Terminal {
  readonly streams: TerminalStreams;
  readonly env: Environment;
  /** The style of standard output. */
  readonly style: Style;
  /** The style of standard error. */
  readonly errorStyle: Style;
  /** Called when the reader of standard output has gone, as `head` does. */
  onClosed: (() => void) | undefined;
  #isClosed = false;

  constructor(streams: TerminalStreams, env: Environment) {
    this.streams = streams;
    this.env = env;
    this.style = createStyle(hasColours(streams.stdout, env));
    this.errorStyle = createStyle(hasColours(streams.stderr, env));
    streams.stdout.on("error", () => {
      this.#isClosed = true;
      this.onClosed?.();
    });
    streams.stderr.on("error", () => undefined);
  }

  /** Whether a person reads standard output. */
  get isInteractive(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Whether a person reads standard error, so that it can show progress. */
  get showsProgress(): boolean {
    return this.streams.stderr.isTTY === true && this.env["TERM"] !== "dumb";
  }

  /** Whether a person can answer questions. */
  get canAsk(): boolean {
    return this.streams.stderr.isTTY === true && this.streams.stdin.isTTY === true;
  }

  get width(): number {
    return widthOf(this.streams.stdout.columns ?? Number(this.env["COLUMNS"]));
  }

  /** The columns of standard error; undefined if it is not a terminal. */
  get errorWidth(): number | undefined {
    const { isTTY, columns } = this.streams.stderr;
    return isTTY === true ? widthOf(columns) : undefined;
  }

  out(text: string | Uint8Array): void {
    if (!this.#isClosed) this.streams.stdout.write(text);
  }

  err(text: string): void {
    this.streams.stderr.write(text);
  }

  /** Resolves when everything written so far is out: a slow reader slows the writer. */
  async flush(): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.streams.stdout.write("", () => resolve());
    });
  }
}

/** A terminal that was given no size, as in a container, says that it has 0 columns. */
function widthOf(columns: number | undefined): number {
  return columns !== undefined && Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_WIDTH;
}
