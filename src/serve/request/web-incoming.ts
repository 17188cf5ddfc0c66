/** Web-standard requests and responses, to and from our own words. */
import { CallError } from "../../errors/call-error.ts";
import type { Answer, Incoming, TextStream } from "./incoming.ts";
import { clientLeft, isTextStream } from "./incoming.ts";

export function fromRequest(request: Request, address: string | undefined): Incoming {
  const { pathname, search, host } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    address,
    // Not every runtime shows the header; the URL is made from it.
    header: (name) => request.headers.get(name) ?? (name === "host" ? host : undefined),
    readText: (limit) => readText(request, limit),
    onLeave: (listener) => {
      const leave = (): void => listener(clientLeft());
      if (request.signal.aborted) leave();
      else request.signal.addEventListener("abort", leave, { once: true });
    },
    toRequest: () => request,
  };
}

export function tooLarge(limit: number): CallError {
  const message = `A request's body may have ${limit} bytes, and this one has more.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, undefined, { phase: "notStarted" });
}

async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (request.body === null) return undefined;
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      text += decoder.decode(value, { stream: true });
    }
  } catch (thrown) {
    await reader.cancel().catch(() => undefined);
    throw thrown instanceof CallError ? thrown : unreadable(thrown);
  }
}

export function unreadable(cause: unknown): CallError {
  const isText = cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
  const message = isText ? "The body is not in UTF-8." : "The body can't be read as text in UTF-8.";
  return new CallError("VALIDATION_ERROR", message, undefined, { cause });
}

export function toResponse(answer: Answer, method: string): Response {
  const { status, body } = answer;
  const headers = new Headers();
  for (let index = 0; index < answer.headers.length; index += 2) {
    headers.append(answer.headers[index] as string, answer.headers[index + 1] as string);
  }
  if (method === "HEAD" || body === undefined) return new Response(null, { status, headers });
  if (isTextStream(body)) return new Response(toReadable(body), { status, headers });
  return new Response(body as BodyInit, { status, headers });
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
    // Nothing ahead of the client.
    { highWaterMark: 0 },
  );
}
