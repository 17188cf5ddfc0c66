/** Ids of the items of a stream: after a cut, the caller continues after the last one that it has. */
import { CallError } from "../errors/call-error.ts";
import { localEnvelope } from "./response-envelope.ts";
import type { ResponseEnvelope } from "./response-envelope.ts";

/** Characters of the longest id. It has to fit into a header. */
export const LONGEST_EVENT_ID = 1024;

/** The id of the end of a stream, in server-sent events. A reader that resumes from it gets no further items. */
export const END_EVENT_ID = "~end";

/** The id of a local envelope whose operation is not known yet. The result pipeline fills it in. */
export const UNNAMED = "";

/**
 * An item of a stream, with an id that the handler chooses. A caller that was cut off asks again with the id of the
 * last item that it got; the handler then finds it in `context.lastEventId`, and continues after it.
 *
 * @example
 * async *handler(_input, { lastEventId, signal }) {
 *   for await (const entry of log.readAfter(lastEventId ?? "0", signal)) yield tracked(entry.id, entry.data);
 * }
 */
export function tracked<T>(id: string, data: T): ResponseEnvelope<T> {
  if (!isEventId(id))
    throw new CallError(
      "EXECUTION_ERROR",
      `tracked() takes an id of 1 to ${LONGEST_EVENT_ID} characters, without line breaks and without blanks at its ends.`,
    );
  const envelope = localEnvelope(data, UNNAMED);
  envelope.meta.lastEventId = id;
  return envelope;
}

/** Whether a text can be the id of an item, in every interface. */
export function isEventId(id: unknown): id is string {
  return typeof id === "string" && id.length <= LONGEST_EVENT_ID && EVENT_ID.test(id) && id !== END_EVENT_ID;
}

/** No control characters, and no space at either end: headers drop them. */
// oxlint-disable-next-line no-control-regex -- these are what it refuses
const EVENT_ID = /^(?! )[^\u0000-\u001f\u007f]+(?<! )$/;
