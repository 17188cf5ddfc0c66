import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import { LineFile } from "./line-file.ts";
import type { LineFileOptions } from "./line-file.ts";
import type { ObservedEnd } from "./observe-calls.ts";

/** What an audit log writes, and where. */
export interface AuditOptions {
  readonly file: string;
  /** Whether inputs are written too. Default: false. */
  readonly inputs?: boolean | undefined;
  /** Bytes that may wait for a slow or full disk. Further lines are dropped and counted. Default: 8 MiB. */
  readonly maxBuffered?: number | undefined;
  /** Milliseconds until the next try after a failed write. Default: 1000. */
  readonly retryMs?: number | undefined;
  /** Called when the file can't be written. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Opens the file to append to it. Default: Node's own, readable by its owner only. */
  readonly open?: LineFileOptions["open"];
}

const MAX_BUFFERED = 8 * 1024 * 1024;
const LONGEST_INPUT = 64 * 1024;
const RETRY = 1000;

/**
 * Writes one line of JSON per call: who, what, when, how long, and the outcome. When the disk is full, lines wait in
 * memory until it has room, and the file never holds a part of one.
 */
export class AuditLog {
  readonly #file: LineFile;
  readonly #inputs: boolean;
  readonly #counters: { missing: number; failures: number };
  /** Lines that were dropped since the last one that was added. */
  #dropped = 0;

  private constructor(
    file: LineFile,
    { inputs = false }: AuditOptions,
    counters: { missing: number; failures: number },
  ) {
    this.#file = file;
    this.#inputs = inputs;
    this.#counters = counters;
  }

  /** Opens the file, or throws: a hub with an audit must not run calls without it. */
  static async open(options: AuditOptions): Promise<AuditLog> {
    const { file, open, maxBuffered = MAX_BUFFERED, retryMs = RETRY } = options;
    const counters = { missing: 0, failures: 0 };
    const onError = (error: unknown): void => {
      counters.failures++;
      options.onError?.(error);
    };
    return new AuditLog(await LineFile.open({ file, open, maxBuffered, retryMs, onError }), options, counters);
  }

  /** How many lines are lost, and how often the file could not be written. */
  get counters(): { readonly missing: number; readonly failures: number } {
    return this.#counters;
  }

  /** For `observeCalls`. */
  readonly observe = (call: MiddlewareCall): ((end: ObservedEnd) => void) => {
    const startedAt = Date.now();
    return (end) => {
      if (this.#takeRoom()) this.#addText(callLine(call, startedAt, end, this.#inputs));
    };
  };

  /** A middleware that refuses calls while the file can't be written, or too much waits for it. */
  readonly require: Middleware = (_call, next) => {
    if (!this.#file.isFailing && this.#file.hasRoom) return next();
    const message = "The audit can't be written, and no call runs without it (audit.required).";
    throw new CallError("OVERLOADED", message);
  };

  /** Continues in a new file of the same name, after the old one was moved away. */
  async reopen(): Promise<void> {
    await this.#file.reopen();
  }

  async close(): Promise<void> {
    if (this.#dropped > 0) this.#addText(JSON.stringify({ time: new Date().toISOString() }));
    this.#counters.missing += await this.#file.close();
  }

  /** Writes a line that is not about a call. */
  write(line: object): void {
    if (this.#takeRoom()) this.#addText(JSON.stringify(line));
  }

  /** Whether the next line may be written. If there is no room, counts it as missing. */
  #takeRoom(): boolean {
    if (this.#file.hasRoom) return true;
    this.#dropped++;
    this.#counters.missing++;
    return false;
  }

  /** Adds the JSON text of an object. */
  #addText(text: string): void {
    this.#file.add(this.#dropped === 0 ? text : `${text.slice(0, -1)},"droppedBefore":${this.#dropped}}`);
    this.#dropped = 0;
  }
}

/** A call as JSON, written by hand: a hub writes one per call, and this takes half the time of `JSON.stringify`. */
function callLine(call: MiddlewareCall, startedAt: number, end: ObservedEnd, hasInput: boolean): string {
  const { requestId, parentRequestId, identity } = call.context;
  const { type, deprecated = false } = call.spec;
  let text = `{"time":"${isoTime(startedAt)}","identity":${identity === undefined ? "null" : quoted(identity.id)}`;
  if (identity?.issuer !== undefined) text += `,"issuer":${quoted(identity.issuer)}`;
  text += `,"operation":${quoted(call.id)},"type":"${type}"`;
  if (deprecated !== false) text += ',"deprecated":true';
  text += `,"requestId":${quoted(requestId)}`;
  if (parentRequestId !== undefined) text += `,"parentRequestId":${quoted(parentRequestId)}`;
  text += `,"durationMs":${Math.round(end.durationMs * 1000) / 1000},"outcome":${quoted(end.code)}`;
  if (end.error !== undefined) text += `,"phase":"${end.error.phase}"`;
  const input = hasInput ? inputText(call) : undefined;
  return input === undefined ? `${text}}` : `${text},"input":${input}}`;
}

/** Most names need no escapes, and this test is faster than `JSON.stringify`. */
const PLAIN = /^[\w .:/@+~-]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

let second = NaN;
let untilSecond = "";

/** Calls `toISOString`, which takes two microseconds, only once a second. */
function isoTime(at: number): string {
  const milliseconds = at % 1000;
  if (at - milliseconds !== second) {
    second = at - milliseconds;
    untilSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${untilSecond}${String(milliseconds).padStart(3, "0")}Z`;
}

/** Replaces an input that is very long, or not JSON, with a description. */
function inputText({ input }: MiddlewareCall): string | undefined {
  try {
    const text = JSON.stringify(input) as string | undefined;
    if (text === undefined || text.length <= LONGEST_INPUT) return text;
    return JSON.stringify({ $cut: text.slice(0, LONGEST_INPUT), length: text.length });
  } catch (thrown) {
    return JSON.stringify({ $unwritable: messageOf(thrown) });
  }
}
