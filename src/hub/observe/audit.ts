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
  /** Bytes that may wait for a slow or full disk. Further lines are dropped, and the next one counts them. Default: 8 MiB. */
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
 * Writes one line of JSON per call: who, what, when, how long, and the outcome. When the disk is full, lines wait in memory
 * until it has room, and the file never holds a part of one.
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

  /** How many lines are missing in the file for good, and how often it could not be written. */
  get counters(): { readonly missing: number; readonly failures: number } {
    return this.#counters;
  }

  /** For `observeCalls`. */
  readonly observe = (call: MiddlewareCall): ((end: ObservedEnd) => void) => {
    const time = new Date().toISOString();
    return ({ code, error, durationMs }) => {
      const { requestId, parentRequestId, identity } = call.context;
      // JSON leaves out what is undefined.
      this.write({
        time,
        identity: identity?.id ?? null,
        issuer: identity?.issuer,
        operation: call.id,
        type: call.spec.type,
        deprecated: (call.spec.deprecated ?? false) === false ? undefined : true,
        requestId,
        parentRequestId,
        durationMs: Math.round(durationMs * 1000) / 1000,
        outcome: code,
        phase: error?.phase,
        input: this.#inputs ? inputOf(call) : undefined,
      });
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
    if (this.#dropped > 0) this.#add({ time: new Date().toISOString() });
    this.#counters.missing += await this.#file.close();
  }

  /** Writes a line that is not about a call. */
  write(line: object): void {
    if (this.#file.hasRoom) return this.#add(line);
    this.#dropped++;
    this.#counters.missing++;
  }

  #add(line: object): void {
    this.#file.add(JSON.stringify(this.#dropped === 0 ? line : { ...line, droppedBefore: this.#dropped }));
    this.#dropped = 0;
  }
}

/** Replaces an input that is very long, or not JSON, with a description. */
function inputOf({ input }: MiddlewareCall): unknown {
  try {
    const text = JSON.stringify(input) as string | undefined;
    if (text === undefined || text.length <= LONGEST_INPUT) return input;
    return { $cut: text.slice(0, LONGEST_INPUT), length: text.length };
  } catch (thrown) {
    return { $unwritable: messageOf(thrown) };
  }
}
