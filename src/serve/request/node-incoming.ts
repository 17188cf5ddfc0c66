import type { CallError } from "../../errors/call-error.ts";
import type { TrustedProxies } from "../identity/trusted-proxies.ts";
import { clientLeft } from "./incoming.ts";
import type { Incoming } from "./incoming.ts";
import type { NodeBytes, NodeRequest, NodeResponse } from "./node-http.ts";
import { HTTPRefusal } from "./problem.ts";
import { tooLarge, unreadable } from "./web-incoming.ts";

/** A request of Node's server. */
export class NodeIncoming implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #proxies: TrustedProxies;
  #body: ReadableStream<NodeBytes> | undefined;
  #left: CallError | undefined;
  #onLeave: Array<(reason: CallError) => void> | undefined;

  constructor(request: NodeRequest, response: NodeResponse, proxies: TrustedProxies) {
    this.#request = request;
    this.#response = response;
    this.#proxies = proxies;
    this.method = request.method ?? "GET";
    const target = originForm(request.url ?? "/");
    const mark = target.indexOf("?");
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
  }

  get address(): string | undefined {
    return this.#proxies.clientOf(this.#request);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  onLeave(listener: (reason: CallError) => void): void {
    if (this.#left !== undefined) listener(this.#left);
    else if (this.#onLeave !== undefined) this.#onLeave.push(listener);
    else this.#onLeave = [listener];
  }

  onClosed(listener: () => void): void {
    if (this.#response.destroyed) listener();
    else this.#response.once("close", listener);
  }

  /** Tells whoever works for the client that there is no use in it any more. */
  leave(reason: CallError): void {
    if (this.#left !== undefined) return;
    this.#left = reason;
    for (const listener of this.#onLeave ?? []) listener(reason);
  }

  async readText(limit: number): Promise<string | undefined> {
    const { headers } = this.#request;
    const length = headers["content-length"];
    if (length === undefined && headers["transfer-encoding"] === undefined) return undefined;
    if (Number(length) > limit) throw tooLarge(limit);
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      const take = (chunk: Uint8Array): void => {
        size += chunk.byteLength;
        if (size <= limit) return void chunks.push(chunk);
        this.#request.off("data", take);
        reject(tooLarge(limit));
      };
      this.#request.on("data", take);
      this.#request.on("end", () => {
        try {
          resolve(decode(chunks));
        } catch (error) {
          reject(unreadable(error));
        }
      });
      // That of a connection that broke; who waits for the body hears of it by `leave`.
      this.#request.on("error", ignore);
      this.onLeave(reject);
    });
  }

  toRequest(): Request {
    const url = `http://${this.header("host") ?? "localhost"}${this.path}${this.query === "" ? "" : `?${this.query}`}`;
    if (!URL.canParse(url)) throw new HTTPRefusal(400, "The request's host or path is no URL.");
    const headers = new Headers();
    const { rawHeaders } = this.#request;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
    }
    const controller = new AbortController();
    this.onLeave((reason) => controller.abort(reason));
    const hasBody = this.method !== "GET" && this.method !== "HEAD" && this.#hasBody();
    const body = hasBody ? toReadable(this.#request) : null;
    this.#body = body ?? undefined;
    try {
      // `duplex`: Node takes a body in pieces only with it.
      const init = { method: this.method, headers, body, duplex: "half", signal: controller.signal };
      return new Request(url, init);
    } catch {
      throw new HTTPRefusal(405, "This method is not understood.");
    }
  }

  #hasBody(): boolean {
    const { headers } = this.#request;
    return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  }

  /** The rest of a body that nobody reads: taken, so that the connection can be used again, unless it is too much. */
  discardRest(limit: number): void {
    const request = this.#request;
    if (request.complete || this.#response.destroyed) return;
    // Otherwise it would hold back what nobody takes from it.
    if (this.#body?.locked === false) void this.#body.cancel();
    let left = limit;
    request.on("error", ignore);
    request.on("data", (chunk) => {
      left -= chunk.byteLength;
      if (left < 0) request.socket.destroy();
    });
    request.resume();
  }
}

function ignore(): void {}

/** Proxies may send a whole URL. */
function originForm(target: string): string {
  if (target.startsWith("/") || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** To make one takes longer than to decode a small body; without `stream` it remembers nothing. */
const wholeText = new TextDecoder("utf-8", { fatal: true });

function decode(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return "";
  if (chunks.length === 1) return wholeText.decode(first);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

function toReadable(request: NodeRequest): ReadableStream<NodeBytes> {
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
