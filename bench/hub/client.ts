/** A minimal HTTP/1.1 client on keep-alive connections. Node's own client costs more than the servers under test. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Waiting {
  resolve(this: void, answer: Answer): void;
  reject(this: void, error: Error): void;
}

const HEAD_END = "\r\n\r\n";

/** One connection. It pipelines: answers come in the order of the requests. */
export class KeepAliveConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #buffer: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error("the connection was closed"));
    });
  }

  static async open(url: string): Promise<KeepAliveConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new KeepAliveConnection(socket);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error("the connection was closed"));
      this.#waiting.push({ resolve, reject });
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const headEnd = this.#buffer.indexOf(HEAD_END);
      if (headEnd === -1) return;
      const head = this.#buffer.toString("latin1", 0, headEnd);
      const start = headEnd + HEAD_END.length;
      const body = /\r\ntransfer-encoding: chunked/i.test(head) ? this.#chunked(start) : this.#sized(head, start);
      if (body === undefined) return;
      this.#buffer = this.#buffer.subarray(body.end);
      const waiting = this.#waiting.shift();
      if (waiting === undefined) throw new Error(`an answer without a request: ${head}`);
      waiting.resolve({ status: Number(head.slice(9, 12)), body: body.text });
    }
  }

  #sized(head: string, start: number): { text: string; end: number } | undefined {
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = start + length;
    return this.#buffer.length < end ? undefined : { text: this.#buffer.toString("utf8", start, end), end };
  }

  #chunked(start: number): { text: string; end: number } | undefined {
    const parts: Buffer[] = [];
    for (let at = start; ;) {
      const line = this.#buffer.indexOf("\r\n", at);
      if (line === -1) return undefined;
      const size = parseInt(this.#buffer.toString("latin1", at, line), 16);
      const end = line + 2 + size + 2;
      if (this.#buffer.length < end) return undefined;
      if (size === 0) return { text: Buffer.concat(parts).toString("utf8"), end };
      parts.push(this.#buffer.subarray(line + 2, line + 2 + size));
      at = end;
    }
  }
}

export interface PostOptions {
  readonly path: string;
  readonly body: string;
  readonly headers?: readonly string[];
}

/** The text of a request. */
export function post({ path, body, headers = [] }: PostOptions): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join("\r\n")}${HEAD_END}${body}`;
}
