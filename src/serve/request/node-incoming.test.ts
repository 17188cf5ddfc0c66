import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { TrustedProxies } from "../identity/trusted-proxies.ts";
import { ClientLimits } from "./client-limits.ts";
import type { NodeBytes, NodeResponse } from "./node-http.ts";
import { NodeIncoming } from "./node-incoming.ts";

const BODY = '{"name":"Zoë"}';
const bytes = new TextEncoder().encode(BODY);

/** A request of Node whose body has arrived as far as `arrived` says. */
class Request extends EventEmitter {
  readonly method = "POST";
  readonly url = "/";
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[] = [];
  readonly socket = { destroy: () => undefined };
  complete = false;
  #arrived: NodeBytes;

  constructor(arrived: NodeBytes, headers: Record<string, string>) {
    super();
    this.#arrived = arrived;
    this.headers = headers;
  }

  get readableLength(): number {
    return this.#arrived.byteLength;
  }

  read(): NodeBytes | null {
    const arrived = this.#arrived;
    this.#arrived = new Uint8Array();
    return arrived.byteLength === 0 ? null : arrived;
  }

  pause(): void {}
  resume(): void {}
}

function incomingOf(request: Request): NodeIncoming {
  const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as NodeResponse;
  const { waiting } = new ClientLimits();
  return new NodeIncoming(request, response, { proxies: new TrustedProxies(), waiting });
}

describe("the body of a request of Node", () => {
  const length = { "content-length": String(bytes.byteLength) };

  it("is taken without events if all of it is there, although Node has not parsed to the end", async () => {
    const request = new Request(bytes, length);
    const incoming = incomingOf(request);
    expect(await incoming.readText(1000)).toBe(BODY);
    incoming.discardRest(1000);
    expect(request.eventNames()).toEqual([]);
  });

  it("is taken without events if it has no length and the request is complete", async () => {
    const request = new Request(bytes, { "transfer-encoding": "chunked" });
    request.complete = true;
    expect(await incomingOf(request).readText(1000)).toBe(BODY);
    expect(request.eventNames()).toEqual([]);
  });

  it("is awaited if a part of it is missing", async () => {
    const request = new Request(bytes.slice(0, 12), length);
    const text = incomingOf(request).readText(1000);
    await Promise.resolve();
    await Promise.resolve();
    request.emit("data", bytes.slice(0, 12));
    request.emit("data", bytes.slice(12));
    request.emit("end");
    expect(await text).toBe(BODY);
  });

  it("is refused if it is over the limit, however it came", async () => {
    const chunked = new Request(bytes, { "transfer-encoding": "chunked" });
    chunked.complete = true;
    for (const request of [new Request(bytes, length), chunked]) {
      await expect(incomingOf(request).readText(5)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    }
  });
});
