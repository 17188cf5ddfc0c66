import type { CallError } from "../../errors/call-error.ts";
import type { TrustedProxies } from "../identity/trusted-proxies.ts";
import type { CallClock } from "./call-clock.ts";
import { clientOf } from "./client-limits.ts";
import { bodyTooLarge, bodyUnreadable, clientLeft } from "./incoming.ts";
import type { Incoming, RequestHeaders } from "./incoming.ts";
import type { NodeBytes, NodeRequest, NodeResponse } from "./node-http.ts";
import { HTTPRefusal } from "./problem.ts";
import { sentBytes } from "./waiting-bytes.ts";
import type { Waiting, WaitingBytes } from "./waiting-bytes.ts";

type LeaveListener = (reason: CallError) => void;

/** What the requests of one server share. */
export interface NodeIncomingDeps {
  readonly proxies: TrustedProxies;
  readonly waiting: WaitingBytes;
}

/** A request of Node's server. */
export class NodeIncoming implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  client: string | undefined;
  readsAhead: boolean | undefined;
  arrivedAt: number | undefined;
  clock: CallClock | undefined;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #deps: NodeIncomingDeps;
  #isRead = false;
  #hasWholeBody = false;
  #body: ReadableStream<NodeBytes> | undefined;
  #left: CallError | undefined;
  #onLeave: LeaveListener | undefined;
  #furtherOnLeave: LeaveListener[] | undefined;

  constructor(request: NodeRequest, response: NodeResponse, deps: NodeIncomingDeps) {
    this.#request = request;
    this.#response = response;
    this.#deps = deps;
    this.method = request.method ?? "GET";
    // Our server joins headers that are sent twice. Only `set-cookie` stays a list, and requests have none.
    const headers = request.headers as RequestHeaders;
    const url = request.url ?? "/";
    const absolute = url.startsWith("/") || !URL.canParse(url) ? undefined : new URL(url);
    // RFC 9112, 3.2.2: then the target names the host, whatever `Host` says.
    this.headers = absolute === undefined ? headers : { ...headers, host: absolute.host };
    const target = absolute === undefined ? url : absolute.pathname + absolute.search;
    const mark = target.indexOf("?");
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
  }

  get address(): string | undefined {
    return this.#deps.proxies.clientOf(this.#request);
  }

  get isEncrypted(): boolean {
    return this.socket.encrypted === true;
  }

  get socket(): NodeRequest["socket"] {
    return this.#request.socket;
  }

  /** Watches the reply, of which the client has not read everything. `isWhole`: nothing will be added to it. */
  watchReply(isWhole: boolean): Waiting {
    const response = this.#response;
    const waiting = this.#watch(
      () => response.writableLength,
      () => sentBytes(this.socket),
      isWhole,
    );
    response.once("close", () => waiting.close());
    return waiting;
  }

  #watch(bytes: () => number, progress: () => number, isWhole: boolean): Waiting {
    const client = this.client ?? clientOf(undefined, this.address) ?? "";
    const cut = (): void => {
      // Here, because "close" comes only after the code that runs now.
      this.leave(clientLeft());
      this.socket.destroy();
    };
    return this.#deps.waiting.open({ client, bytes, progress, isWhole, cut });
  }

  onLeave(listener: LeaveListener): void {
    if (this.#left !== undefined) listener(this.#left);
    else if (this.#onLeave === undefined) this.#onLeave = listener;
    else (this.#furtherOnLeave ??= []).push(listener);
  }

  onClosed(listener: () => void): void {
    if (this.#response.destroyed) listener();
    else this.#response.once("close", listener);
  }

  /** Tells everything that works for the client to stop. */
  leave(reason: CallError): void {
    if (this.#left !== undefined) return;
    this.#left = reason;
    this.#onLeave?.(reason);
    for (const listener of this.#furtherOnLeave ?? []) listener(reason);
  }

  async readText(limit: number): Promise<string | undefined> {
    const request = this.#request;
    this.#isRead = true;
    const length = request.headers["content-length"];
    if (length === undefined && request.headers["transfer-encoding"] === undefined) return undefined;
    if (Number(length) > limit) throw bodyTooLarge(limit);
    // Node reports a request before it reads on. A body that came with the request is there a moment later.
    await aMoment;
    if (this.#left !== undefined) throw this.#left;
    // Node parses on only after this moment, so a body can be there before the request counts as complete.
    const hasArrived = request.readableLength === Number(length) || request.complete;
    const whole = hasArrived ? request.read() : null;
    if (whole !== null) {
      this.#hasWholeBody = true;
      if (whole.byteLength > limit) throw bodyTooLarge(limit);
      try {
        return wholeText.decode(whole);
      } catch (error) {
        throw bodyUnreadable(error);
      }
    }
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      let waiting: Waiting | undefined;
      const take = (chunk: Uint8Array): void => {
        size += chunk.byteLength;
        if (size > limit) {
          request.off("data", take);
          waiting?.close();
          return reject(bodyTooLarge(limit));
        }
        chunks.push(chunk);
        // Most bodies come in one piece, and wait for nothing.
        if (size < Number(length ?? Infinity)) (waiting ??= this.#watchUpload(() => size)).look();
      };
      request.on("data", take);
      request.on("end", () => {
        waiting?.close();
        let text: string;
        try {
          text = chunks.length === 1 ? wholeText.decode(chunks[0]) : decodeAll(chunks);
        } catch (error) {
          return reject(bodyUnreadable(error));
        }
        resolve(text);
      });
      // The connection broke: `leave` rejects the promise.
      request.on("error", ignore);
      this.onLeave(reject);
    });
  }

  #watchUpload(size: () => number): Waiting {
    const waiting = this.#watch(size, size, false);
    this.#response.once("close", () => waiting.close());
    return waiting;
  }

  toRequest(): Request {
    const origin = `${this.isEncrypted ? "https" : "http"}://${this.headers["host"] ?? "localhost"}`;
    const url = `${origin}${this.path}${this.query === "" ? "" : `?${this.query}`}`;
    if (!URL.canParse(url)) throw new HTTPRefusal(400, "The host and path of the request make no URL.");
    const headers = new Headers();
    const { rawHeaders } = this.#request;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
    }
    const controller = new AbortController();
    this.onLeave((reason) => controller.abort(reason));
    if (!this.#isRead && this.method !== "GET" && this.method !== "HEAD") this.#body = this.#toReadable();
    try {
      // Node requires `duplex` for a body in pieces.
      const init = { method: this.method, headers, duplex: "half", signal: controller.signal };
      return new Request(url, this.#body === undefined ? init : { ...init, body: this.#body });
    } catch {
      throw new HTTPRefusal(405, "This server does not know the method.");
    }
  }

  /** Discards what no code reads of a body, so that the connection can be used again. Too long a rest ends it. */
  discardRest(limit: number): void {
    const request = this.#request;
    if (request.complete || this.#hasWholeBody || this.#response.destroyed) return;
    // Otherwise the stream would hold back what no code takes from it.
    if (this.#body?.locked === false) void this.#body.cancel();
    let left = limit;
    request.on("error", ignore);
    request.on("data", (chunk) => {
      left -= chunk.byteLength;
      if (left < 0) request.socket.destroy();
    });
    request.resume();
  }

  #toReadable(): ReadableStream<NodeBytes> | undefined {
    const request = this.#request;
    const { "transfer-encoding": encoding, "content-length": length = 0 } = request.headers;
    if (encoding === undefined && !(Number(length) > 0)) return undefined;
    let isDone = false;
    return new ReadableStream<NodeBytes>({
      start(controller) {
        request.pause();
        request.on("data", (chunk) => {
          if (isDone) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        });
        request.on("end", () => {
          if (!isDone) controller.close();
          isDone = true;
        });
        const fail = (): void => {
          if (!isDone) controller.error(clientLeft());
          isDone = true;
        };
        request.on("error", fail);
        request.on("close", fail);
      },
      pull() {
        request.resume();
      },
      cancel() {
        isDone = true;
      },
    });
  }
}

function ignore(): void {}

const aMoment = Promise.resolve();

/** Shared, because making a decoder takes longer than decoding a small body. Without `stream` it keeps no state. */
const wholeText = new TextDecoder("utf-8", { fatal: true });

function decodeAll(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}
