/** Web-standard requests and responses, to and from our own types. */
import { CallError } from "../../errors/call-error.ts";
import { bodyTooLarge, bodyUnreadable, clientLeft } from "./incoming.ts";
import type { Incoming, Reply, TextStream } from "./incoming.ts";

export function fromRequest(request: Request, address: string | undefined): Incoming {
  const { pathname, search, host, protocol } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    address,
    isEncrypted: protocol === "https:",
    // Not every runtime shows the host; the URL is made from it.
    headers: { host, ...Object.fromEntries(request.headers) },
    readText: (limit) => readText(request, limit),
    onLeave: (listener) => {
      const leave = (): void => listener(clientLeft());
      if (request.signal.aborted) leave();
      else request.signal.addEventListener("abort", leave, { once: true });
    },
    toRequest: () => request,
  };
}

async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (request.body === null) return undefined;
  if (Number(request.headers.get("content-length")) > limit) throw bodyTooLarge(limit);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) throw bodyTooLarge(limit);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (thrown) {
    throw thrown instanceof CallError ? thrown : bodyUnreadable(thrown);
  }
}

export function toResponse({ status, headers: pairs, body, stream }: Reply, method: string): Response {
  const headers = new Headers();
  for (let index = 0; index < pairs.length; index += 2) {
    headers.append(pairs[index] as string, pairs[index + 1] as string);
  }
  const init = { status, headers };
  if (method === "HEAD") return new Response(null, init);
  return new Response(stream === undefined ? (body as BodyInit | undefined) : toReadable(stream), init);
}

function toReadable(stream: TextStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await stream.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await stream.return();
      },
    },
    // Reads nothing ahead of the client.
    { highWaterMark: 0 },
  );
}
