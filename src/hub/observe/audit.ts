import type { WriteStream } from "node:fs";
import { messageOf } from "../../errors/call-error.ts";
import type { MiddlewareCall } from "../../registry/middleware.ts";
import type { ObservedEnd } from "./observe-calls.ts";

/** What an audit log writes, and where. */
export interface AuditOptions {
  readonly file: string;
  /** Whether inputs are written too. Default: false. */
  readonly inputs?: boolean | undefined;
  /** Bytes that may wait for a slow disk. Further lines are dropped, and the next one counts them. Default: 8 MiB. */
  readonly maxBuffered?: number | undefined;
  /** Milliseconds until the next try after a failed write. Default: 1000. */
  readonly retryMs?: number | undefined;
  /** Called when the file can't be written. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MAX_BUFFERED = 8 * 1024 * 1024;
const LONGEST_INPUT = 64 * 1024;
const RETRY = 1000;

/** Writes one line of JSON per call: who, what, when, how long, and the outcome. */
export class AuditLog {
  readonly #options: AuditOptions;
  #stream: WriteStream;
  #dropped = 0;
  #isClosed = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(options: AuditOptions, stream: WriteStream) {
    this.#options = options;
    this.#stream = stream;
  }

  /** Opens the file, or throws: a hub with an audit must not run calls without it. */
  static async open(options: AuditOptions): Promise<AuditLog> {
    const stream = await openStream(options.file);
    const audit = new AuditLog(options, stream);
    audit.#watch(stream);
    return audit;
  }

  /** For `observeCalls`. */
  readonly observe = (call: MiddlewareCall): ((end: ObservedEnd) => void) => {
    const time = new Date().toISOString();
    return ({ code, error, durationMs }) => {
      const { requestId, parentRequestId, identity } = call.context;
      this.#write({
        time,
        identity: identity?.id ?? null,
        operation: call.id,
        type: call.spec.type,
        requestId,
        ...(parentRequestId === undefined ? {} : { parentRequestId }),
        durationMs: Math.round(durationMs * 1000) / 1000,
        outcome: code,
        ...(error === undefined ? {} : { phase: error.phase }),
        ...(this.#options.inputs === true ? { input: inputOf(call) } : {}),
      });
    };
  };

  /** Continues in a new file of the same name, after the old one was moved away. */
  async reopen(): Promise<void> {
    const fresh = await openStream(this.#options.file);
    if (this.#isClosed) return await ended(fresh);
    this.#watch(fresh);
    const old = this.#stream;
    this.#stream = fresh;
    await ended(old);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await ended(this.#stream);
  }

  #write(line: object): void {
    const { maxBuffered = MAX_BUFFERED } = this.#options;
    if (this.#stream.writableLength > maxBuffered || this.#stream.destroyed) {
      this.#dropped++;
      return;
    }
    const dropped = this.#dropped;
    this.#dropped = 0;
    const text = JSON.stringify(dropped === 0 ? line : { ...line, droppedBefore: dropped });
    this.#stream.write(`${text}\n`, (error) => {
      if (error) this.#dropped += dropped + 1;
    });
  }

  #watch(stream: WriteStream): void {
    stream.on("error", (error) => {
      this.#options.onError?.(error);
      this.#retry();
    });
  }

  /** A failed stream writes no more, but a disk that was full for a moment must not end the audit. */
  #retry(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      if (this.#stream.destroyed) void this.reopen().catch(() => this.#retry());
    }, this.#options.retryMs ?? RETRY);
    this.#retryTimer.unref();
  }
}

/** Replaces an input that is very long, or no JSON, by a description. */
function inputOf({ input }: MiddlewareCall): unknown {
  try {
    const text = JSON.stringify(input) as string | undefined;
    if (text === undefined || text.length <= LONGEST_INPUT) return input;
    return { $cut: text.slice(0, LONGEST_INPUT), length: text.length };
  } catch (thrown) {
    return { $unwritable: messageOf(thrown) };
  }
}

async function openStream(file: string): Promise<WriteStream> {
  const fs = process.getBuiltinModule("node:fs");
  const stream = fs.createWriteStream(file, { flags: "a", mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    stream.once("error", reject);
    stream.once("open", () => {
      stream.off("error", reject);
      resolve();
    });
  });
  return stream;
}

async function ended(stream: WriteStream): Promise<void> {
  if (stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.once("close", resolve);
    stream.end();
  });
}
