import { CallError, messageOf } from "../../errors/call-error.ts";
import type { CallOutcome, Middleware, MiddlewareCall, Next } from "../../operation/middleware.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import { LineFile } from "./line-file.ts";
import type { LineFileOptions } from "./line-file.ts";
import type { ObservedEnd } from "./observe-calls.ts";

/** What an audit log writes, and where. */
export interface AuditOptions {
  readonly file: string;
  /** Whether inputs are written too. Default: false. */
  readonly inputs?: boolean | undefined;
  /** Whether `begin` refuses a MUTATION whose line can't be written. Default: false. */
  readonly required?: boolean | undefined;
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
 * Writes one line of JSON when a call ends: who, what, when, how long, and the outcome; and one before the handler of a
 * MUTATION runs. When the disk is full, lines wait in memory until it has room, and the file never holds a part of one.
 */
export class AuditLog {
  readonly #file: LineFile;
  readonly #inputs: boolean;
  readonly #required: boolean;
  /** What both lines of a MUTATION call it: request ids come from callers, who may use one again. */
  readonly #begun = new WeakMap<MiddlewareCall, string>();
  readonly #counters: { missing: number; failures: number };
  /** Lines that were dropped since the last one that was added. */
  #dropped = 0;

  private constructor(
    file: LineFile,
    { inputs = false, required = false }: AuditOptions,
    counters: { missing: number; failures: number },
  ) {
    this.#file = file;
    this.#inputs = inputs;
    this.#required = required;
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
      if (this.#takeRoom()) this.#file.add(this.#textOf(this.#lineOf(call, startedAt, end)));
    };
  };

  /**
   * The innermost middleware: before the handler of a MUTATION runs, the system has a line of it, which a process that
   * is killed leaves behind. If the file can't be written, the line waits, and the call runs unless the audit is
   * required.
   */
  readonly begin: Middleware = (call, next) =>
    call.spec.type !== OperationType.MUTATION || this.#begun.has(call) ? next() : this.#begin(call, next);

  async #begin(call: MiddlewareCall, next: Next): Promise<CallOutcome> {
    // A call that is refused does not begin.
    await call.check();
    this.#begun.set(call, nextRequestId());
    const isWritten = this.#takeRoom() && (await this.#file.addNow(this.#textOf(this.#lineOf(call, Date.now()))));
    if (this.#required && !isWritten) throw notWritten();
    return next();
  }

  /** A middleware that refuses calls while the file can't be written, or too much waits for it. */
  readonly require: Middleware = (_call, next) => {
    if (!this.#file.isFailing && this.#file.hasRoom) return next();
    throw notWritten();
  };

  /** Continues in a new file of the same name, after the old one was moved away. */
  async reopen(): Promise<void> {
    await this.#file.reopen();
  }

  async close(): Promise<void> {
    if (this.#dropped > 0) this.#file.add(this.#textOf(JSON.stringify({ time: new Date().toISOString() })));
    this.#counters.missing += await this.#file.close();
  }

  /** Writes a line that is not about a call. */
  write(line: object): void {
    if (this.#takeRoom()) this.#file.add(this.#textOf(JSON.stringify(line)));
  }

  /** Whether the next line may be written. If there is no room, counts it as missing. */
  #takeRoom(): boolean {
    if (this.#file.hasRoom) return true;
    this.#dropped++;
    this.#counters.missing++;
    return false;
  }

  /** The JSON text of an object, which says how many lines are missing before it. */
  #textOf(text: string): string {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped === 0 ? text : `${text.slice(0, -1)},"droppedBefore":${dropped}}`;
  }

  #lineOf(call: MiddlewareCall, at: number, end?: ObservedEnd): string {
    return callLine(call, { at, end, begun: this.#begun.get(call), hasInput: this.#inputs });
  }
}

function notWritten(): CallError {
  const message = "The audit can't be written, and no call runs without it (audit.required).";
  return new CallError("OVERLOADED", message);
}

interface LineParts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absent for a call that begins. */
  readonly end: ObservedEnd | undefined;
  readonly begun: string | undefined;
  readonly hasInput: boolean;
}

/** A call as JSON, written by hand: a hub writes one per call, and this takes half the time of `JSON.stringify`. */
function callLine(call: MiddlewareCall, { at, end, begun, hasInput }: LineParts): string {
  const { requestId, parentRequestId, identity } = call.context;
  const { type, deprecated = false } = call.spec;
  let text = `{"time":"${isoTime(at)}"${end === undefined ? ',"event":"begin"' : ""},"identity":${identity === undefined ? "null" : quoted(identity.id)}`;
  if (identity?.issuer !== undefined) text += `,"issuer":${quoted(identity.issuer)}`;
  text += `,"operation":${quoted(call.id)},"type":"${type}"`;
  if (deprecated !== false) text += ',"deprecated":true';
  if (begun !== undefined) text += `,"call":"${begun}"`;
  text += `,"requestId":${quoted(requestId)}`;
  if (parentRequestId !== undefined) text += `,"parentRequestId":${quoted(parentRequestId)}`;
  if (end !== undefined)
    text += `,"durationMs":${Math.round(end.durationMs * 1000) / 1000},"outcome":${quoted(end.code)}`;
  if (end?.error !== undefined) text += `,"phase":"${end.error.phase}"`;
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
