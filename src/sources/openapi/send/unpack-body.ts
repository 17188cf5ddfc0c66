import { joinBytes } from "../../../shared/read-beginning.ts";
import { builtinModule } from "../../../shared/builtin-module.ts";

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly isComplete: boolean;
}

interface NodeStream {
  readonly Readable: { from(chunks: readonly Uint8Array[]): NodeReadable };
  pipeline(
    this: void,
    streams: readonly NodeReadable[],
    done: (error: Error | null) => void,
  ): AsyncIterable<Uint8Array>;
}

interface NodeReadable {
  readonly readable: boolean;
}

interface NodeZlib {
  createGunzip(options: object): NodeReadable;
  createInflate(options: object): NodeReadable;
  createInflateRaw(options: object): NodeReadable;
  createBrotliDecompress(options: object): NodeReadable;
  readonly constants: { readonly Z_SYNC_FLUSH: number; readonly BROTLI_OPERATION_FLUSH: number };
}

/** As `fetch` has it: an answer names few codings, or it is an attack. */
const MOST_CODINGS = 5;

/**
 * Undoes the codings of a body, as `fetch` does, and stops as soon as more than the limit comes out of it. A body with
 * an unknown coding stays as it is.
 */
export async function unpackBody(chunks: readonly Uint8Array[], codings: string, limit: number): Promise<Unpacked> {
  const names = codings.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > MOST_CODINGS) throw new Error(`The answer has more than ${MOST_CODINGS} codings.`);
  const zlib = builtinModule("node:zlib") as NodeZlib;
  const { Readable, pipeline } = builtinModule("node:stream") as NodeStream;
  // The last one was applied last.
  const decoders = names.reverse().map((name) => decoderOf(name, zlib, chunks[0]?.[0] ?? 0));
  const known = decoders.filter((decoder) => decoder !== undefined);
  const isKnown = known.length === decoders.length;
  const pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[] =
    isKnown && known.length > 0 ? pipeline([Readable.from(chunks), ...known], () => undefined) : chunks;
  const unpacked: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    unpacked.push(piece);
    size += piece.byteLength;
    if (size > limit) break;
  }
  return { bytes: joinBytes(unpacked).subarray(0, limit), isComplete: size <= limit };
}

function decoderOf(name: string, zlib: NodeZlib, first: number): NodeReadable | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // Some servers leave the end of a body out, and browsers take it all the same.
  const lenient = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  if (name === "gzip" || name === "x-gzip") return zlib.createGunzip(lenient);
  // Some servers send "deflate" without the head that it should have.
  if (name === "deflate") return (first & 15) === 8 ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
  const flush = { flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH };
  return name === "br" ? zlib.createBrotliDecompress(flush) : undefined;
}
