/** What is needed of a stream that text goes to. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array, onWritten?: () => void): unknown;
  on(event: "error", listener: () => void): unknown;
}

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface TerminalStreams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

const [STDOUT, STDERR] = [1, 2];

/** The streams of the process. It makes standard input when that is first read, which most commands never do. */
export function standardStreams(): TerminalStreams {
  return {
    get stdin() {
      return process.stdin;
    },
    stdout: standardOutput(STDOUT, () => process.stdout),
    stderr: standardOutput(STDERR, () => process.stderr),
  };
}

function standardOutput(descriptor: number, openStream: () => Output): Output {
  const { fstatSync } = process.getBuiltinModule("node:fs");
  return fstatSync(descriptor).isCharacterDevice() ? openStream() : new PipedOutput(descriptor, openStream);
}

/** The smallest pipe of the systems that Node runs on holds this much, so its writer need not wait for a reader. */
const PIPE_ROOM = 16_384;

/**
 * A pipe or a file. The first bytes go there directly, because Node loads 30 of its modules for a stream, which takes
 * longer than most commands do. More than a pipe holds goes through the stream: a slow reader must not stop the process.
 */
export class PipedOutput implements Output {
  readonly #descriptor: number;
  readonly #openStream: () => Output;
  readonly #listeners: (() => void)[] = [];
  #stream: Output | undefined;
  #room = PIPE_ROOM;

  constructor(descriptor: number, openStream: () => Output) {
    this.#descriptor = descriptor;
    this.#openStream = openStream;
  }

  on(event: "error", listener: () => void): void {
    this.#listeners.push(listener);
    this.#stream?.on(event, listener);
  }

  write(text: string | Uint8Array, onWritten?: () => void): void {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const rest = this.#stream === undefined ? this.#writeDirectly(bytes) : bytes;
    if (rest.length > 0) this.#streamOf().write(rest, onWritten);
    else onWritten?.();
  }

  /** Returns what is left for the stream. */
  #writeDirectly(bytes: Uint8Array): Uint8Array {
    const { writeSync } = process.getBuiltinModule("node:fs");
    if (bytes.length > this.#room) return bytes;
    this.#room -= bytes.length;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (cause) {
      // Another process has made the pipe one that does not wait, and it is full.
      if ((cause as NodeJS.ErrnoException).code === "EAGAIN") return bytes.subarray(written);
      for (const listener of this.#listeners) listener();
    }
    return bytes.subarray(bytes.length);
  }

  #streamOf(): Output {
    if (this.#stream === undefined) {
      this.#stream = this.#openStream();
      for (const listener of this.#listeners) this.#stream.on("error", listener);
    }
    return this.#stream;
  }
}
