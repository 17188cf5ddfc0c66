import { CallError } from "../../errors/call-error.ts";
import { tooLargeText } from "./json-rpc.ts";

export interface BodyOptions {
  readonly maxBytes: number;
  readonly onTooLarge: (error: CallError) => void;
  /** A stream of events has ended; `isResumable`: its events had ids, so it may go on in another request. */
  readonly onStreamEnd: (isResumable: boolean) => void;
}

/** The same response, with a body that fails beyond the limit: as a whole, or for a stream of events each event. */
export function boundResponse(response: Response, options: BodyOptions): Response {
  const { body, headers, status, statusText } = response;
  if (body === null) return response;
  const isStream = (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // A compressed body grows when it is read: only then its length says nothing.
  if (!isStream && length <= options.maxBytes && !headers.has("content-encoding")) return response;
  return new Response(body.pipeThrough(isStream ? boundedEvents(options) : boundedWhole(options)), {
    headers,
    status,
    statusText,
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

function boundedWhole(options: BodyOptions): TransformStream<Bytes, Bytes> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
      else controller.enqueue(chunk);
    },
  });
}

const NEWLINE = 10;
const ID_FIELD = [105, 100, 58]; // "id:"

function boundedEvents(options: BodyOptions): TransformStream<Bytes, Bytes> {
  let bytes = 0;
  let lineLength = 0;
  let startsLikeId = true;
  let isResumable = false;
  /** Only the start of each line is looked at, byte by byte; the rest is skipped over. */
  const scan = (chunk: Bytes): void => {
    let at = 0;
    while (at < chunk.length) {
      while (at < chunk.length && lineLength < ID_FIELD.length && chunk[at] !== NEWLINE && chunk[at] !== 13) {
        startsLikeId &&= chunk[at] === ID_FIELD[lineLength];
        lineLength++;
        at++;
      }
      if (lineLength === ID_FIELD.length && startsLikeId) isResumable = true;
      const end = chunk.indexOf(NEWLINE, at);
      if (end === -1) {
        bytes += chunk.length - at;
        return;
      }
      // An empty line ends an event.
      bytes = lineLength === 0 ? 0 : bytes + end - at;
      at = end + 1;
      lineLength = 0;
      startsLikeId = true;
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      scan(chunk);
      if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
      else controller.enqueue(chunk);
    },
    flush: () => options.onStreamEnd(isResumable),
  });
}

function tooLarge(bytes: number, { maxBytes, onTooLarge }: BodyOptions): CallError {
  const error = new CallError("PAYLOAD_TOO_LARGE", tooLargeText(bytes, maxBytes));
  onTooLarge(error);
  return error;
}
