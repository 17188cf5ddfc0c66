/** Replies in pieces, to Node's server. */
import type { AnyReply } from "./incoming.ts";
import { nodeHTTP } from "./node-http.ts";
import type { NodeResponse } from "./node-http.ts";
import type { Waiting } from "./waiting-bytes.ts";

export interface WriteOptions {
  /** Whether the client wants the head only. */
  readonly isHead: boolean;
  /** Whether the connection ends with this reply. */
  readonly isLast: boolean;
  /** Whether pieces are taken before the client has read the earlier ones. */
  readonly readsAhead: boolean;
  /** Watches what the client has not read yet. */
  readonly watch: () => Waiting;
}

/** Characters of the longest text that is written as it is: Node joins it with the headers. */
export const LONGEST_TEXT = 64 * 1024;

/** Resolves when the client has taken everything, or has left. */
export async function writeStream(response: NodeResponse, reply: AnyReply, options: WriteOptions): Promise<void> {
  const pieces = piecesOf(reply);
  if (response.destroyed) return void (await pieces?.return());
  const headers = reply instanceof Response ? pairsOf(reply.headers) : reply.headers;
  if (options.isLast) headers.push("connection", "close");
  response.writeHead(reply.status, headers);
  if (pieces === undefined || options.isHead) {
    response.end();
    return void (await pieces?.return());
  }
  // The first event may take long, and Node would hold the head back until then.
  if (!(reply instanceof Response) || reply.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    response.flushHeaders();
  }
  await pump(response, pieces, options);
}

function pairsOf(headers: Headers): string[] {
  const pairs: string[] = [];
  for (const [name, value] of headers) {
    // Node frames the body itself.
    if (name !== "transfer-encoding" && name !== "connection") pairs.push(name, value);
  }
  return pairs;
}

interface Piece {
  readonly done?: boolean | undefined;
  readonly value?: string | Uint8Array | void;
}

interface Pieces {
  next(): Promise<Piece>;
  /** The client takes no more: the producer must not be left waiting. */
  return(): Promise<unknown>;
}

function piecesOf(reply: AnyReply): Pieces | undefined {
  if (!(reply instanceof Response)) return reply.stream;
  const reader = (reply.body as ReadableStream<Uint8Array> | null)?.getReader();
  return reader && { next: () => reader.read(), return: () => reader.cancel() };
}

/** Asks for the next piece when the client has taken the one before, unless it reads ahead. */
async function pump(response: NodeResponse, pieces: Pieces, { readsAhead, watch }: WriteOptions): Promise<void> {
  let isOpen = true;
  let waiting: Waiting | undefined;
  const write = ({ done, value }: Piece): "taken" | "waits" | "over" => {
    if (done === true || !isOpen) return "over";
    if (value === undefined) return "taken";
    // Long texts are written as bytes, so that the text itself is not kept beside them.
    const isLong = typeof value === "string" && value.length > LONGEST_TEXT;
    return response.write(isLong ? nodeHTTP().Buffer.from(value) : value) ? "taken" : "waits";
  };
  response.once("close", () => {
    if (!isOpen) return;
    isOpen = false;
    // At once: the next piece may never come.
    pieces.return().catch(() => undefined);
  });
  try {
    for (;;) {
      // No variable here holds the piece: it would be kept while we wait for the client.
      const state = await pieces.next().then(write);
      if (state === "over") break;
      if (state === "taken") continue;
      (waiting ??= watch()).look();
      if (!readsAhead) await drained(response);
    }
  } finally {
    isOpen = false;
    if (!response.destroyed) response.end();
  }
}

function drained(response: NodeResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}
