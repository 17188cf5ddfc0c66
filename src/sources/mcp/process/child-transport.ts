import { messageOf } from "../../../errors/call-error.ts";
import type { CallError } from "../../../errors/call-error.ts";
import type { HeldAnswer } from "../../../shared/connections/held-answer.ts";
import { readMessages, refusedResponse } from "./json-rpc.ts";
import type { JsonRpcMessage, LineEnds } from "./json-rpc.ts";
import { endsOf, LineReader } from "./line-reader.ts";
import { InTurn } from "../../../shared/time/in-turn.ts";
import { ServerProcess } from "./server-process.ts";
import type { ServerProcessOptions } from "./server-process.ts";

export interface ChildTransportOptions extends Omit<ServerProcessOptions, "onOutput" | "onExit" | "maxUnreadBytes"> {
  readonly maxMessageBytes: number;
  readonly maxValues: number;
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
  /** A long message is read in slices. Whatever arrives meanwhile waits. */
  readonly #arrivals = new InTurn({ onBusy: () => this.#process.pause(), onIdle: () => this.#process.resume() });

  constructor(options: ChildTransportOptions) {
    this.#options = options;
    const reader = new LineReader({
      maxBytes: options.maxMessageBytes,
      onLine: (line, held) => this.#arrivals.run(() => this.#onLine(line, held)),
      onRefused: (ends, error) => this.#arrivals.run(() => this.#refuse(ends, error)),
    });
    this.#process = new ServerProcess({
      ...options,
      maxUnreadBytes: UNREAD_MESSAGES * options.maxMessageBytes,
      onOutput: (chunk) => reader.push(chunk),
      onExit: () => {
        reader.end();
        // What the server wrote before its end still counts.
        this.#arrivals.run(() => this.#onEnd());
      },
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

  #onLine(line: Uint8Array, held: HeldAnswer | undefined): Promise<void> | void {
    const fail = (thrown: unknown): void => this.#refuse(endsOf(line), thrown as CallError);
    const take = (messages: readonly JsonRpcMessage[] | undefined): void => {
      if (held?.refused !== undefined) fail(held.refused);
      else this.#take(line, messages);
    };
    try {
      const messages = readMessages(line, this.#options.maxValues, () => held?.refused !== undefined);
      if (messages instanceof Promise) return messages.then(take, fail).finally(() => held?.release());
      take(messages);
    } catch (thrown) {
      fail(thrown);
    }
    held?.release();
  }

  #take(line: Uint8Array, messages: readonly JsonRpcMessage[] | undefined): void {
    for (const message of messages ?? []) this.#deliver(message);
    if (messages !== undefined) return;
    const shown = new TextDecoder().decode(line.subarray(0, SHOWN)).trim();
    if (shown !== "") this.#options.warn(`not a JSON-RPC message on standard output, ignored: ${shown}`);
  }

  #refuse(ends: LineEnds, error: CallError): void {
    const response = refusedResponse(ends, error);
    if (response === undefined) this.#fail(error);
    else this.#deliver(response);
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
