import { isRecord } from "../../../shared/json/is-record.ts";
import { randomId } from "../../../shared/request-id.ts";
import { parseField } from "../../../shared/events/event-decoder.ts";
import { readMessages } from "../process/json-rpc.ts";
import type { JsonRpcMessage } from "../process/json-rpc.ts";

/** What the SDK gets in place of data that is not JSON-RPC. It reports that in its own words. */
const NOT_A_MESSAGE = "not a JSON-RPC message";
/** A stand-in that the SDK never delivers is forgotten after this many milliseconds. */
const LONGEST_WAIT = 30_000;

interface Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

type Deliver = NonNullable<Transport["onmessage"]>;

/**
 * The SDK parses the data of each event in one go, which takes long for a long one. So a long event is parsed here, in
 * slices, and the SDK gets a short one: a stand-in for the content, which is restored when the transport delivers it.
 */
export class LongMessages {
  /** No server can know it. */
  readonly #mark = randomId();
  readonly #contents = new Map<unknown, unknown>();
  #next = 1;

  /** Replaces the content in everything that the transport delivers from now on. */
  restoreFor(transport: Transport): void {
    let deliver = transport.onmessage;
    Object.defineProperty(transport, "onmessage", {
      configurable: true,
      get: () => deliver,
      set: (given: Deliver | undefined) => {
        deliver = given && ((message, extra) => given(this.#restored(message) as never, extra));
      },
    });
  }

  /** A short event in place of a long one. Rejects with PAYLOAD_TOO_LARGE for more values than `most`. */
  async shorten(event: string, most: number): Promise<string> {
    const data: string[] = [];
    const others: string[] = [];
    for (const line of event.split(/\r\n|\r|\n/)) {
      const { name, value } = parseField(line);
      if (name === "data") data.push(value);
      // A long comment, or a long field that means nothing, is left out.
      else if (["id", "event", "retry"].includes(name)) others.push(line);
    }
    if (data.length === 0) return `${others.join("\n")}\n\n`;
    const messages = await readMessages(data.join("\n"), most);
    const short = messages?.map((message) => this.#shortened(message));
    const text = short === undefined ? NOT_A_MESSAGE : JSON.stringify(short.length === 1 ? short[0] : short);
    return `${[...others, `data: ${text}`].join("\n")}\n\n`;
  }

  #shortened(message: JsonRpcMessage): JsonRpcMessage {
    const { result, params, error } = message;
    return {
      ...message,
      ...(result !== undefined && { result: this.#keep(result) }),
      ...(params !== undefined && { params: this.#keep(params) }),
      ...(error !== undefined && "data" in error && { error: { ...error, data: this.#keep(error.data) } }),
    };
  }

  #keep(content: unknown): Record<string, unknown> {
    const id = this.#next++;
    this.#contents.set(id, content);
    const timer = setTimeout(() => this.#contents.delete(id), LONGEST_WAIT);
    (timer as { unref?: () => void }).unref?.();
    return { [this.#mark]: id };
  }

  #restored(message: JsonRpcMessage): JsonRpcMessage {
    if (this.#contents.size === 0) return message;
    const { result, params, error } = message;
    if (this.#isKept(result)) return { ...message, result: this.#take(result) };
    if (this.#isKept(params)) return { ...message, params: this.#take(params) as JsonRpcMessage["params"] & object };
    if (this.#isKept(error?.data) && error !== undefined)
      return { ...message, error: { ...error, data: this.#take(error.data) } };
    return message;
  }

  #isKept(value: unknown): boolean {
    return isRecord(value) && Object.hasOwn(value, this.#mark);
  }

  #take(standIn: unknown): unknown {
    const id = (standIn as Record<string, unknown>)[this.#mark];
    const content = this.#contents.get(id);
    this.#contents.delete(id);
    return content;
  }
}
