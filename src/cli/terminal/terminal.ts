import { createStyle, hasColours } from "./style.ts";
import type { Style } from "./style.ts";

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}
interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface TerminalStreams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_WIDTH = 80;

/** The three standard streams: data goes to `out`, everything else to `err`. */
export class Terminal {
  readonly streams: TerminalStreams;
  readonly env: Environment;
  /** Of standard output. */
  readonly style: Style;
  /** Of standard error. */
  readonly errorStyle: Style;
  /** Is called when whoever reads standard output has gone, as `head` does. */
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

  /** Whether a person reads standard error: then it may show what goes on. */
  get showsProgress(): boolean {
    return this.streams.stderr.isTTY === true && this.env["TERM"] !== "dumb";
  }

  /** Whether there is somebody to ask. */
  get canAsk(): boolean {
    return this.streams.stdin.isTTY === true && this.streams.stderr.isTTY === true;
  }

  get width(): number {
    const columns = this.streams.stdout.columns ?? Number(this.env["COLUMNS"]);
    return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_WIDTH;
  }

  /** Columns of standard error; undefined where nobody looks at it. */
  get errorWidth(): number | undefined {
    const { isTTY, columns } = this.streams.stderr;
    return isTTY === true ? (columns ?? DEFAULT_WIDTH) : undefined;
  }

  out(text: string | Uint8Array): void {
    if (!this.#isClosed) this.streams.stdout.write(text);
  }

  err(text: string): void {
    this.streams.stderr.write(text);
  }

  /** Resolves when what was written is out, and a slow reader may go on. */
  async flush(): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.streams.stdout.write("", () => resolve());
    });
  }
}
