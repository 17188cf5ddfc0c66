/** One item of a stream, before its data is parsed. */
export interface StreamItem {
  readonly data: string;
  /** Of a server-sent event: its type. */
  readonly event?: string | undefined;
  /** Of a server-sent event: the id in force. */
  readonly lastEventId?: string | undefined;
}

/** Turns the text of a stream, in whatever pieces it comes, into items. */
export interface StreamDecoder {
  /** The items that this piece completes. */
  push(text: string): readonly StreamItem[];
  /** The stream has ended: the items that needed no further end. Throws `StreamCut` if one is incomplete. */
  end(): readonly StreamItem[];
}

/**
 * The items of a body, one chunk at a time: nothing is read ahead of the consumer, and leaving the loop cancels the
 * body. Throws `StreamCut` when the body breaks off, or ends in the middle of an item.
 */
export async function* readItems(body: ReadableStream<Uint8Array>, decoder: StreamDecoder): AsyncGenerator<StreamItem> {
  const reader = body.getReader();
  const text = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await readOrCut(reader);
      for (const item of decoder.push(done ? text.decode() : text.decode(value, { stream: true }))) yield item;
      if (done) break;
    }
    for (const item of decoder.end()) yield item;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream that did not end, but was ended. */
export class StreamCut extends Error {
  override readonly name = "StreamCut";
}

async function readOrCut(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch (cause) {
    throw new StreamCut("the connection broke", { cause });
  }
}
