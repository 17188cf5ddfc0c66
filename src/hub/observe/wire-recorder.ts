import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OnExchange, WireAnswer, WireExchange, WireMessage, WireRequest } from "../../operation/wire-exchange.ts";
import { Redactor } from "./redact.ts";
import { maskedHeaders, maskedURL } from "./wire-masks.ts";

/** A message on the wire, without its credentials, and cut to a length that can be read. */
export interface ShownMessage {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Undefined if it has none, or if it is not text. */
  readonly text?: string | undefined;
  /** The size of the whole body. */
  readonly bytes: number;
  /** Whether the text is only the beginning. */
  readonly isCut: boolean;
}

/** What a source sent for a call, and what came back, without credentials. */
export interface ShownExchange extends Pick<WireExchange, "protocol" | "requestId" | "durationMs" | "error"> {
  /** ISO 8601. */
  readonly at: string;
  readonly request: ShownMessage & Pick<WireRequest, "method" | "to">;
  readonly answer?: (ShownMessage & Pick<WireAnswer, "status" | "isStream">) | undefined;
}

/** What went over the wire for a call. */
export interface WireRecording {
  /** Oldest first. */
  readonly exchanges: readonly ShownExchange[];
  /** How many more did not fit. */
  readonly leftOut: number;
}

interface Recording {
  readonly owner: string;
  readonly exchanges: ShownExchange[];
  leftOut: number;
  /** Characters of its texts. */
  size: number;
}

const MOST_RECORDINGS = 30;
const MOST_EXCHANGES = 100;
const LARGEST_RECORDING = 1_000_000;
const LONGEST_TEXT = 65_536;
/** A secret that the cut would split is masked as a whole: the search covers this many more characters. */
const MARGIN = 16_384;

/** Remembers what went over the wire for the latest calls that were recorded. */
export class WireRecorder {
  readonly #redactor: Redactor;
  /** By the ids of calls, oldest first. */
  readonly #recordings = new Map<string, Recording>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Begins to record a call of this identity. */
  begin(requestId: string, identity: Identity): OnExchange {
    const recording: Recording = { owner: identityKey(identity), exchanges: [], leftOut: 0, size: 0 };
    this.#recordings.delete(requestId);
    this.#recordings.set(requestId, recording);
    const [oldest] = this.#recordings.keys();
    if (this.#recordings.size > MOST_RECORDINGS && oldest !== undefined) this.#recordings.delete(oldest);
    return (exchange) => this.#add(recording, exchange);
  }

  /** Undefined if no such call of this identity was recorded, or it is forgotten. */
  find(requestId: string, identity: Identity): WireRecording | undefined {
    const found = this.#recordings.get(requestId);
    return found?.owner === identityKey(identity) ? { exchanges: found.exchanges, leftOut: found.leftOut } : undefined;
  }

  #add(recording: Recording, exchange: WireExchange): void {
    const isFull = recording.exchanges.length >= MOST_EXCHANGES || recording.size >= LARGEST_RECORDING;
    if (isFull) return void recording.leftOut++;
    const shown = this.#show(exchange);
    recording.size += (shown.request.text?.length ?? 0) + (shown.answer?.text?.length ?? 0);
    recording.exchanges.push(shown);
  }

  #show({ protocol, requestId, at, durationMs, request, answer, error, secrets }: WireExchange): ShownExchange {
    const sent = maskedHeaders(request.headers);
    const got = maskedHeaders(answer?.headers);
    const hidden = [...secrets, ...sent.secrets, ...got.secrets];
    const own = new Redactor();
    own.add(hidden);
    const mask = (text: string): string => this.#redactor.redact(own.redactKnown(text));
    return {
      protocol,
      requestId,
      at: new Date(at).toISOString(),
      durationMs: Math.round(durationMs * 1000) / 1000,
      request: {
        method: request.method,
        to: mask(maskedURL(request.to, hidden)),
        ...toShown(request, sent.headers, mask),
      },
      ...(answer && {
        answer: { status: answer.status, isStream: answer.isStream, ...toShown(answer, got.headers, mask) },
      }),
      ...(error === undefined ? {} : { error: mask(error) }),
    };
  }
}

function toShown(
  { body, size }: WireMessage,
  headers: ShownMessage["headers"],
  mask: (text: string) => string,
): ShownMessage {
  const fields = headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));
  const beginning = typeof body === "string" ? body.slice(0, LONGEST_TEXT + MARGIN) : textIn(body);
  const text = beginning === undefined ? undefined : mask(beginning).slice(0, LONGEST_TEXT);
  const bytes = size ?? (typeof body === "string" ? new Blob([body]).size : (body?.byteLength ?? 0));
  const isCut = text !== undefined && (size !== undefined || (beginning?.length ?? 0) > LONGEST_TEXT);
  return { headers: fields, text: text === "" ? undefined : text, bytes, isCut };
}

/** The beginning of bytes that are text. Undefined for others. */
function textIn(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    // `stream`: the cut may split a character.
    const isWhole = bytes.byteLength <= LONGEST_TEXT + MARGIN;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, LONGEST_TEXT + MARGIN), {
      stream: !isWhole,
    });
  } catch {
    return undefined;
  }
}
