import { CallError } from "../../../errors/call-error.ts";

/**
 * Reads a body, and stops as soon as it is larger than the limit: what counts are the bytes after decompression, so a
 * small answer that unpacks to a huge one is stopped too.
 */
export async function readBytes(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = announcedLength(response);
  if (announced > limit) {
    await discard(response);
    throw tooLarge(limit, "an answer");
  }
  const { chunks, size, complete } = await readUpTo(response, limit);
  if (!complete) throw tooLarge(limit, "an answer");
  return join(chunks, size);
}

/** Reads the beginning of a body: for errors, where too long is no reason to lose the rest. */
export async function readBeginning(
  response: Response,
  limit: number,
): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const { chunks, size, complete } = await readUpTo(response, limit);
  return { bytes: join(chunks, size).subarray(0, limit), complete };
}

/** Lets go of a body that nobody will read, so that its connection is free. */
export async function discard(response: Response): Promise<void> {
  if (response.bodyUsed) return;
  await response.body?.cancel().catch(() => undefined);
}

export function tooLarge(limit: number, what: string): CallError {
  return new CallError(
    "PAYLOAD_TOO_LARGE",
    `The server sent ${what} larger than the limit of ${limit}: raise it in \`limits\` of the config.`,
    { limit },
    { phase: "started" },
  );
}

function announcedLength(response: Response): number {
  // The length of a compressed body says nothing about what it unpacks to, and an answer to HEAD has only the length.
  if (response.body === null || response.headers.has("content-encoding")) return 0;
  return Number(response.headers.get("content-length") ?? 0);
}

async function readUpTo(
  response: Response,
  limit: number,
): Promise<{ chunks: Uint8Array[]; size: number; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return { chunks, size, complete: true };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { chunks, size, complete: true };
      chunks.push(value);
      size += value.byteLength;
      if (size > limit) return { chunks, size, complete: false };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
