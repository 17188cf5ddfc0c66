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
