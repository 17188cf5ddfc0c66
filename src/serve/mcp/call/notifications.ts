/** The notifications to a client about its running call. */
import { isLogged } from "../../../operation/caller-log.ts";
import type { CallerLog, LogLevel, LogMessage } from "../../../operation/caller-log.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { encodeData } from "../../../shared/json/encode-data.ts";

/** Sends one progress notification of a request. */
export type SendProgress = (progress: Progress) => Promise<void>;

/** Tells a client how far a call is. */
export class ProgressReporter {
  readonly #send: SendProgress;
  #last = -Infinity;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(send: SendProgress) {
    this.#send = send;
  }

  /** MCP wants progress to increase with each notification: one that does not is not sent. */
  readonly report = ({ progress, total, message }: Progress): void => {
    if (!Number.isFinite(progress) || progress <= this.#last) return;
    this.#last = progress;
    // JSON can't express a total that is not finite.
    const sending = this.#send({ progress, total: Number.isFinite(total) ? total : undefined, message }).catch(() => {
      // A disconnected client gets nothing more; the call's own signal tells the handler.
    });
    this.#sent = Promise.all([this.#sent, sending]);
  };

  /** Resolves when everything has been sent, so that no result overtakes its progress. */
  async flushed(): Promise<void> {
    await this.#sent;
  }
}

/** Sends one log message of a call. */
export type SendLog = (message: LogMessage) => Promise<void>;

/** The log that a client wants of its call. */
export interface ClientLog {
  /** The least severe level. */
  readonly level: LogLevel;
  readonly send: SendLog;
}

/**
 * Messages on their way at once, and characters of one. Further messages are left out: a log must not hold up the
 * result.
 */
const MOST_SENDING = 100;
const LONGEST_MESSAGE = 65_536;

/** Writes the log of a call to its client. */
export class LogReporter implements CallerLog {
  readonly level: LogLevel;
  readonly #send: SendLog;
  /** The logger of messages that name none. */
  readonly #logger: string;
  readonly #sending = new Set<Promise<void>>();

  constructor({ level, send }: ClientLog, logger: string) {
    this.level = level;
    this.#send = send;
    this.#logger = logger;
  }

  write({ level, data, logger = this.#logger }: LogMessage): void {
    if (!isLogged(level, this.level) || this.#sending.size >= MOST_SENDING) return;
    const encoded = encodedOf(data);
    if (encoded === undefined) return;
    const sending = this.#send({ level, data: encoded.data, logger })
      // A client that has gone reads nothing more.
      .catch(() => undefined)
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Resolves when everything has been sent, so that no result overtakes its log. */
  async flushed(): Promise<void> {
    await Promise.all(this.#sending);
  }
}

/** Data as it travels; undefined if it is too long, or JSON can't express it. */
function encodedOf(data: unknown): { readonly data: unknown } | undefined {
  try {
    const encoded = encodeData(data);
    const text = JSON.stringify(encoded) as string | undefined;
    return text === undefined || text.length > LONGEST_MESSAGE ? undefined : { data: encoded };
  } catch {
    return undefined;
  }
}
