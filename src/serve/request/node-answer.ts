/** Answers to Node's server. */
import { isTextStream } from "./incoming.ts";
import type { Answer, TextStream } from "./incoming.ts";
import type { NodeResponse } from "./node-http.ts";

export interface WriteOptions {
  /** Whether the client wants to know of the answer, and not to have it. */
  readonly isHead: boolean;
  /** Whether the connection ends with it. */
  readonly isLast: boolean;
}

type Write = (response: NodeResponse, reply: Answer | Response, options: WriteOptions) => Promise<void> | undefined;

export function createAnswerWriter(Buffer: { byteLength(text: string): number }): Write {
  return (response, reply, { isHead, isLast }) => {
    if (response.destroyed) return abandon(reply);
    const headers = reply instanceof Response ? pairsOf(reply.headers) : reply.headers;
    if (isLast) headers.push("connection", "close");
    const { status, body } = reply;
    if (reply instanceof Response || isTextStream(reply.body)) {
      response.writeHead(status, headers);
      if (!isHead && body !== null && body !== undefined) {
        // The first event may be long in coming, and Node would keep the head back for it.
        if (!(reply instanceof Response) || isEventStream(reply)) response.flushHeaders();
        return pump(response, piecesOf(reply));
      }
      response.end();
      return abandon(reply);
    }
    const text = reply.body;
    if (text !== undefined) {
      const length = typeof text === "string" ? Buffer.byteLength(text) : text.byteLength;
      headers.push("content-length", String(length));
    }
    response.writeHead(status, headers);
    if (isHead || text === undefined) response.end();
    else response.end(text);
    return undefined;
  };
}

/** Nobody will read it: whoever makes it must not be left waiting. */
async function abandon({ body }: Answer | Response): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
  else if (body !== null && isTextStream(body)) await body.return();
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

function pairsOf(headers: Headers): string[] {
  const pairs: string[] = [];
  headers.forEach((value, name) => {
    // Node frames the body itself; and several cookies must not become one.
    if (name !== "transfer-encoding" && name !== "connection" && name !== "set-cookie") pairs.push(name, value);
  });
  for (const cookie of headers.getSetCookie()) pairs.push("set-cookie", cookie);
  return pairs;
}

interface Pieces {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: string | Uint8Array | void }>;
  leave(): Promise<unknown>;
}

function piecesOf(reply: Answer | Response): Pieces {
  if (reply instanceof Response) {
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    return { next: () => reader.read(), leave: () => reader.cancel() };
  }
  const stream = reply.body as TextStream;
  return { next: () => stream.next(), leave: () => stream.return() };
}

/** The next piece is asked for when the client has taken the one before. */
async function pump(response: NodeResponse, pieces: Pieces): Promise<void> {
  let isOpen = true;
  response.once("close", () => {
    if (!isOpen) return;
    isOpen = false;
    // At once, and not when the next piece is there, which may be never.
    pieces.leave().catch(() => undefined);
  });
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      // It changes while we wait.
      if (done === true || !(isOpen as boolean)) break;
      if (value !== undefined && !response.write(value)) await drained(response);
    }
  } finally {
    isOpen = false;
    if (!response.destroyed) response.end();
  }
}

function drained(response: NodeResponse): Promise<void> {
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
