/** Answers of a hub as server-sent events. */
import type { IncomingMessage } from "node:http";
import { CallError, parseSSEFrames } from "../../../entries/index.ts";
import type { ElicitationRequest, Progress, SSEEvent } from "../../../entries/index.ts";
import type { PlainEnvelope } from "../backend.ts";
import { readChunks } from "./http-request.ts";
import { parseProblem, toError } from "./hub-problem.ts";

export function hasEvents({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

/** The items of a stream. */
export async function* readStream(response: IncomingMessage): AsyncGenerator<PlainEnvelope> {
  for await (const { eventType, data } of readEvents(response)) {
    if (eventType === "complete") return;
    if (eventType !== "message") continue;
    yield JSON.parse(data) as PlainEnvelope;
  }
  throw new CallError("CONNECTION_LOST", "The stream broke off before its end.");
}

/** What a call reports before its result. */
export interface CallListener {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onQuestion?: ((question: AskedQuestion) => void) | undefined;
  readonly onWithdrawn?: ((questionId: string) => void) | undefined;
}

export interface AskedQuestion extends ElicitationRequest {
  readonly questionId: string;
}

/** The result of a call. The events before it go to the listener. */
export async function readResult(response: IncomingMessage, listener: CallListener): Promise<PlainEnvelope> {
  for await (const { eventType, data } of readEvents(response)) {
    if (eventType === "progress") listener.onProgress?.(JSON.parse(data) as Progress);
    if (eventType === "question") listener.onQuestion?.(JSON.parse(data) as AskedQuestion);
    if (eventType === "withdrawn") listener.onWithdrawn?.((JSON.parse(data) as AskedQuestion).questionId);
    if (eventType === "result") return JSON.parse(data) as PlainEnvelope;
  }
  throw new CallError("CONNECTION_LOST", "The hub's answer broke off before its end.");
}

/** Throws an `error` event. */
async function* readEvents(response: IncomingMessage): AsyncGenerator<SSEEvent> {
  const decoder = new TextDecoder();
  // Pieces of an incomplete line: a long line is not scanned again with each of its pieces.
  let pieces: string[] = [];
  for await (const chunk of readChunks(response)) {
    const piece = decoder.decode(chunk, { stream: true });
    pieces.push(piece);
    if (!/[\r\n]/.test(piece)) continue;
    const { events, remaining } = parseSSEFrames(pieces.join(""));
    pieces = [remaining];
    for (const event of events) {
      if (event.eventType === "error") throw toError(parseProblem(event.data), 500);
      yield event;
    }
  }
}
