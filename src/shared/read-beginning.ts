/** Reads a body up to the limit, and says whether that was all of it. `onSize` gets the bytes so far. */
export async function readBeginning(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  onSize?: (size: number) => void,
): Promise<{ bytes: Uint8Array; isComplete: boolean }> {
  if (body === null) return { bytes: new Uint8Array(), isComplete: true };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  try {
    while (size <= limit && !isComplete) {
      const { done, value } = await reader.read();
      isComplete = done;
      if (value !== undefined) {
        chunks.push(value);
        size += value.byteLength;
        onSize?.(size);
      }
    }
  } finally {
    if (!isComplete) await reader.cancel().catch(() => undefined);
  }
  const [first] = chunks;
  // Most bodies come in one chunk, which needs no copy.
  if (first !== undefined && size <= limit && size === first.buffer.byteLength) return { bytes: first, isComplete };
  return { bytes: joinBytes(chunks).subarray(0, limit), isComplete };
}

/** Pieces of bytes as one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((size, { byteLength }) => size + byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
