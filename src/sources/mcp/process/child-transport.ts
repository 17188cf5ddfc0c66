import { messageOf } from "../../../errors/call-error.ts";
import { parseMessages, tooLargeError, tooLargeResponse } from "./json-rpc.ts";
import type { JsonRpcMessage } from "./json-rpc.ts";
import { LineReader } from "./line-reader.ts";
import { ServerProcess } from "./server-process.ts";
import type { ServerProcessOptions } from "./server-process.ts";

export interface ChildTransportOptions extends Omit<ServerProcessOptions, "onOutput" | "onExit" | "maxUnreadBytes"> {
  readonly maxMessageBytes: number;
  readonly warn: (text: string) => void;
}

const SHOWN = 200;
/** This many messages of the largest size may wait for a server that reads slowly. */
const UNREAD_MESSAGES = 4;

/** JSON-RPC lines over the standard streams of a child process: a `Transport` of the SDK. */
export class ChildTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: never) => void) | undefined;
  /** By this and `pid` the SDK recognises a child process: silence during a probe then means an older server. */
  readonly stderr = null;
  readonly #process: ServerProcess;
  readonly #options: ChildTransportOptions;
  #started = false;
  #isClosed = false;

  constructor(options: ChildTransportOptions) {
    this.#options = options;
    const reader = new LineReader({
      maxBytes: options.maxMessageBytes,
      onLine: (line) => this.#onLine(line),
      onOversized: (line) => {
        const response = tooLargeResponse(line, options.maxMessageBytes);
        if (response !== undefined) return this.#deliver(response);
        this.#fail(tooLargeError(line.bytes, options.maxMessageBytes));
      },
    });
    this.#process = new ServerProcess({
      ...options,
      maxUnreadBytes: UNREAD_MESSAGES * options.maxMessageBytes,
      onOutput: (chunk) => reader.push(chunk),
      onExit: () => this.#onEnd(),
    });
  }

  get pid(): number | null {
    return this.#process.pid ?? null;
  }

  get hasEnded(): boolean {
    return this.#isClosed;
  }

  /** Why the process ended, in words, with the most telling line that it wrote. */
  get ending(): string {
    return this.#process.ending;
  }

  async start(): Promise<void> {
    if (this.#started) throw new Error("This transport has been started already.");
    this.#started = true;
    await this.#process.start();
  }

  /** The server has answered. */
  isUp(): void {
    this.#process.isUp();
  }

  async send(message: object, options?: { readonly isAlone?: boolean | undefined }): Promise<void> {
    await this.#process.write(`${JSON.stringify(message)}\n`, options?.isAlone);
  }

  async close(): Promise<void> {
    await this.#process.stop();
    this.#onEnd();
  }

  #onLine(line: string): void {
    const messages = parseMessages(line);
    if (messages === undefined) {
      this.#options.warn(`not a JSON-RPC message on standard output, ignored: ${line.slice(0, SHOWN)}`);
      return;
    }
    for (const message of messages) this.#deliver(message);
  }

  #deliver(message: JsonRpcMessage): void {
    try {
      this.onmessage?.(message as never);
    } catch (thrown) {
      this.onerror?.(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
    }
  }

  /** The message cannot be assigned to a call, so the whole connection ends. */
  #fail(error: Error): void {
    this.onerror?.(error);
    void this.close();
  }

  #onEnd(): void {
    if (this.#isClosed || !this.#started) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}
