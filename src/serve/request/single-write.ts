/** A chunk that a stream of Node has kept back. */
interface KeptChunk {
  readonly chunk: string | Uint8Array;
  readonly encoding: string;
}

type Done = (error?: Error | null) => void;

/** The part of a socket that its stream writes with. Node documents it for streams that are not its own. */
export interface WritingSocket {
  _write?: ((chunk: string | Uint8Array, encoding: string, done: Done) => void) | undefined;
  _writev?: ((chunks: readonly KeptChunk[], done: Done) => void) | null | undefined;
}

/**
 * Makes a connection write a short answer as one text. Node ends every answer with an empty chunk, so that it leaves as
 * a list, and for a list Node allocates three bytes for each character. See ADR 57.
 */
export function writeAnswersAtOnce(socket: WritingSocket): void {
  // Other runtimes may have neither.
  if (typeof socket._writev === "function" && typeof socket._write === "function") socket._writev = writeAtOnce;
}

function writeAtOnce(this: WritingSocket, chunks: readonly KeptChunk[], done: Done): void {
  const [first, last] = chunks;
  if (chunks.length === 2 && last?.chunk === "" && first !== undefined) {
    this._write?.(first.chunk, first.encoding, done);
    return;
  }
  (Object.getPrototypeOf(this) as WritingSocket)._writev?.call(this, chunks, done);
}
