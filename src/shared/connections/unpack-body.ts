import { joinBytes } from "../read-beginning.ts";
import { builtinModule } from "../builtin-module.ts";

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly isComplete: boolean;
}

interface NodeStream {
  readonly Readable: {
    from(chunks: readonly Uint8Array[]): NodeReadable;
    fromWeb(body: ReadableStream<Uint8Array>): NodeReadable;
    toWeb(stream: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>>;
  };
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

/** The limit of `fetch`: an answer with more codings is an attack. */
const MOST_CODINGS = 5;
/** The first byte of a "deflate" body that follows the standard. */
const ZLIB_HEAD = 0x78;

/**
 * Undoes the codings of a body, as `fetch` does, and stops as soon as more bytes than the limit come out. A body with
 * an unknown coding stays as it is. `onSize` gets the bytes so far.
 */
export async function unpackBody(
  chunks: readonly Uint8Array[],
  codings: string,
  limit: number,
  onSize?: (size: number) => void,
): Promise<Unpacked> {
  const decoders = decodersOf(codings, chunks[0]?.[0] ?? 0);
  const { Readable, pipeline } = builtinModule("node:stream") as NodeStream;
  const pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[] =
    decoders.length > 0 ? pipeline([Readable.from(chunks), ...decoders], () => undefined) : chunks;
  const unpacked: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    unpacked.push(piece);
    size += piece.byteLength;
    if (size > limit) break;
    onSize?.(size);
  }
  return { bytes: joinBytes(unpacked).subarray(0, limit), isComplete: size <= limit };
}

/** Undoes the codings of a body as it arrives. */
export function unpackStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  codings: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const decoders = decodersOf(codings, ZLIB_HEAD);
  if (decoders.length === 0) return body;
  const { Readable, pipeline } = builtinModule("node:stream") as NodeStream;
  return Readable.toWeb(pipeline([Readable.fromWeb(body), ...decoders], () => undefined));
}

/** The decoders in the order of their use. None if one of the codings is unknown. */
function decodersOf(codings: string, first: number): NodeReadable[] {
  const names = codings.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > MOST_CODINGS) throw new Error(`The answer has more than ${MOST_CODINGS} codings.`);
  const zlib = builtinModule("node:zlib") as NodeZlib;
  // The server applied the last coding last.
  const decoders = names.reverse().map((name) => decoderOf(name, zlib, first));
  const known = decoders.filter((decoder) => decoder !== undefined);
  return known.length === decoders.length ? known : [];
}

function decoderOf(name: string, zlib: NodeZlib, first: number): NodeReadable | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // Some servers leave out the end of a body, and browsers accept that.
  const lenient = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  if (name === "gzip" || name === "x-gzip") return zlib.createGunzip(lenient);
  // Some servers send "deflate" without the head that it should have.
  if (name === "deflate") return (first & 15) === 8 ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
  const flush = { flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH };
  return name === "br" ? zlib.createBrotliDecompress(flush) : undefined;
}
