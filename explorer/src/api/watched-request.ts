/** A request of this page and its answer, as they are seen on the wire. */
import { messageOf } from "../../../src/errors/call-error.ts";
import type { ShownExchange, ShownMessage } from "./contract.ts";

interface SentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Characters of a body that are kept. */
const LONGEST_TEXT = 65_536;

/** Reports what is sent, and returns a function that passes the answer on and reports it too, as it arrives. */
export function watchRequest(
  { path, headers, body }: SentRequest,
  onWire: (exchange: ShownExchange) => void,
): (sent: Promise<Response>) => Promise<Response> {
  const since = performance.now();
  const bytes = body === undefined ? 0 : new Blob([body]).size;
  const isCut = (body?.length ?? 0) > LONGEST_TEXT;
  const begun = {
    protocol: "http" as const,
    requestId: "",
    at: new Date().toISOString(),
    request: {
      method: "POST",
      to: new URL(path, location.href).href,
      headers,
      bytes,
      isCut,
      text: body?.slice(0, LONGEST_TEXT),
    },
  };
  const tell = (rest: Partial<ShownExchange>): void =>
    onWire({ ...begun, durationMs: performance.now() - since, ...rest });
  tell({});
  return async (sent) => {
    try {
      return watchAnswer(await sent, (answer) => tell({ answer }));
    } catch (error) {
      tell({ error: messageOf(error) });
      throw error;
    }
  };
}

function watchAnswer(response: Response, tell: (answer: ShownMessage & { readonly status: number }) => void): Response {
  const { status, statusText, body } = response;
  const headers = Object.fromEntries(response.headers);
  const decoder = new TextDecoder();
  let [text, bytes, isCut] = ["", 0, false];
  const tellNow = (): void => tell({ status, headers, text: text === "" ? undefined : text, bytes, isCut });
  tellNow();
  if (body === null) return response;
  const passedOn = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        bytes += chunk.byteLength;
        // Do not redraw a long stream for each of its items.
        if (isCut) return;
        text += decoder.decode(chunk, { stream: true });
        isCut = text.length > LONGEST_TEXT;
        text = text.slice(0, LONGEST_TEXT);
        tellNow();
      },
      flush: tellNow,
    }),
  );
  return new Response(passedOn, { status, statusText, headers: response.headers });
}
