import { safeLine } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
/** Faster work shows nothing: a flicker only distracts. */
const DELAY_MS = 150;

/**
 * One line on standard error that names what the command waits for. It draws nothing if standard error is not a
 * terminal.
 */
export class Spinner {
  readonly #terminal: Terminal;
  readonly #started = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #text: string;
  #frame = 0;
  #isShown = false;

  constructor(terminal: Terminal, text: string) {
    this.#terminal = terminal;
    this.#text = text;
    this.resume();
  }

  set text(text: string) {
    this.#text = text;
  }

  /** Removes the line, to make room for a question or for output. */
  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isShown) this.#terminal.err("\r\u001b[2K");
    this.#isShown = false;
  }

  resume(): void {
    if (!this.#terminal.showsProgress || this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#draw(), FRAME_MS);
    this.#timer.unref();
  }

  async #draw(): Promise<void> {
    const elapsed = Date.now() - this.#started;
    if (elapsed < DELAY_MS) return;
    // Loaded here: it costs as much as the start of a fast command, which never draws.
    const { fitText } = await import("./fit-text.ts");
    if (this.#timer === undefined) return;
    const { errorStyle, errorWidth = 80 } = this.#terminal;
    const frame = FRAMES[this.#frame++ % FRAMES.length] ?? "";
    const seconds = elapsed < 2000 ? "" : ` ${Math.floor(elapsed / 1000)} s`;
    const room = errorWidth - 4 - seconds.length;
    const text = fitText(safeLine(this.#text), room);
    this.#isShown = true;
    this.#terminal.err(`\r\u001b[2K${errorStyle.cyan(frame)} ${text}${errorStyle.dim(seconds)}`);
  }
}
